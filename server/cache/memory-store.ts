// Memory store, bounded in bytes: a segmented LRU of new entries (probation) and entries that were requested again.
import { LRUCache } from 'lru-cache'
import type { PurgeTarget } from '../ops/purge.ts'
import { type Entry, entrySize, markPurged, type Purge } from './entry.ts'

export type MemoryStore = ReturnType<typeof createMemoryStore>

/** The share of the bytes for entries that were requested once: a flood of unique URLs evicts only these. */
const probationShare = 0.2

export function createMemoryStore(maxBytes: number) {
  let onChange: (key: string) => void = () => {}
  const byTag = new Map<string, Set<string>>()
  const createSegment = (bytes: number) =>
    new LRUCache<string, Entry>({
      maxSize: Math.max(1, bytes),
      sizeCalculation: entrySize,
      // Called for every removal, eviction included.
      dispose({ tags }, key, reason) {
        for (const tag of tags)
          if (byTag.get(tag)?.delete(key) && byTag.get(tag)?.size === 0) byTag.delete(tag)
        if (reason === 'evict') onChange(key)
      },
    })
  const probationBytes = Math.floor(maxBytes * probationShare)
  const probation = createSegment(probationBytes)
  const established = createSegment(maxBytes - probationBytes)

  const put = (segment: typeof probation, entry: Entry) => {
    segment.set(entry.key, entry)
    if (segment.peek(entry.key) !== entry) return
    for (const tag of entry.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(entry.key))
  }
  const peek = (key: string) => established.peek(key) ?? probation.peek(key)
  const remove = (key: string) => established.delete(key) || probation.delete(key)
  const keysOf = (target: PurgeTarget): string[] => {
    if (target.kind === 'tag') return [...(byTag.get(target.tag) ?? [])]
    const keys = [...established.keys(), ...probation.keys()]
    return target.kind === 'all' ? keys : keys.filter((key) => key.startsWith(target.prefix))
  }

  return {
    peek,
    get(key: string): Entry | undefined {
      const entry = established.get(key)
      if (entry) return entry
      const requestedAgain = probation.peek(key)
      if (!requestedAgain) return undefined
      probation.delete(key)
      put(established, requestedAgain)
      return requestedAgain
    },
    set(entry: Entry) {
      // An entry that is larger than the probation segment goes to the established one, if it fits there.
      const { body, responseTime } = peek(entry.key) ?? {}
      // A compressed copy alone is new.
      const isSame = body === entry.body && responseTime === entry.responseTime
      const isEstablished = established.has(entry.key) || entrySize(entry) > probationBytes
      if (isEstablished) probation.delete(entry.key)
      put(isEstablished ? established : probation, entry)
      if (!isSame) onChange(entry.key)
    },
    /** Returns the number of purged entries. */
    purge({ target, mode }: Purge, now: number): number {
      const keys = keysOf(target)
      for (const key of keys) {
        if (mode === 'hard') remove(key)
        else markPurged(peek(key)!, mode, now)
        onChange(key)
      }
      return keys.length
    },
    /** The most recently used first, those that were requested again before the others. */
    *entries(): Iterable<Entry> {
      yield* established.values()
      yield* probation.values()
    },
    /** Called for each key whose entry is another one than before, or none. */
    onChange(listener: (key: string) => void) {
      onChange = listener
    },
    usage: () => ({
      bytes: established.calculatedSize + probation.calculatedSize,
      count: established.size + probation.size,
    }),
  }
}
