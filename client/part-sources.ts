// Sources of deferred parts and islands: every page provides them; only pages with such parts load the components.
import { createContext, type ReactNode, use } from 'react'
import type { Island as Slot } from '../shared/island.ts'
import type { Deferred as DeferredValue } from '../shared/payload.ts'

/** Reads the value that the server wrote into the document; undefined if there is none. */
export type DeferredSource = (name: string) => unknown
export const DeferredContext = createContext<DeferredSource>(() => undefined)

export type IslandSource = {
  /** On the server. */
  render?: (island: Slot, data: unknown) => ReactNode
  /** In a browser: HTML in the document or fetched before. */
  known: (id: string) => string | undefined
  /** Fetches the HTML when `element` comes near the viewport; undefined on failure. Returns a function that cancels it. */
  whenNear: (element: Element, island: Slot, callback: (html: string | undefined) => void) => () => void
}

export const IslandContext = createContext<IslandSource | undefined>(undefined)

/** Suspends until the promise is settled; a settled part is rendered in the shell. */
export function useDeferred<T>({ promise, settled }: DeferredValue<T>): T | null {
  if (settled) return settled.value
  return promise ? use(promise) : null
}
