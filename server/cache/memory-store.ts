// Entries in memory, bounded in bytes, in two parts: new ones on probation, and those that were asked for again.
import { LRUCache } from 'lru-cache'
import { type Entry, entrySize } from './entry.ts'
import type { MemoryStore, PurgeMode, PurgeTarget } from './store.ts'

type Options = {
  maxBytes: number
  /** Of all bytes, for entries that were asked for once; a flood of unique addresses turns over only this part. */
  probationShare?: number
  /** Of one key (RFC 9111 §4.1); more of them push the oldest out. */
  maxVariants?: number
}

type Slot = { variants: Entry[]; bytes: number }

export function createMemoryStore({
  maxBytes,
  probationShare = 0.2,
  maxVariants = 16,
}: Options): MemoryStore {
  const probationBytes = Math.floor(maxBytes * probationShare)
  const byTag = new Map<string, Set<string>>()
  const untag = (slot: Slot, key: string) => {
    for (const tag of tagsOf(slot)) {
      const keys = byTag.get(tag)
      keys?.delete(key)
      if (keys?.size === 0) byTag.delete(tag)
    }
  }
  const createPart = (bytes: number) =>
    new LRUCache<string, Slot>({
      maxSize: Math.max(1, bytes),
      sizeCalculation: (slot) => slot.bytes,
      dispose: (slot, key, reason) => {
        if (reason !== 'set' && !moving) untag(slot, key)
      },
    })
  let moving = false
  const probation = createPart(probationBytes)
  const established = createPart(maxBytes - probationBytes)

  const promote = (key: string, slot: Slot) => {
    moving = true
    probation.delete(key)
    moving = false
    established.set(key, slot)
  }

  const keysOf = (target: PurgeTarget): string[] => {
    if (target.kind === 'tag') return [...(byTag.get(target.tag) ?? [])]
    const keys = [...established.keys(), ...probation.keys()]
    return target.kind === 'all' ? keys : keys.filter((key) => key.startsWith(target.prefix))
  }

  const store: MemoryStore = {
    get(key) {
      const known = established.get(key)
      if (known) return known.variants
      const found = probation.get(key)
      if (!found) return []
      promote(key, found)
      return found.variants
    },

    set(entry) {
      const { key } = entry
      const part = established.has(key) ? established : probation
      const old = part.peek(key)?.variants ?? []
      const others = old.filter((variant) => variant.selecting.key !== entry.selecting.key)
      const variants = [entry, ...others].slice(0, maxVariants)
      const slot = { variants, bytes: variants.reduce((sum, variant) => sum + entrySize(variant), 0) }
      // An entry larger than probation is kept with the established ones, if it fits there at all.
      if (part === probation && slot.bytes > probationBytes) established.set(key, slot)
      else part.set(key, slot)
      if (!established.has(key) && !probation.has(key)) return
      for (const tag of entry.tags) byTag.set(tag, (byTag.get(tag) ?? new Set()).add(key))
    },

    delete(key) {
      established.delete(key)
      probation.delete(key)
    },

    purge(target: PurgeTarget, mode: PurgeMode, now: number) {
      const keys = keysOf(target)
      for (const key of keys) {
        if (mode === 'hard') store.delete(key)
        else
          for (const entry of established.peek(key)?.variants ?? probation.peek(key)?.variants ?? [])
            entry.purgedAt = now
      }
      return keys.length
    },

    *entries() {
      for (const part of [established, probation]) for (const slot of part.values()) yield* slot.variants
    },

    usage: () => ({
      bytes: established.calculatedSize + probation.calculatedSize,
      count: established.size + probation.size,
    }),
  }
  return store
}

function tagsOf({ variants }: Slot): Set<string> {
  return new Set(variants.flatMap(({ tags }) => tags))
}
