// A part of a page that may arrive after the shell, with its value beside it for the browser.
import { createContext, type ReactNode, Suspense, use, useContext } from 'react'
import { type Later as LaterValue, scriptJson } from '../shared/payload.ts'
import { useTrustedHtml } from './trusted-html.ts'

/** Reads the value that the server wrote into the document; undefined where there is none. */
export type LaterSource = (name: string) => unknown
export const LaterContext = createContext<LaterSource>(() => undefined)

type Props<T> = {
  name: string
  of: LaterValue<T>
  fallback: ReactNode
  /** Shown when the part could not be loaded. */
  failed: ReactNode
  children: (value: T) => ReactNode
}

export function Later<T>(props: Props<T>) {
  return (
    <Suspense fallback={props.fallback}>
      <Settled {...props} />
    </Suspense>
  )
}

function Settled<T>({ name, of, failed, children }: Props<T>) {
  const written = useContext(LaterContext)(name) as T | null | undefined
  const deferred = useDeferred(of)
  const value = of.promise ? deferred : (of.value ?? written ?? null)
  return (
    <>
      {value === null ? failed : children(value)}
      {of.value === undefined && <Written name={name} value={value} />}
    </>
  )
}

/** Suspends until the part has come; not where it has already, so that it is in its place in the shell. */
export function useDeferred<T>({ promise, settled }: LaterValue<T>): T | null {
  if (settled) return settled.value
  return promise ? use(promise) : null
}

/** The value beside the part, for the browser that hydrates it. */
function Written({ name, value }: { name: string; value: unknown }) {
  const json = useTrustedHtml(scriptJson(value))
  return <script type="application/json" data-later={name} dangerouslySetInnerHTML={json} />
}
