// Deferred: a part of a page that may be streamed after the shell, followed by its value for hydration.
import { type ReactNode, Suspense, useContext } from 'react'
import { type Deferred as DeferredValue, scriptJson } from '../shared/payload.ts'
import { DeferredContext, useDeferred } from './part-sources.ts'
import { useTrustedHtml } from './trusted-html.ts'

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

/** The value of the part, for hydration. */
function Written({ name, value }: { name: string; value: unknown }) {
  const json = useTrustedHtml(scriptJson(value))
  return <script type="application/json" data-later={name} dangerouslySetInnerHTML={json} />
}
