// Navigation hooks: what the runtime adds around a navigation. They do nothing until the runtime is loaded.
import type { DocumentState } from '../../shared/payload.ts'
import type { AnyPage } from '../page.ts'

export type View = { state: DocumentState; page: AnyPage | undefined; url: string }

export type Outcome = 'done' | 'failed' | 'left'

export type NavigationHooks = {
  started: () => void
  /** Resolves when the leave transition of the old page has ended. */
  leave: () => Promise<void>
  /** The new page is rendered and scrolled. */
  entered: (queryOnly: boolean) => void
  ended: (outcome: Outcome) => void
  /** The prefetched data of a page. */
  prefetched: (url: string) => Promise<unknown> | undefined
  /** Whether the server runs another build. */
  outdated: () => boolean
  /** Whether the server responds. */
  reachable: () => Promise<boolean>
  /** There was no response; `retry` repeats the navigation. Returns the page as it was loaded before, if it was. */
  unreachable: (url: string, retry: () => void) => View | undefined
}

export const noHooks: NavigationHooks = {
  started() {},
  async leave() {},
  entered() {},
  ended() {},
  prefetched: () => undefined,
  outdated: () => false,
  reachable: async () => true,
  unreachable: () => undefined,
}
