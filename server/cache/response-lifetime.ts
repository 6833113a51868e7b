// Lifetimes of responses to business calls: of the policy table where the origin says nothing, and what leaves none.
import { type Fields, formatHttpDate } from '../base/fields.ts'
import { type Lifetime, sharedCacheControl } from '../origin/call-policy.ts'
import { type Freshness, freshnessOf } from './semantics/freshness.ts'
import { isStorable, variesByTrace } from './semantics/storable.ts'

const mostCharacters = 200
const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** Adds `lifetime` where the origin sent no caching fields. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  return { ...fields, 'cache-control': sharedCacheControl(lifetime) }
}

export function withoutCachingFields(fields: Fields): Fields {
  return without(fields, cachingFields)
}

/** Without the caching fields, and those by which a response differs: the policy table alone decides. */
export function withoutUpstreamPolicy(fields: Fields): Fields {
  return without(fields, [...cachingFields, 'vary', 'age', 'date', 'set-cookie'])
}

function without(fields: Fields, names: string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)))
}

/** `lifetime` in seconds, for this cache alone. */
export function freshnessFrom({ fresh, staleWhileRevalidate, staleIfError }: Lifetime): Freshness {
  return {
    lifetime: fresh * 1000,
    explicit: true,
    staleWhileRevalidate: staleWhileRevalidate * 1000,
    staleIfError: staleIfError * 1000,
    noCache: false,
  }
}

/** As long as the response with these fields may be used at all, and at most `longest`. Undefined: not at all. */
export function freshnessWithin(longest: Lifetime, fields: Fields, now: number): Freshness | undefined {
  const fresh = Math.min(longest.fresh, secondsOfUse(withLifetime(fields, longest), now))
  return fresh > 0 ? freshnessFrom({ fresh, staleWhileRevalidate: 0, staleIfError: 0 }) : undefined
}

function secondsOfUse(fields: Fields, now: number): number {
  const { noCache, lifetime, staleWhileRevalidate, staleIfError } = freshnessOf(fields, now)
  if (noCache || variesByTrace(fields) || !isStorable({ status: 200, fields }, now)) return 0
  return Math.floor((lifetime + Math.max(staleWhileRevalidate, staleIfError)) / 1000)
}

/**
 * What leaves nothing to use when the origin fails, like `Cache-Control: no-store`: each field that does so on its own.
 * Undefined where the response can be used.
 */
export function unstorableFields(fields: Fields, lifetime: Lifetime, now: number): string | undefined {
  const isUsable = (given: Fields) => secondsOfUse(withLifetime(given, lifetime), now) > 0
  if (isUsable(fields)) return undefined
  const { date = formatHttpDate(now) } = fields
  return Object.entries(fields)
    .filter(
      ([name, value]) => [...cachingFields, 'vary'].includes(name) && !isUsable({ date, [name]: value }),
    )
    .map(([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`)
    .join('; ')
    .slice(0, mostCharacters)
}
