// Whose turn it is to ask the origin for a key, where several servers share a tier.
import type { Entry } from './entry.ts'
import type { SharedStore } from './store.ts'

/** `ours`: this server asks. `filled`: another one did, and this came of it. `failed`: another one did, in vain. */
export type Turn = { kind: 'ours' } | { kind: 'filled'; entries: readonly Entry[] } | { kind: 'failed' }

type Options = {
  shared: SharedStore
  key: string
  /** For one step of a fill, and for the longest wait for another server's. */
  ms: number
  /** Whether these entries save the request to the origin. */
  isEnough: (entries: readonly Entry[]) => boolean
  monotonic: () => number
}

/** Another server's failure is taken for ours only after this time: before, there is enough left for a try of our own. */
const ownTryMs = 1000
const mostRounds = 3
/** The answer, then its body. */
const stepsOfFill = 2

export async function takeTurn({ shared, key, ms, isEnough, monotonic }: Options): Promise<Turn> {
  const began = monotonic()
  for (let round = 0; round < mostRounds; round++) {
    const isOurs = await shared.claimRefresh(key, stepsOfFill * ms)
    const word = isOurs ? 'filled' : await shared.awaitFill(key, ms)
    // Also with the key in hand: another server may have filled it since this one looked.
    const entries = await shared.get(key)
    if (isEnough(entries)) {
      if (isOurs) void shared.release(key, 'filled')
      return { kind: 'filled', entries }
    }
    if (isOurs || word === 'unshared') return { kind: 'ours' }
    if (word === 'failed') return { kind: monotonic() - began < ownTryMs ? 'ours' : 'failed' }
  }
  return { kind: 'ours' }
}
