// Single-flight: concurrent calls for one key share one promise. And a bounded map whose entries expire.
import { LRUCache } from 'lru-cache'

type Subject = { key: string; tags: string[] }

type Flights<T> = {
  /** `isLeader`: this call started the work; `isJoined` says whether other calls joined it. */
  join: (
    subject: Subject,
    work: (isJoined: () => boolean) => Promise<T>,
  ) => { promise: Promise<T>; isLeader: boolean }
  /** Later calls for these keys start new work. */
  forget: (isAffected: (subject: Subject) => boolean) => void
}

/** `settled`: resolves when an outcome is complete; until then its flight can be joined. */
export function createFlights<T>(settled: (outcome: T) => Promise<unknown> | undefined): Flights<T> {
  const running = new Map<string, { subject: Subject; waiters: { isJoined: boolean }; promise: Promise<T> }>()
  return {
    join(subject, work) {
      const { key } = subject
      const known = running.get(key)
      if (known) {
        known.waiters.isJoined = true
        return { promise: known.promise, isLeader: false }
      }
      const waiters = { isJoined: false }
      const flight = { subject, waiters, promise: work(() => waiters.isJoined) }
      running.set(key, flight)
      const end = () => {
        if (running.get(key) === flight) running.delete(key)
      }
      flight.promise.then(settled).then(end, end)
      return { promise: flight.promise, isLeader: true }
    },

    forget(isAffected) {
      for (const [key, { subject }] of running) if (isAffected(subject)) running.delete(key)
    },
  }
}

const maxKeys = 10_000
const maxBytes = 8 * 1024 * 1024

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
    max: maxKeys,
    maxSize: maxBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 128,
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
