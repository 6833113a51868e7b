// Deferred: a part of a page that may be streamed after the shell.
import { type ReactNode, Suspense, use } from 'react'
import type { Deferred as DeferredValue } from '../shared/payload.ts'

type Props<T> = {
  of: DeferredValue<T>
  fallback: ReactNode
  /** Shown when the part could not be loaded. */
  failed: ReactNode
  children: (value: T) => ReactNode
}

/** A settled part is rendered in its place: an error in it is one of the page, and not hidden by a fallback. */
export function Deferred<T>({ of: { promise, settled }, fallback, failed, children }: Props<T>) {
  const shown = (value: T | null) => (value === null ? failed : children(value))
  if (settled || !promise) return shown(settled?.value ?? null)
  return (
    <Suspense fallback={fallback}>
      <Pending promise={promise}>{shown}</Pending>
    </Suspense>
  )
}

function Pending<T>({ promise, children }: { promise: Promise<T>; children: (value: T) => ReactNode }) {
  return children(use(promise))
}
