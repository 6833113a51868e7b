// Results of a pure function, stored for the next call with the same key: the one helper for that, with its uses counted.
import { LRUCache } from 'lru-cache'

/** How much is stored: so many results, or so many bytes by the size of each. */
type Bound<Result> = { entries: number } | { bytes: number; sizeOf: (result: NonNullable<Result>) => number }

type Options<Arguments extends unknown[], Result> = {
  /** Everything that the result depends on; undefined for what is not worth storing. */
  keyOf: (...given: Arguments) => string | undefined
  bound: Bound<Result>
}

/** The results used last stay; undefined is not stored. To be called in the factory that needs it: stored results live as long as their function. */
export function memoize<Arguments extends unknown[], Result>(
  make: (...given: Arguments) => Result,
  { keyOf, bound }: Options<Arguments, Result>,
): (...given: Arguments) => Result {
  const stored = new LRUCache<string, NonNullable<Result>>(
    'entries' in bound
      ? { max: bound.entries }
      : { maxSize: bound.bytes, sizeCalculation: (result) => Math.max(1, bound.sizeOf(result)) },
  )
  return (...given) => {
    const key = keyOf(...given)
    if (key === undefined) return make(...given)
    const found = stored.get(key)
    if (found !== undefined) return found
    const made = make(...given)
    if (made !== undefined && made !== null) stored.set(key, made)
    return made
  }
}

/** A part of a key for values that never change: objects by identity, texts and numbers by value. Keeps no object alive. */
export function createIdentities(): (values: object) => string {
  const numbers = new WeakMap<object, number>()
  let last = 0
  const numberOf = (value: object): number => {
    const known = numbers.get(value)
    if (known !== undefined) return known
    numbers.set(value, ++last)
    return last
  }
  return (values) =>
    JSON.stringify(
      Object.entries(values).map(([name, value]: [string, unknown]) => {
        const isObject = typeof value === 'object' && value !== null
        return [name, typeof value, isObject ? numberOf(value) : value]
      }),
    )
}
