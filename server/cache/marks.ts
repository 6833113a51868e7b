// What is remembered of a key for a short time.
import { LRUCache } from 'lru-cache'

const mostMarks = 10_000

export type Marks<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, ms: number) => void
}

export function createMarks<T extends NonNullable<unknown>>(now: () => number): Marks<T> {
  const marks = new LRUCache<string, { value: T; until: number }>({ max: mostMarks })
  return {
    get(key) {
      const mark = marks.get(key)
      if (!mark) return undefined
      if (mark.until > now()) return mark.value
      marks.delete(key)
      return undefined
    },
    set: (key, value, ms) => void marks.set(key, { value, until: now() + ms }),
  }
}
