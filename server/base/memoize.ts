// Memoize: bounded storage of the results of a pure function, by key.
import { LRUCache } from 'lru-cache'

type MemoizeOptions<Arguments extends unknown[], Result> = {
  /** Everything that the result depends on; undefined: not stored. */
  keyOf: (...given: Arguments) => string | undefined
  /** A number of results, or of bytes by the size of each. */
  bound: { entries: number } | { bytes: number; sizeOf: (result: NonNullable<Result>) => number }
}

/** The bound of an LRU cache that may be large: with lru-cache's `max` it allocates all its entries when it is created. */
export function mostEntries(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

/** LRU; undefined is not stored. Call it in a factory: the results live as long as the returned function. */
export function memoize<Arguments extends unknown[], Result>(
  make: (...given: Arguments) => Result,
  { keyOf, bound }: MemoizeOptions<Arguments, Result>,
): (...given: Arguments) => Result {
  const stored = new LRUCache<string, NonNullable<Result>>(
    'entries' in bound
      ? mostEntries(bound.entries)
      : { maxSize: bound.bytes, sizeCalculation: (result) => Math.max(1, bound.sizeOf(result)) },
  )
  return (...given) => {
    const key = keyOf(...given)
    if (key === undefined) return make(...given)
    const known = stored.get(key)
    if (known !== undefined) return known
    const made = make(...given)
    if (made !== undefined && made !== null) stored.set(key, made)
    return made
  }
}
