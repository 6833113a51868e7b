// Which keys carry a tag, so that a purge by tag need not look at all of them.

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
