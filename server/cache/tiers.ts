// The two cache tiers, memory (L1) and shared (L2), as one. A response read before a purge does not undo the purge.
import { type PurgeMode, type PurgeTarget, purgeModes } from '../ops/purge.ts'
import { isContentTag } from '../origin/content-tags.ts'
import type { CacheRequest } from './cache-request.ts'
import { type Entry, purgedFields } from './entry.ts'
import { selectingKey } from './semantics/reuse.ts'
import type { MemoryStore, PurgeListener, SharedStore } from './store.ts'

type TiersOptions = {
  memory: MemoryStore
  shared: SharedStore | undefined
  now: () => number
  /** Called for every purge, of this server and of others. */
  onPurge: PurgeListener
}

export type Tiers = ReturnType<typeof createTiers>

export function createTiers({ memory, shared, now, onPurge }: TiersOptions) {
  const purges = createRecentPurges()
  const readShared = shared && createSharedReads(shared, purges.sequence)

  /** Stores the entry in memory, with the purges since `sequence` applied; undefined where one of them removed it. */
  const storeUnlessPurged = (entry: Entry, sequence: number): Entry | undefined => {
    const mode = purges.since(sequence, entry)
    if (mode === 'hard') return undefined
    const updated = mode ? { ...entry, ...purgedFields(entry, mode, now()) } : entry
    memory.set(updated)
    return updated
  }

  const mergeIntoMemory = (entries: readonly Entry[], request: CacheRequest, sequence: number) => {
    // Memory may have a newer response than the shared tier.
    const known = memory.get(request.key)
    const newer = entries.filter((entry) => !known.some((other) => isLater(other, entry)))
    // The oldest is stored first, because memory returns the last stored first.
    const stored = newer.toReversed().flatMap((entry) => storeUnlessPurged(entry, sequence) ?? [])
    return select(stored.toReversed(), request) ?? select(known, request)
  }

  const recordPurge: PurgeListener = (target, mode) => {
    purges.record(target, mode)
    onPurge(target, mode)
  }
  shared?.onPurge((target, mode) => {
    recordPurge(target, mode)
    memory.purge(target, mode, now())
  })

  return {
    sequence: purges.sequence,
    storeUnlessPurged,
    /** Whether the entry was purged since `sequence`. */
    isPurgedSince: (sequence: number, entry: Entry) => purges.since(sequence, entry) !== undefined,
    fromMemory: (request: CacheRequest) => select(memory.get(request.key), request),
    async fromShared(request: CacheRequest): Promise<Entry | undefined> {
      if (!readShared) return undefined
      const { entries, sequence } = await readShared(request.key)
      return mergeIntoMemory(entries, request, sequence)
    },
    remove(key: string) {
      memory.delete(key)
      void shared?.delete(key)
    },
    /** Resolves with the number of purged entries. */
    async purge(target: PurgeTarget, mode: PurgeMode): Promise<number> {
      recordPurge(target, mode)
      const count = memory.purge(target, mode, now())
      return Math.max(count, (await shared?.purge(target, mode)) ?? 0)
    },
  }
}

type Read = { entries: readonly Entry[]; sequence: number }

/** Reads of the shared tier. Concurrent lookups of one key share one read. */
function createSharedReads(store: SharedStore, sequenceNow: () => number) {
  const reading = new Map<string, Promise<Read>>()
  return (key: string): Promise<Read> => {
    const known = reading.get(key)
    if (known) return known
    const sequence = sequenceNow()
    const read = store.get(key).then((entries) => ({ entries, sequence }))
    reading.set(key, read)
    return read.finally(() => reading.delete(key))
  }
}

/** A newer response for the same variant. */
function isLater(one: Entry, other: Entry): boolean {
  return one.selecting.key === other.selecting.key && one.responseTime > other.responseTime
}

/** The variant that this request selects (RFC 9111 §4.1). */
function select(entries: readonly Entry[], { fill }: CacheRequest): Entry | undefined {
  return entries.find(({ selecting }) => selecting.key === selectingKey(selecting.names, fill.headers))
}

const maxRecentPurges = 1000

/** The latest purges, numbered: `since(sequence)` finds those after an earlier `sequence()`. */
function createRecentPurges() {
  let count = 0
  let purges: { target: PurgeTarget; mode: PurgeMode }[] = []
  return {
    sequence: () => count,
    record(target: PurgeTarget, mode: PurgeMode) {
      count++
      purges = [...purges.slice(1 - maxRecentPurges), { target, mode }]
    },
    /** The strictest purge since `sequence` that matches this entry. */
    since(sequence: number, entry: Entry): PurgeMode | undefined {
      if (sequence === count) return undefined
      if (count - sequence > purges.length) return 'hard'
      const modes = purges
        .slice(sequence - count)
        .flatMap(({ target, mode }) => (matchesTarget(target, entry) ? [mode] : []))
      return purgeModes.findLast((mode) => modes.includes(mode))
    },
  }
}

/** Whether a purge matches a key with these tags. */
function matchesTarget(target: PurgeTarget, { key, tags }: Pick<Entry, 'key' | 'tags'>): boolean {
  if (target.kind === 'all') return true
  return target.kind === 'tag' ? tags.includes(target.tag) : key.startsWith(target.prefix)
}

/** Whether a purge matches a response that is being fetched, whose tags may not be known yet. */
export function mayMatch(target: PurgeTarget, subject: Pick<Entry, 'key' | 'tags'>): boolean {
  return matchesTarget(target, subject) || (target.kind === 'tag' && isContentTag(target.tag))
}
