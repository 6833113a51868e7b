// Fetch and store: one request to the origin, its response stored where it may be. Servers that share Redis take a lease.
import { originError } from '../base/origin-error.ts'
import type { CacheRequest } from './cache-request.ts'
import type { Entry } from './entry.ts'
import type { Fill } from './fill.ts'
import type { FillResult } from './fill-result.ts'
import { reuseOf } from './semantics/reuse.ts'
import type { SharedStore } from './store.ts'
import { select, type Tiers } from './tiers.ts'

type FetchAndStoreOptions = {
  fill: Fill
  /** Called with every result. */
  record: (request: CacheRequest, previous: Entry | undefined, result: FillResult) => void
  tiers: Tiers
  shared: SharedStore | undefined
  timeoutMs: number
  now: () => number
  monotonic: () => number
}

/** Never rejects. */
export function createFetchAndStore(options: FetchAndStoreOptions): Fill {
  const { fill, record, tiers, shared, timeoutMs, now, monotonic } = options
  const leaseResult = async (store: SharedStore, request: CacheRequest): Promise<FillResult | undefined> => {
    const sequence = tiers.sequence()
    const isEnough = (entries: readonly Entry[]) => {
      const entry = select(entries, request)
      return entry !== undefined && reuseOf(entry, now()) === 'fresh'
    }
    const lease = await acquireLease({ shared: store, key: request.key, ms: timeoutMs, isEnough, monotonic })
    if (lease.kind === 'failed')
      return { kind: 'error', error: originError('timeout', 'the request of another server failed') }
    const entry =
      lease.kind === 'filled' ? tiers.mergeIntoMemory(lease.entries, request, sequence) : undefined
    return entry && { kind: 'entry', entry, outcome: 'miss', isStored: false }
  }

  const settle = async (request: CacheRequest, result: FillResult, sequence: number) => {
    const entry = result.kind === 'live' ? await result.entry : storedEntry(result)
    const stored = entry && tiers.storeUnlessPurged(entry, sequence)
    if (!shared) return
    if (stored) await shared.set(stored)
    await shared.release(request.key, stored ? 'filled' : result.kind === 'error' ? 'failed' : 'unshared')
  }

  return async (request, previous) => {
    const others = shared && (await leaseResult(shared, request))
    const sequence = tiers.sequence()
    const result = others ?? (await fill(request, previous))
    if (!others && (shared || result.kind === 'entry' || result.kind === 'live'))
      void settle(request, result, sequence)
    record(request, previous, result)
    return result
  }
}

function storedEntry(result: FillResult): Entry | undefined {
  return result.kind === 'entry' && result.isStored ? result.entry : undefined
}

/** `ours`: this server fetches. `filled`: another server did and stored `entries`. `failed`: the fetch of another server failed. */
type Lease = { kind: 'ours' } | { kind: 'filled'; entries: readonly Entry[] } | { kind: 'failed' }

type LeaseOptions = {
  shared: SharedStore
  key: string
  /** Time limit of one step of a fill, and of the wait for another server's fill. */
  ms: number
  /** Whether these entries make a request to the origin unnecessary. */
  isEnough: (entries: readonly Entry[]) => boolean
  monotonic: () => number
}

/** Before this time another server's failure leaves enough time for an own request. */
const ownTryMs = 1000
const maxRounds = 3
/** The head of the response, then its body. */
const fillSteps = 2

export async function acquireLease({ shared, key, ms, isEnough, monotonic }: LeaseOptions): Promise<Lease> {
  const began = monotonic()
  for (let round = 0; round < maxRounds; round++) {
    const isOurs = await shared.claimRefresh(key, fillSteps * ms)
    const outcome = isOurs ? 'filled' : await shared.awaitFill(key, ms)
    // With the lease as well: another server may have filled the key since the last lookup.
    const entries = await shared.get(key)
    if (isEnough(entries)) {
      if (isOurs) void shared.release(key, 'filled')
      return { kind: 'filled', entries }
    }
    if (isOurs || outcome === 'unshared') return { kind: 'ours' }
    if (outcome === 'failed') return { kind: monotonic() - began < ownTryMs ? 'ours' : 'failed' }
  }
  return { kind: 'ours' }
}
