// Deferred: a part of a page that may load longer than what stands before it. The document waits in its place, so that the
// bytes are the same for everybody: no fallback, no inline script.
import { createContext, type ReactNode, useContext } from 'react'
import type { Deferred as DeferredValue } from '../shared/payload.ts'

export type PendingPart = { promise: Promise<unknown>; view: (value: unknown) => ReactNode }

/** Collects the pending parts of what is rendered, in their order. */
export const PendingPartsContext = createContext<PendingPart[] | undefined>(undefined)

/** The HTML of a pending part until it is rendered in its place. */
export const pendingMark = '<template data-later=""></template>'

type Props<T> = {
  of: DeferredValue<T>
  /** Shown when the part could not be loaded. */
  failed: ReactNode
  children: (value: T) => ReactNode
}

/** A settled part is rendered in its place: an error in it is one of the page. */
export function Deferred<T>({ of: { promise, settled }, failed, children }: Props<T>) {
  const pendingParts = useContext(PendingPartsContext)
  const shown = (value: T | null) => (value === null ? failed : children(value))
  if (settled || !promise || !pendingParts) return shown(settled?.value ?? null)
  // The value is that of `promise`.
  pendingParts.push({ promise, view: (value) => shown(value as T | null) })
  return <template data-later="" />
}
