// Reuse: how a stored response may be used now (RFC 9111 §4, RFC 5861); and Vary (§4.1).
import { type Fields, field, listMembers } from '../../base/fields.ts'
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
 * `stale`: use it and refresh in the background. `error-only`: fetch first, use it if the origin fails (stale-if-error).
 * `revalidate`: never use it without validation.
 */
export type Reuse = 'fresh' | 'stale' | 'error-only' | 'revalidate'

export function reuseOf(stored: Stored, now: number): Reuse {
  const { freshness } = stored
  if (freshness.noCache) return 'revalidate'
  const staleness = stalenessOf(stored, now)
  if (staleness < 0) return 'fresh'
  if (staleness < freshness.staleWhileRevalidate) return 'stale'
  return staleness < freshness.staleIfError ? 'error-only' : 'revalidate'
}

/** Whether it may be used without waiting for the origin. */
export function isUsable(stored: Stored, now: number): boolean {
  const reuse = reuseOf(stored, now)
  return reuse === 'fresh' || reuse === 'stale'
}

/** RFC 9111 §4.2.3, in milliseconds. A system clock that was set back does not reduce the initial age. */
export function currentAge({ initialAge, responseTime }: Stored, now: number): number {
  return initialAge + Math.max(0, now - responseTime)
}

/** Negative while fresh; 0 when it becomes stale: fresh means lifetime > age (§4.2). */
export function stalenessOf(stored: Stored, now: number): number {
  const expired = currentAge(stored, now) - stored.freshness.lifetime
  return stored.purgedAt === undefined ? expired : Math.max(expired, now - stored.purgedAt)
}

/** Milliseconds until the response cannot be used at all. */
export function remainingUse(stored: Stored, now: number): number {
  const { lifetime, staleWhileRevalidate, staleIfError } = stored.freshness
  return lifetime + Math.max(staleWhileRevalidate, staleIfError) - currentAge(stored, now)
}

/** The names in Vary, lower case and sorted; empty without one. */
export function varyNames(fields: Fields): string[] {
  if (fields['vary'] === undefined) return []
  return [...new Set(listMembers(field(fields, 'vary')).map((name) => name.toLowerCase()))].sort()
}

/** The selecting fields of a request as one string; white space around list members is ignored. */
export function selectingKey(names: string[], request: Fields): string {
  return names.map((name) => `${name}:${listMembers(field(request, name)).join(',')}`).join('\n')
}
