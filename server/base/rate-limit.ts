// Rate limits: requests of one address in a fixed window of time.
import { LRUCache } from 'lru-cache'
import { mostEntries } from './memoize.ts'
import { visitorNetwork } from './networks.ts'

/** Counts a request; resolves with the count in the address's current window and the seconds until it ends. */
export type Tally = (address: string, windowMs: number) => Promise<{ count: number; seconds: number }>

/** Seconds to wait, or 0. */
export type RateLimit = (address: string) => Promise<number>

const tenMinutesMs = 600_000
const maxAddresses = 10_000

/** `most`: requests in one window; 0: no limit. `tallies`: the first that resolves with a count decides. */
export function createRateLimit(options: { most: number; tallies: Tally[]; windowMs?: number }): RateLimit {
  const { most, tallies, windowMs = tenMinutesMs } = options
  return async (ip) => {
    if (most === 0) return 0
    for (const tally of tallies) {
      const counted = await tally(visitorNetwork(ip), windowMs).catch(() => undefined)
      if (counted) return counted.count > most ? Math.max(1, counted.seconds) : 0
    }
    return 0
  }
}

/** `monotonic`: milliseconds of a monotonic clock. */
export function createMemoryTally(monotonic: () => number): Tally {
  const windows = new LRUCache<string, { count: number; until: number }>(mostEntries(maxAddresses))
  return async (address, windowMs) => {
    const known = windows.get(address)
    const window = known && known.until > monotonic() ? known : { count: 0, until: monotonic() + windowMs }
    window.count += 1
    windows.set(address, window)
    return { count: window.count, seconds: Math.ceil((window.until - monotonic()) / 1000) }
  }
}

/** Log lines in a minute of what differs by its key. */
const maxKeys = 50

/** True once in each minute for a key, for log lines. `now`: milliseconds. */
export function createMinuteLimit(now: () => number): (key?: string) => boolean {
  const keys = new Set<string>()
  let latest: number | undefined
  return (key = '') => {
    const minute = Math.floor(now() / 60_000)
    if (minute !== latest) keys.clear()
    latest = minute
    if (keys.has(key) || keys.size >= maxKeys) return false
    keys.add(key)
    return true
  }
}
