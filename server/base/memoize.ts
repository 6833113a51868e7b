// Memoize: bounded storage of the results of a pure function, by key.
import { LRUCache } from 'lru-cache'

type MemoizeOptions<Arguments extends unknown[], Result> = {
  /** Everything that the result depends on. */
  keyOf: (...given: Arguments) => string
  /** The bound, as lru-cache has it: by the size of each result. */
  maxSize: number
  sizeCalculation: (result: NonNullable<Result>) => number
}

/** The bound of an LRU cache that may be large: with lru-cache's `max` it allocates all its entries when it is created. */
export function mostEntries(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 }
}

/** LRU; undefined is not stored. Call it in a factory: the results live as long as the returned function. */
export function memoize<Arguments extends unknown[], Result>(
  make: (...given: Arguments) => Result,
  { keyOf, ...bound }: MemoizeOptions<Arguments, Result>,
): (...given: Arguments) => Result {
  const stored = new LRUCache<string, NonNullable<Result>>(bound)
  return (...given) => {
    const key = keyOf(...given)
    const known = stored.get(key)
    if (known !== undefined) return known
    const made = make(...given)
    if (made !== undefined && made !== null) stored.set(key, made)
    return made
  }
}
