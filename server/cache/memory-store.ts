// Memory store, bounded in bytes: a segmented LRU of new entries (probation) and entries that were requested again.
import { LRUCache } from 'lru-cache'
import { type Entry, entrySize, markPurged, matches, type Purge } from './entry.ts'

export type MemoryStore = ReturnType<typeof createMemoryStore>

/** The share of the bytes for entries that were requested once: a flood of unique URLs evicts only these. */
const probationShare = 0.2

export function createMemoryStore(maxBytes: number) {
  let onChange: (key: string) => void = () => {}
  /** Keys by tag: each response that differs purges a tag, and a search of 20 000 entries takes 3 ms. */
  const byTag = new Map<string, Set<string>>()
  const createSegment = (maxSize: number) =>
    new LRUCache<string, Entry>({
      maxSize,
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

  const putIn = (segment: typeof probation, entry: Entry) => {
    segment.set(entry.key, entry)
    if (segment.peek(entry.key) !== entry) return
    for (const tag of entry.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(entry.key))
  }
  const put = (entry: Entry) => {
    // An entry that is larger than the probation segment goes to the established one, if it fits there.
    const isEstablished = established.has(entry.key) || entrySize(entry) > probationBytes
    if (isEstablished) probation.delete(entry.key)
    putIn(isEstablished ? established : probation, entry)
  }
  const peek = (key: string) => established.peek(key) ?? probation.peek(key)
  const remove = (key: string) => established.delete(key) || probation.delete(key)
  /** The most recently used first, those that were requested again before the others. */
  const entries = () => [...established.values(), ...probation.values()]

  return {
    entries,
    delete: remove,
    peek,
    get(key: string): Entry | undefined {
      const entry = established.get(key) ?? probation.peek(key)
      // It is requested again.
      if (entry && probation.delete(key)) putIn(established, entry)
      return entry
    },
    set(entry: Entry) {
      put(entry)
      onChange(entry.key)
    },
    /** The same response with one more compressed copy. */
    setEncoded: put,
    /** Returns the number of purged entries. */
    purge(purge: Purge, now: number): number {
      const { mode, target } = purge
      const tagged = target.kind === 'tag' && [...(byTag.get(target.tag) ?? [])]
      const purged = tagged
        ? tagged.flatMap((key) => peek(key) ?? [])
        : entries().filter((entry) => matches(purge, entry))
      for (const entry of purged) {
        if (mode === 'hard') remove(entry.key)
        else markPurged(entry, mode, now)
        onChange(entry.key)
      }
      return purged.length
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
