// Deferred: a part of a page that may be streamed after the shell, followed by its value for hydration.
import { createContext, type ReactNode, Suspense, use, useContext } from 'react'
import { type Deferred as DeferredValue, scriptJson } from '../shared/payload.ts'
import { useTrustedHtml } from './trusted-html.ts'

/** Reads the value that the server wrote into the document; undefined if there is none. */
export type DeferredSource = (name: string) => unknown
export const DeferredContext = createContext<DeferredSource>(() => undefined)

type Props<T> = {
  name: string
  of: DeferredValue<T>
  fallback: ReactNode
  /** Shown when the part could not be loaded. */
  failed: ReactNode
  children: (value: T) => ReactNode
}

export function Deferred<T>(props: Props<T>) {
  return (
    <Suspense fallback={props.fallback}>
      <Settled {...props} />
    </Suspense>
  )
}

function Settled<T>({ name, of, failed, children }: Props<T>) {
  const written = useContext(DeferredContext)(name) as T | null | undefined
  const deferred = useDeferred(of)
  const value = of.promise ? deferred : (of.value ?? written ?? null)
  return (
    <>
      {value === null ? failed : children(value)}
      {of.value === undefined && <Written name={name} value={value} />}
    </>
  )
}

/** Suspends until the promise is settled; a settled part is rendered in the shell. */
export function useDeferred<T>({ promise, settled }: DeferredValue<T>): T | null {
  if (settled) return settled.value
  return promise ? use(promise) : null
}

/** The value of the part, for hydration. */
function Written({ name, value }: { name: string; value: unknown }) {
  const json = useTrustedHtml(scriptJson(value))
  return <script type="application/json" data-later={name} dangerouslySetInnerHTML={json} />
}
