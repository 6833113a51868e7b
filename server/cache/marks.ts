// What is remembered of a key for a short time.
import { LRUCache } from 'lru-cache'

const mostMarks = 10_000
const mostBytes = 8 * 1024 * 1024

export type Marks<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, ms: number) => void
}

/** `sizeOf`: bytes of a value, so that marks on many keys stay small together. */
export function createMarks<T extends NonNullable<unknown>>(
  monotonic: () => number,
  sizeOf: (value: T) => number = () => 0,
): Marks<T> {
  const marks = new LRUCache<string, { value: T; until: number }>({
    max: mostMarks,
    maxSize: mostBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 128,
  })
  return {
    get(key) {
      const mark = marks.get(key)
      if (!mark) return undefined
      if (mark.until > monotonic()) return mark.value
      marks.delete(key)
      return undefined
    },
    set(key, value, ms) {
      const known = marks.get(key)
      // The same again is only longer, and costs no weighing.
      if (known?.value === value) known.until = monotonic() + ms
      else marks.set(key, { value, until: monotonic() + ms })
    },
  }
}
