// Whether a response may be used later: the lifetime of one that is for this cache alone, and what leaves nothing for an outage.
import type { CallName } from '../../shared/api/calls.ts'
import { type Fields, formatHttpDate } from '../base/fields.ts'
import type { FieldProblem } from '../telemetry/faults.ts'
import {
  cachingFields,
  type Lifetime,
  policyOf,
  sharedCacheControl,
  withLifetime,
} from '../upstream/call-policy.ts'
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

/** The time in which a response with these fields may be used at all, at most `longest`. Undefined: it may not. */
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

/** Names the fields that leave nothing to use when the upstream fails, each of which does so on its own. */
export function storageProblem(call: CallName, fields: Fields, now: number): FieldProblem | undefined {
  const lifetime = policyOf(call)
  if (!lifetime || secondsOfUse(fields, lifetime, now) > 0) return undefined
  const { date = formatHttpDate(now) } = fields
  const unstorable = Object.entries(fields)
    .filter(([name]) => [...cachingFields, 'vary'].includes(name))
    .filter(([name, value]) => secondsOfUse({ date, [name]: value }, lifetime, now) <= 0)
    .map(([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`)
  const usable = `Cache-Control: ${sharedCacheControl(lifetime)}`
  return {
    field: unstorable.join('; ').slice(0, mostCharacters),
    problem: `its pages fail without the content API; expected no such field, or ${usable}, or UPSTREAM_CACHE=policy`,
    effect: 'not stored',
  }
}
