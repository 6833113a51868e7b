// Rate limits: requests of one address in a fixed window of time.
import { LRUCache } from 'lru-cache'
import { mostEntries } from './memoize.ts'
import { visitorNetwork } from './networks.ts'
import { execute, type RedisClient } from './redis-client.ts'

/** Counts a request; resolves with the count in the address's current window and the seconds until it ends. */
export type Tally = (address: string, windowMs: number) => Promise<{ count: number; seconds: number }>

/** Seconds to wait, or 0. */
export type RateLimit = (address: string) => Promise<number>

type RateLimitOptions = {
  /** Requests in one window; 0: no limit. */
  most: number
  /** The first that resolves with a count decides. */
  tallies: Tally[]
  windowMs?: number
}

const tenMinutesMs = 600_000
const maxAddresses = 10_000

export function createRateLimit({ most, tallies, windowMs = tenMinutesMs }: RateLimitOptions): RateLimit {
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

const commandMs = 1000

/** Shared by several servers. */
export function createRedisTally(redis: RedisClient): Tally {
  return async (address, windowMs) => {
    const name = `{site-rate:1}:${address}`
    const [, count, ms] = await redis.run(commandMs, (client) =>
      execute(client.multi().set(name, 0, 'PX', windowMs, 'NX').incr(name).pttl(name)),
    )
    return { count: Number(count), seconds: Math.ceil(Number(ms) / 1000) }
  }
}

const minuteMs = 60_000

/** Whether one more is accepted in this minute. */
export function createMinuteLimit(perMinute: number, monotonic: () => number): () => boolean {
  let minute = 0
  let count = 0
  return () => {
    const current = Math.floor(monotonic() / minuteMs)
    if (current !== minute) count = 0
    minute = current
    count += 1
    return count <= perMinute
  }
}
