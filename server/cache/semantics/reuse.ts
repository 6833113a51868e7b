// What a stored answer is good for at this moment (RFC 9111 §4, RFC 5861).
import { type Fields, field, listMembers } from '../../base/fields.ts'
import type { Freshness } from './freshness.ts'

type Stored = {
  freshness: Freshness
  initialAge: number
  /** Milliseconds since 1970. */
  responseTime: number
  /** Since when it counts as stale by an operator's word. */
  purgedAt?: number | undefined
}

/**
 * `fresh`: use it. `stale`: use it and refresh behind. `error-only`: ask first, use it if the origin fails.
 * `revalidate`: ask first, never use it otherwise.
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

/** RFC 9111 §4.2.3, in milliseconds. A clock that went back does not make an answer younger than it came. */
export function currentAge({ initialAge, responseTime }: Stored, now: number): number {
  return initialAge + Math.max(0, now - responseTime)
}

/** Negative while fresh; 0 at the moment in which it becomes stale: fresh matchesTarget lifetime > age (§4.2). */
export function stalenessOf(stored: Stored, now: number): number {
  const expired = currentAge(stored, now) - stored.freshness.lifetime
  return stored.purgedAt === undefined ? expired : Math.max(expired, now - stored.purgedAt)
}

/** When the answer can no longer be used for anything, in milliseconds from `now`. */
export function remainingUse(stored: Stored, now: number): number {
  const { lifetime, staleWhileRevalidate, staleIfError } = stored.freshness
  return lifetime + Math.max(staleWhileRevalidate, staleIfError) - currentAge(stored, now)
}

/** The names in Vary, lower case and sorted; empty without one. */
export function varyNames(fields: Fields): string[] {
  if (fields['vary'] === undefined) return []
  return [...new Set(listMembers(field(fields, 'vary')).map((name) => name.toLowerCase()))].sort()
}

/** The selecting fields of a request as one text; white space around list members does not count. */
export function selectingKey(names: string[], request: Fields): string {
  return names.map((name) => `${name}:${listMembers(field(request, name)).join(',')}`).join('\n')
}
