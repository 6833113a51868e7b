// Map whose entries expire, bounded in number and bytes.
import { LRUCache } from 'lru-cache'

const maxKeys = 10_000
const maxBytes = 8 * 1024 * 1024
/** A smaller one counts as this: the bytes are a bound of the number too. */
const leastBytes = Math.ceil(maxBytes / maxKeys)

type ExpiringMap<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, ms: number) => void
}

/** `sizeOf`: bytes of a value; the values are bounded in bytes together. */
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
