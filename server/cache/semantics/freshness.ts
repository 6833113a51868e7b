// Freshness: lifetime and age of a response, and how long it may be used stale (RFC 9111 §4.2, RFC 5861).
import { type Fields, field, listMembers } from '../../base/fields.ts'
import { parseHttpDate } from '../../base/http-date.ts'
import { type Directives, deltaSeconds, parseDirectives } from './directives.ts'
import { parseTargeted } from './targeted.ts'

/** Times in milliseconds; computed when the response is stored. */
export type Freshness = {
  lifetime: number
  /** Whether the response has an explicit lifetime. */
  explicit: boolean
  staleWhileRevalidate: number
  staleIfError: number
  /** Never used without validation, fresh or not. */
  noCache: boolean
}

/** The directives for this cache: of the targeted field alone where there is one (RFC 9213 §2.2). */
export function directivesFor(fields: Fields): Readonly<Directives> {
  return targetedDirectives(fields) ?? parseDirectives(field(fields, 'cache-control') ?? '')
}

function targetedDirectives(fields: Fields): Readonly<Directives> | undefined {
  const targeted = parseTargeted(field(fields, 'cdn-cache-control'))
  if (targeted) return targeted
  const older = field(fields, 'surrogate-control')
  if (older === undefined) return undefined
  // Older than structured fields; `content="ESI/1.0"` alone is not a caching directive.
  const surrogate = parseDirectives(older)
  return Object.keys(surrogate).length > 0 ? surrogate : undefined
}

export function freshnessOf(fields: Fields, responseTime: number): Freshness {
  const directives = directivesFor(fields)
  const lifetime = lifetimeOf(fields, directives, responseTime)
  // Explicit windows win over the proxy-revalidate that s-maxage implies (§5.2.2.10); the real directives win over both.
  const strict = directives.mustRevalidate || directives.proxyRevalidate || directives.noCache
  return {
    lifetime: lifetime ?? 0,
    explicit: lifetime !== undefined,
    staleWhileRevalidate: strict ? 0 : (directives.staleWhileRevalidate ?? 0) * 1000,
    staleIfError: strict ? 0 : (directives.staleIfError ?? 0) * 1000,
    noCache: directives.noCache === true,
  }
}

/** RFC 9111 §4.2.1, for a shared cache; no heuristics. Undefined without an explicit lifetime. */
function lifetimeOf(
  fields: Fields,
  { sharedMaxAge, maxAge }: Directives,
  responseTime: number,
): number | undefined {
  if (sharedMaxAge !== undefined) return sharedMaxAge * 1000
  if (maxAge !== undefined) return maxAge * 1000
  if (targetedDirectives(fields)) return undefined
  const expires = fields['expires']
  if (expires === undefined) return undefined
  // An invalid date, "0" above all, counts as past (§5.3); so does a repeated field with two values.
  const value = Array.isArray(expires) ? '' : expires
  const at = parseHttpDate(value, responseTime)
  if (at === undefined) return 0
  return Math.max(0, at - (dateOf(fields, responseTime) ?? responseTime))
}

/** RFC 9111 §4.2.3: corrected_initial_age, in milliseconds. */
export function initialAge(fields: Fields, requestTime: number, responseTime: number): number {
  const apparentAge = Math.max(0, responseTime - (dateOf(fields, responseTime) ?? responseTime))
  const responseDelay = responseTime - requestTime
  return Math.max(apparentAge, ageOf(fields) * 1000 + responseDelay)
}

/** Seconds. RFC 9111 §5.1: the first member of a list counts; an invalid value is ignored. */
function ageOf(fields: Fields): number {
  return deltaSeconds(listMembers(field(fields, 'age'))[0] ?? '')
}

/** Undefined without a valid Date. */
export function dateOf(fields: Fields, now: number): number | undefined {
  return parseHttpDate(field(fields, 'date') ?? '', now)
}
