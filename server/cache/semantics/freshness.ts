// Freshness: lifetime and age of a response, and how long it may be used stale (RFC 9111 §4.2, RFC 5861).
import { type Fields, field, listMembers, parseHttpDate } from '../../base/fields.ts'

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

/** Seconds for directives that take them, `true` for those that do not. */
export type Directives = {
  maxAge?: number
  sharedMaxAge?: number
  staleWhileRevalidate?: number
  staleIfError?: number
  noStore?: true
  noCache?: true
  private?: true
  public?: true
  mustRevalidate?: true
  proxyRevalidate?: true
  mustUnderstand?: true
}

export const seconds = new Map<string, keyof Directives>([
  ['max-age', 'maxAge'],
  ['s-maxage', 'sharedMaxAge'],
  ['stale-while-revalidate', 'staleWhileRevalidate'],
  ['stale-if-error', 'staleIfError'],
])
export const flags = new Map<string, keyof Directives>([
  ['no-store', 'noStore'],
  ['no-cache', 'noCache'],
  ['private', 'private'],
  ['public', 'public'],
  ['must-revalidate', 'mustRevalidate'],
  ['proxy-revalidate', 'proxyRevalidate'],
  ['must-understand', 'mustUnderstand'],
])

/** RFC 9111 §1.2.2: the value of a delta that is too large. */
const largestDelta = 2 ** 31

/**
 * Unknown directives are ignored. Of a repeated directive the stricter value counts, and an invalid number of seconds
 * counts as 0 (RFC 9111 §4.2.1 encourages to treat invalid freshness information as stale).
 */
export function parseDirectives(header: string): Directives {
  const directives: Record<string, number | true> = {}
  for (const [, rawName = '', quoted, token] of header.matchAll(
    /([^\s,=;]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^,\s]*)))?/g,
  )) {
    const name = rawName.toLowerCase()
    const flag = flags.get(name)
    // `no-cache="field"` and `private="field"` are read as unqualified, which is stricter (§5.2.2.4, §5.2.2.7).
    if (flag) directives[flag] = true
    const field = seconds.get(name)
    if (field)
      directives[field] = Math.min(
        deltaSeconds(quoted ?? token ?? ''),
        (directives[field] as number) ?? largestDelta,
      )
  }
  return directives as Directives
}

/** RFC 9111 §1.2.2: a non-negative integer; anything else is 0 here. */
function deltaSeconds(text: string): number {
  return /^\d+$/.test(text) ? Math.min(Number(text), largestDelta) : 0
}

const bareItem =
  /(?:-?\d{1,15}(?:\.\d{1,3})?|"(?:[ !#-[\]-~]|\\["\\])*"|[A-Za-z*][\w!#$%&'*+.^`|~:/-]*|:[A-Za-z0-9+/=]*:|\?[01])/
    .source
const key = '[a-z*][a-z0-9_.*-]*'
const parameters = `(?:; *${key}(?:=${bareItem})?)*`
const innerList = `\\( *(?:${bareItem}${parameters}(?: +|(?=\\))))*\\)`
const member = new RegExp(`(${key})(?:=(${bareItem}|${innerList}))?${parameters}`, 'y')
const comma = /[ \t]*,[ \t]*/y

/** Undefined for a field that is empty or not a dictionary: it is ignored (RFC 9213 §2.1). */
export function parseTargeted(header: string | undefined): Directives | undefined {
  const text = (header ?? '').trim()
  if (text === '') return undefined
  const members: Record<string, number | true | undefined> = {}
  let at = 0
  for (;;) {
    const [whole, name = '', value] = matchAt(member, text, at) ?? []
    if (whole === undefined) return undefined
    read(name, value, members)
    at += whole.length
    if (at === text.length) return members as Directives
    const separator = matchAt(comma, text, at)
    if (!separator) return undefined
    at += separator[0].length
  }
}

/** The last of repeated members counts; a value of the wrong type is ignored (RFC 8941 §3.2, RFC 9213 §2.1). */
function read(name: string, value: string | undefined, members: Record<string, number | true | undefined>) {
  const flag = flags.get(name)
  if (flag) members[flag] = value === '?0' ? undefined : true
  const time = seconds.get(name)
  if (time) members[time] = value !== undefined && /^\d+$/.test(value) ? deltaSeconds(value) : undefined
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}
