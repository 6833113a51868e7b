// What is known for some seconds of keys without a stored response: that the origin failed (negative cache), or that the
// response is private to one visitor (hit-for-pass).
import { LRUCache } from 'lru-cache'
import { isOverload } from '../../shared/errors.ts'
import type { FillResult } from './fill-result.ts'

type Failure = FillResult & { kind: 'error' }

/** How long a failure is repeated for its key without a request to the origin. */
const failureMs = 2000
/** How long requests for a key whose response cannot be shared are forwarded without waiting for each other. */
const privateMs = 10_000

export type Unstored = ReturnType<typeof createUnstored>

/** `monotonic` in milliseconds. */
export function createUnstored(monotonic: () => number) {
  const failures = createExpiringMap<Failure>(monotonic, ({ response }) => response?.body.length ?? 0)
  const privates = createExpiringMap<true>(monotonic)
  return {
    failure: (key: string): Failure | undefined => failures.get(key),
    isPrivate: (key: string): boolean => privates.get(key) === true,
    add(key: string, result: FillResult): void {
      // Too many waiting calls of one client say nothing about the next client's.
      if (result.kind === 'error' && !isOverload(result.error)) failures.set(key, result, failureMs)
      if (result.kind === 'private') privates.set(key, true, privateMs)
    },
  }
}

const maxKeys = 10_000
const maxBytes = 8 * 1024 * 1024
/** A smaller one counts as this: the bytes are a bound of the number too. */
const leastBytes = Math.ceil(maxBytes / maxKeys)

type ExpiringMap<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, ms: number) => void
}

/** Entries expire. `sizeOf`: bytes of a value; the values are bounded in bytes together. */
export function createExpiringMap<T extends NonNullable<unknown>>(
  monotonic: () => number,
  sizeOf: (value: T) => number = () => 0,
): ExpiringMap<T> {
  const entries = new LRUCache<string, { value: T; until: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => Math.max(leastBytes, sizeOf(value) + 2 * key.length + 128),
  })
  return {
    get(key) {
      const knownValue = entries.get(key)
      if (!knownValue) return undefined
      if (knownValue.until > monotonic()) return knownValue.value
      entries.delete(key)
      return undefined
    },
    set(key, value, ms) {
      const known = entries.get(key)
      // The same value has the same size: only its expiry changes.
      if (known?.value === value) known.until = monotonic() + ms
      else entries.set(key, { value, until: monotonic() + ms })
    },
  }
}
