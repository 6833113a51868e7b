// Rate limits: requests of one address in a fixed window of time.
import { LRUCache } from 'lru-cache'
import { mostEntries } from './memoize.ts'
import { visitorNetwork } from './networks.ts'

/** Seconds to wait, or 0. */
export type RateLimit = (address: string) => number

const [minuteMs, tenMinutesMs] = [60_000, 600_000]
const maxAddresses = 10_000

/** `most`: requests in one window; 0: no limit. `monotonic`: milliseconds of a monotonic clock. */
export function createRateLimit(most: number, monotonic: () => number, windowMs = tenMinutesMs): RateLimit {
  const windows = new LRUCache<string, { count: number; until: number }>(mostEntries(maxAddresses))
  return (ip) => {
    if (most === 0) return 0
    const address = visitorNetwork(ip)
    const known = windows.get(address)
    const window = known && known.until > monotonic() ? known : { count: 0, until: monotonic() + windowMs }
    window.count += 1
    windows.set(address, window)
    return window.count > most ? Math.max(1, Math.ceil((window.until - monotonic()) / 1000)) : 0
  }
}

/** `addressRate`: in percent of `perMinute`; 0: no limit. */
export function createAddressRate(
  perMinute: number,
  addressRate: number,
  monotonic: () => number,
): RateLimit {
  return createRateLimit(Math.ceil((perMinute * addressRate) / 100), monotonic, minuteMs)
}

/** Log lines in a minute of what differs by its key. */
const maxKeys = 50

/** True once in each minute for a key, for log lines. `now`: milliseconds. */
export function createMinuteLimit(now: () => number): (key?: string) => boolean {
  const keys = new Set<string>()
  let latest: number | undefined
  return (key = '') => {
    const minute = Math.floor(now() / minuteMs)
    if (minute !== latest) keys.clear()
    latest = minute
    if (keys.has(key) || keys.size >= maxKeys) return false
    keys.add(key)
    return true
  }
}
