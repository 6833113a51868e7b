// A naive memory tier: everything that was ever set and neither replaced nor removed.
import { type Entry, entrySize } from '../../../server/cache/entry.ts'
import type { TagIndex } from '../../../server/cache/memory-store.ts'
import type { MemoryStore } from '../../../server/cache/store.ts'
import type { PurgeTarget } from '../../../server/ops/purge.ts'

type MemoryModel = ReturnType<typeof createMemoryModel>

export function createMemoryModel() {
  const byKey = new Map<string, Entry[]>()
  return {
    /** The newest first. */
    get: (key: string): readonly Entry[] => byKey.get(key) ?? [],
    set(entry: Entry) {
      const { key, selecting } = entry
      const others = (byKey.get(key) ?? []).filter((variant) => variant.selecting.key !== selecting.key)
      byKey.set(key, [entry, ...others])
    },
    keep(isKept: (entry: Entry) => boolean) {
      for (const [key, entries] of byKey) byKey.set(key, entries.filter(isKept))
    },
  }
}

/** Those of `held` that a purge is about: a tag of one variant is a tag of its key. */
export function matchedBy(target: PurgeTarget, held: readonly Entry[]): Entry[] {
  switch (target.kind) {
    case 'all':
      return [...held]
    case 'key':
      return held.filter(({ key }) => key.startsWith(target.prefix))
    case 'tag': {
      const keys = new Set(held.filter(({ tags }) => tags.includes(target.tag)).map(({ key }) => key))
      return held.filter(({ key }) => keys.has(key))
    }
    default:
      return target satisfies never
  }
}

type Compared = { store: MemoryStore; model: MemoryModel; tagged: TagIndex; maxBytes: number; tags: string[] }

/** What is wrong with the store, if anything. */
export function differences({ store, model, tagged, maxBytes, tags }: Compared): string[] {
  const held = [...store.entries()]
  const keys = new Set(held.map(({ key }) => key))
  const bytes = held.reduce((sum, entry) => sum + entrySize(entry), 0)
  const { bytes: counted, count } = store.usage()
  const checks: [isWrong: boolean, problem: string][] = [
    [held.some((entry) => !model.get(entry.key).includes(entry)), 'holds what was removed or replaced'],
    [new Set(held).size !== held.length, 'holds an entry twice'],
    [bytes !== counted, `counts ${counted} bytes for ${bytes}`],
    [bytes > maxBytes, `holds ${bytes} bytes of ${maxBytes}`],
    [count !== keys.size, `counts ${count} keys of ${keys.size}`],
    [tags.some((tag) => tagged.keys(tag).some((key) => !keys.has(key))), 'a tag names an evicted key'],
  ]
  return checks.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []))
}
