// What goes on around a navigation: nothing at first, and everything else as soon as the runtime is there.

export type Outcome = 'done' | 'failed' | 'left'

export type Stage = {
  started: () => void
  /** Resolves when the old page has left the screen. */
  leave: () => Promise<void>
  /** The new page is on screen and in its place. */
  entered: (queryOnly: boolean) => void
  ended: (outcome: Outcome) => void
  /** The data of a page that was fetched before. */
  prefetched: (url: string) => Promise<unknown> | undefined
  /** The server runs another build by now. */
  outdated: () => boolean
  /** Nobody answered; `retry` tries the same again. */
  unreachable: (retry: () => void) => void
}

export const emptyStage: Stage = {
  started() {},
  leave: () => Promise.resolve(),
  entered() {},
  ended() {},
  prefetched: () => undefined,
  outdated: () => false,
  unreachable() {},
}
