// The caching fields of an answer, where the policy table has a say in them.

import type { Fields } from '../base/fields.ts'
import { type Lifetime, sharedCacheControl } from '../origin/call-policy.ts'
import { freshnessOf } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** The origin's fields, or with those of `lifetime` where it sent none about caching. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  return { ...fields, 'cache-control': sharedCacheControl(lifetime) }
}

/**
 * Of a response that says "not there" or "not now" with status 200: it is stored here for as long as the origin says, at
 * most for `longest`, and by nobody else. This cache obeys Surrogate-Control, which is not sent on.
 */
export function withErrorLifetime(fields: Fields, longest: Lifetime, now: number): Fields {
  const others = Object.entries(fields).filter(([name]) => !cachingFields.includes(name))
  const seconds = Math.min(longest.fresh, secondsOfUse(withLifetime(fields, longest), now))
  return {
    ...Object.fromEntries(others),
    'cache-control': 'no-store',
    ...(seconds > 0 && { 'surrogate-control': `max-age=${seconds}` }),
  }
}

function secondsOfUse(fields: Fields, now: number): number {
  const { noCache, lifetime, staleWhileRevalidate, staleIfError } = freshnessOf(fields, now)
  if (noCache || !isStorable({ status: 200, fields }, now)) return 0
  return Math.floor((lifetime + Math.max(staleWhileRevalidate, staleIfError)) / 1000)
}
