// Navigation hooks: what the runtime adds around a navigation. They do nothing until the runtime is loaded.

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
  /** There was no response; `retry` repeats the navigation. */
  unreachable: (retry: () => void) => void
}

export const noHooks: NavigationHooks = {
  started() {},
  async leave() {},
  entered() {},
  ended() {},
  prefetched: () => undefined,
  outdated: () => false,
  unreachable() {},
}
