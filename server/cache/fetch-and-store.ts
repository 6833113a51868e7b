// What comes of asking the origin, kept where it may be kept. With other servers about, one of them asks.
import { originError } from '../origin/origin-error.ts'
import type { CacheRequest } from './cache-request.ts'
import type { Entry } from './entry.ts'
import type { Fill, Filled } from './fill.ts'
import { reuseOf } from './semantics/reuse.ts'
import type { SharedStore } from './store.ts'
import { select, type Tiers } from './tiers.ts'

type Options = {
  fill: Fill
  /** Hears of what is handed out. */
  note: (request: CacheRequest, previous: Entry | undefined, filled: Filled) => void
  tiers: Tiers
  shared: SharedStore | undefined
  timeoutMs: number
  now: () => number
  monotonic: () => number
}

/** Never rejects. */
export function createObtain({ fill, note, tiers, shared, timeoutMs, now, monotonic }: Options): Fill {
  const ofOthers = async (store: SharedStore, request: CacheRequest): Promise<Filled | undefined> => {
    const moment = tiers.moment()
    const isEnough = (entries: readonly Entry[]) => {
      const entry = select(entries, request)
      return entry !== undefined && reuseOf(entry, now()) === 'fresh'
    }
    const turn = await takeTurn({ shared: store, key: request.key, ms: timeoutMs, isEnough, monotonic })
    if (turn.kind === 'failed')
      return { kind: 'error', error: originError('timeout', 'another server asked in vain') }
    const entry = turn.kind === 'filled' ? tiers.takeOver(turn.entries, request, moment) : undefined
    return entry && { kind: 'entry', entry, outcome: 'miss', isStored: false }
  }

  const settle = async (request: CacheRequest, filled: Filled, moment: number) => {
    const entry = filled.kind === 'live' ? await filled.entry : storedEntry(filled)
    const kept = entry && tiers.keep(entry, moment)
    if (!shared) return
    if (kept) await shared.set(kept)
    await shared.release(request.key, kept ? 'filled' : filled.kind === 'error' ? 'failed' : 'unshared')
  }

  return async (request, previous) => {
    const others = shared && (await ofOthers(shared, request))
    const moment = tiers.moment()
    const filled = others ?? (await fill(request, previous))
    if (!others && (shared || filled.kind === 'entry' || filled.kind === 'live'))
      void settle(request, filled, moment)
    note(request, previous, filled)
    return filled
  }
}

function storedEntry(filled: Filled): Entry | undefined {
  return filled.kind === 'entry' && filled.isStored ? filled.entry : undefined
}

/** `ours`: this server asks. `filled`: another one did, and this came of it. `failed`: another one did, in vain. */
type Turn = { kind: 'ours' } | { kind: 'filled'; entries: readonly Entry[] } | { kind: 'failed' }

type LeaseOptions = {
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

export async function takeTurn({ shared, key, ms, isEnough, monotonic }: LeaseOptions): Promise<Turn> {
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
