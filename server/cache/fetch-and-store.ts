// Fetch and store: one request to the origin, its response stored where it may be.
import type { CacheRequest } from './cache-request.ts'
import { withoutLifetime } from './cache-response.ts'
import type { Entry } from './entry.ts'
import type { Fill } from './fill.ts'
import type { FillResult } from './fill-result.ts'
import { reuseOf } from './semantics/reuse.ts'
import type { SharedStore } from './store.ts'
import type { Tiers } from './tiers.ts'

type FetchAndStoreOptions = {
  fill: Fill
  /** Called with every result. */
  record: (request: CacheRequest, previous: Entry | undefined, result: FillResult) => void
  tiers: Tiers
  shared: SharedStore | undefined
  now: () => number
}

/** Never rejects. */
export function createFetchAndStore({ fill, record, tiers, shared, now }: FetchAndStoreOptions): Fill {
  const settle = async (result: FillResult, sequence: number) => {
    const entry = result.kind === 'live' ? await result.entry : storedEntry(result)
    const stored = entry && tiers.storeUnlessPurged(entry, sequence)
    if (stored) await shared?.set(stored)
  }

  /** What another server has refreshed since this one stored `previous`. */
  const refreshed = async (request: CacheRequest, previous: Entry): Promise<FillResult | undefined> => {
    const entry = await tiers.fromShared(request)
    if (!entry || entry === previous || reuseOf(entry, now()) !== 'fresh') return undefined
    return { kind: 'entry', entry, outcome: 'miss', isStored: false }
  }

  return async (request, previous) => {
    const others = shared && previous && (await refreshed(request, previous))
    const sequence = tiers.sequence()
    const result = others ?? (await fill(request, previous))
    void settle(result, sequence)
    record(request, previous, result)
    if (result.kind !== 'entry' || !tiers.isPurgedSince(sequence, result.entry)) return result
    const { entry } = result
    return { ...result, entry: { ...entry, fields: withoutLifetime(entry.fields) } }
  }
}

function storedEntry(result: FillResult): Entry | undefined {
  return result.kind === 'entry' && result.isStored ? result.entry : undefined
}
