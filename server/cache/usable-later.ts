// Whether a response may be used later: the lifetime of one that is for this cache alone, and what leaves nothing for an outage.
import { type Fields, formatHttpDate } from '../base/fields.ts'
import { cachingFields, type Lifetime, withLifetime } from '../upstream/call-policy.ts'
import { type Freshness, freshnessOf } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

const mostCharacters = 200

/** `lifetime` in seconds. */
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
  const fresh = Math.min(longest.fresh, secondsOfUse(fields, longest, now))
  return fresh > 0 ? freshnessFrom({ fresh, staleWhileRevalidate: 0, staleIfError: 0 }) : undefined
}

/** `lifetime`: without caching fields. */
function secondsOfUse(given: Fields, policy: Lifetime, now: number): number {
  const fields = withLifetime(given, policy)
  const { noCache, lifetime, staleWhileRevalidate, staleIfError } = freshnessOf(fields, now)
  if (noCache || !isStorable({ status: 200, fields }, now)) return 0
  return Math.floor((lifetime + Math.max(staleWhileRevalidate, staleIfError)) / 1000)
}

/**
 * What leaves nothing to use when the origin fails, like `Cache-Control: no-store`: each field that does so on its own.
 * Undefined where the response can be used.
 */
export function unstorableFields(fields: Fields, lifetime: Lifetime, now: number): string | undefined {
  if (secondsOfUse(fields, lifetime, now) > 0) return undefined
  const { date = formatHttpDate(now) } = fields
  return Object.entries(fields)
    .filter(([name]) => [...cachingFields, 'vary'].includes(name))
    .filter(([name, value]) => secondsOfUse({ date, [name]: value }, lifetime, now) <= 0)
    .map(([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`)
    .join('; ')
    .slice(0, mostCharacters)
}
