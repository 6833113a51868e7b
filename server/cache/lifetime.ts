// The caching fields of an answer, where the policy table has a say in them.
import { type Lifetime, sharedCacheControl } from './policy.ts'
import type { Fields } from './semantics/fields.ts'
import { freshnessOf } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** The origin's fields, or with those of `lifetime` where it sent none about caching. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  return { ...fields, 'cache-control': sharedCacheControl(lifetime) }
}

/** As `withLifetime`; and where the origin allows a longer use than `lifetime`, that is cut to it. */
export function withLongestLifetime(fields: Fields, lifetime: Lifetime, now: number): Fields {
  const said = withLifetime(fields, lifetime)
  const freshness = freshnessOf(said, now)
  const use = freshness.lifetime + Math.max(freshness.staleWhileRevalidate, freshness.staleIfError)
  const isShort = freshness.noCache || use <= lifetime.fresh * 1000
  if (isShort || !isStorable({ status: 200, fields: said }, now)) return said
  const others = Object.entries(said).filter(([name]) => !cachingFields.includes(name))
  return { ...Object.fromEntries(others), 'cache-control': sharedCacheControl(lifetime) }
}
