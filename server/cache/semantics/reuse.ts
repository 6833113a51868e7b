// Reuse: how a stored response may be used now (RFC 9111 §4, RFC 5861).
import type { Freshness } from './freshness.ts'

type Stored = {
  freshness: Freshness
  initialAge: number
  /** Milliseconds since 1970. */
  responseTime: number
  /** When it was marked stale by a soft purge. */
  purgedAt?: number | undefined
}

/**
 * `stale`: use it and refresh in the background. `error-only`: fetch first, use it if the upstream fails (stale-if-error).
 * `revalidate`: never use it without validation.
 */
export function reuseOf(stored: Stored, now: number): 'fresh' | 'stale' | 'error-only' | 'revalidate' {
  const { freshness } = stored
  if (freshness.noCache) return 'revalidate'
  const staleness = stalenessOf(stored, now)
  if (staleness < 0) return 'fresh'
  if (staleness < freshness.staleWhileRevalidate) return 'stale'
  return staleness < freshness.staleIfError ? 'error-only' : 'revalidate'
}

/** Whether it may be used without waiting for the upstream. */
export function isUsable(stored: Stored, now: number): boolean {
  const reuse = reuseOf(stored, now)
  return reuse === 'fresh' || reuse === 'stale'
}

/** RFC 9111 §4.2.3, in milliseconds. A system clock that was set back does not reduce the initial age. */
export function currentAge({ initialAge, responseTime }: Stored, now: number): number {
  return initialAge + Math.max(0, now - responseTime)
}

/** Tolerated difference between the clocks of two servers. */
export const clockSkewMs = 60_000

/**
 * Negative while fresh; 0 when it becomes stale: fresh means lifetime > age (§4.2). A response from the future is stale: the
 * clock was set back, and the age of the response is not known.
 */
export function stalenessOf(stored: Stored, now: number): number {
  const { responseTime, purgedAt = Number.POSITIVE_INFINITY } = stored
  const expired = currentAge(stored, now) - stored.freshness.lifetime
  return Math.max(expired, now - purgedAt, responseTime - now > clockSkewMs ? 0 : expired)
}

/** Milliseconds until the response cannot be used at all. */
export function remainingUse(stored: Stored, now: number): number {
  const { lifetime, staleWhileRevalidate, staleIfError } = stored.freshness
  return lifetime + Math.max(staleWhileRevalidate, staleIfError) - currentAge(stored, now)
}
