// What comes of asking the origin, kept where it may be kept. With other servers about, one of them asks.
import { originError } from '../origin/origin-error.ts'
import type { CacheRequest } from './cache-request.ts'
import type { Entry } from './entry.ts'
import type { Fill, FillResult } from './fill.ts'
import { reuseOf } from './semantics/reuse.ts'
import type { SharedStore } from './store.ts'
import { select, type Tiers } from './tiers.ts'

type Options = {
  fill: Fill
  /** Hears of what is handed out. */
  recordResult: (request: CacheRequest, previous: Entry | undefined, result: FillResult) => void
  tiers: Tiers
  shared: SharedStore | undefined
  timeoutMs: number
  now: () => number
  monotonic: () => number
}

/** Never rejects. */
export function createFetchAndStore({
  fill,
  recordResult,
  tiers,
  shared,
  timeoutMs,
  now,
  monotonic,
}: Options): Fill {
  const leaseResult = async (store: SharedStore, request: CacheRequest): Promise<FillResult | undefined> => {
    const sequence = tiers.sequence()
    const isEnough = (entries: readonly Entry[]) => {
      const entry = select(entries, request)
      return entry !== undefined && reuseOf(entry, now()) === 'fresh'
    }
    const lease = await acquireLease({ shared: store, key: request.key, ms: timeoutMs, isEnough, monotonic })
    if (lease.kind === 'failed')
      return { kind: 'error', error: originError('timeout', 'another server asked in vain') }
    const entry =
      lease.kind === 'filled' ? tiers.mergeIntoMemory(lease.entries, request, sequence) : undefined
    return entry && { kind: 'entry', entry, outcome: 'miss', isStored: false }
  }

  const settle = async (request: CacheRequest, result: FillResult, sequence: number) => {
    const entry = result.kind === 'live' ? await result.entry : storedEntry(result)
    const kept = entry && tiers.storeUnlessPurged(entry, sequence)
    if (!shared) return
    if (kept) await shared.set(kept)
    await shared.release(request.key, kept ? 'filled' : result.kind === 'error' ? 'failed' : 'unshared')
  }

  return async (request, previous) => {
    const others = shared && (await leaseResult(shared, request))
    const sequence = tiers.sequence()
    const result = others ?? (await fill(request, previous))
    if (!others && (shared || result.kind === 'entry' || result.kind === 'live'))
      void settle(request, result, sequence)
    recordResult(request, previous, result)
    return result
  }
}

function storedEntry(result: FillResult): Entry | undefined {
  return result.kind === 'entry' && result.isStored ? result.entry : undefined
}

/** `ours`: this server asks. `result`: another one did, and this came of it. `failed`: another one did, in vain. */
type Lease = { kind: 'ours' } | { kind: 'filled'; entries: readonly Entry[] } | { kind: 'failed' }

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
const maxRounds = 3
/** The answer, then its body. */
const fillSteps = 2

export async function acquireLease({ shared, key, ms, isEnough, monotonic }: LeaseOptions): Promise<Lease> {
  const began = monotonic()
  for (let round = 0; round < maxRounds; round++) {
    const isOurs = await shared.claimRefresh(key, fillSteps * ms)
    const word = isOurs ? 'filled' : await shared.awaitFill(key, ms)
    // Also with the key in hand: another server may have result it since this one looked.
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
