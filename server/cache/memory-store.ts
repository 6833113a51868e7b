// Memory store (L1), bounded in bytes: a segmented LRU of new entries (probation) and entries that were requested again.
import { LRUCache } from 'lru-cache'
import type { PurgeTarget } from '../ops/purge.ts'
import { type Entry, entrySize, purgedFields } from './entry.ts'
import type { MemoryStore } from './store.ts'

type MemoryStoreOptions = {
  maxBytes: number
  /** Variants of one key (RFC 9111 §4.1); beyond that the oldest is evicted. */
  maxVariants?: number
  tagged?: TagIndex
}

/** The share of the bytes for entries that were requested once: a flood of unique URLs evicts only these. */
const probationShare = 0.2

type Slot = { variants: Entry[]; bytes: number }

export function createMemoryStore({
  maxBytes,
  maxVariants = 16,
  tagged = createTagIndex(),
}: MemoryStoreOptions): MemoryStore {
  const slots = createSegments(maxBytes, tagged)

  const keysOf = (target: PurgeTarget): string[] => {
    if (target.kind === 'tag') return tagged.keys(target.tag)
    const keys = slots.keys()
    return target.kind === 'all' ? keys : keys.filter((key) => key.startsWith(target.prefix))
  }

  return {
    get: (key) => slots.get(key)?.variants ?? [],

    set(entry) {
      const old = slots.peek(entry.key)?.variants ?? []
      const others = old.filter((variant) => variant.selecting.key !== entry.selecting.key)
      const variants = [entry, ...others].slice(0, maxVariants)
      const bytes = variants.reduce((sum, variant) => sum + entrySize(variant), 0)
      slots.set(entry.key, { variants, bytes })
    },

    delete: slots.delete,

    purge(target, mode, now) {
      let count = 0
      for (const key of keysOf(target)) {
        const variants = slots.peek(key)?.variants ?? []
        count += variants.length
        if (mode === 'hard') slots.delete(key)
        else for (const variant of variants) Object.assign(variant, purgedFields(variant, mode, now))
      }
      return count
    },

    *entries() {
      for (const { variants } of slots.values()) yield* variants
    },

    usage: slots.usage,
  }
}

/** The segmented LRU: a slot for each key, in the probation segment until its second request. */
function createSegments(maxBytes: number, tagged: TagIndex) {
  const probationBytes = Math.max(1, Math.floor(maxBytes * probationShare))
  // Every removal from a segment, eviction included, removes the key from the tag index.
  const createSegment = (bytes: number) =>
    new LRUCache<string, Slot>({
      maxSize: bytes,
      sizeCalculation: (slot) => slot.bytes,
      dispose: (slot, key) => tagged.remove(key, tagsOf(slot)),
    })
  const probation = createSegment(probationBytes)
  const established = createSegment(Math.max(1, maxBytes - probationBytes))

  const put = (segment: LRUCache<string, Slot>, key: string, slot: Slot) => {
    segment.set(key, slot)
    if (segment.has(key)) tagged.add(key, tagsOf(slot))
  }

  return {
    peek: (key: string) => established.peek(key) ?? probation.peek(key),
    get(key: string): Slot | undefined {
      const known = established.get(key)
      if (known) return known
      const onProbation = probation.peek(key)
      if (!onProbation) return undefined
      probation.delete(key)
      put(established, key, onProbation)
      return onProbation
    },
    set(key: string, slot: Slot) {
      // A slot larger than the probation segment goes to the established one, if it fits there.
      const isEstablished = established.has(key) || slot.bytes > probationBytes
      if (isEstablished) probation.delete(key)
      put(isEstablished ? established : probation, key, slot)
    },
    delete(key: string) {
      established.delete(key)
      probation.delete(key)
    },
    keys: () => [...established.keys(), ...probation.keys()],
    *values() {
      yield* established.values()
      yield* probation.values()
    },
    usage: () => ({
      bytes: established.calculatedSize + probation.calculatedSize,
      count: established.size + probation.size,
    }),
  }
}

/** Variants share most of their tags. */
function tagsOf({ variants }: Slot): string[] {
  return variants.flatMap(({ tags }) => tags)
}

export type TagIndex = {
  add: (key: string, tags: Iterable<string>) => void
  remove: (key: string, tags: Iterable<string>) => void
  keys: (tag: string) => string[]
}

export function createTagIndex(): TagIndex {
  const byTag = new Map<string, Set<string>>()
  return {
    add(key, tags) {
      for (const tag of tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(key))
    },
    remove(key, tags) {
      for (const tag of tags) {
        const keys = byTag.get(tag)
        keys?.delete(key)
        if (keys?.size === 0) byTag.delete(tag)
      }
    },
    keys: (tag) => [...(byTag.get(tag) ?? [])],
  }
}
