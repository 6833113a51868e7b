// Response validation: whether a response to a business call is well-formed, and its default lifetime.
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { type Fields, field } from '../base/fields.ts'
import type { Send } from '../base/origin.ts'
import {
  type KnownCall,
  type Lifetime,
  missingLifetime,
  policyOf,
  sharedCacheControl,
  unsuccessfulLifetime,
} from '../origin/call-policy.ts'
import { parseBody, readBody } from '../origin/read-body.ts'
import { cacheRequest } from './cache-request.ts'
import { freshnessOf } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

/** `data`: of a success, checked before it is stored. `longest`: upper bound of the lifetime in the origin's own fields. */
export type ValidationResult =
  | { lifetime: Lifetime | undefined; data?: unknown }
  | { longest: Lifetime }
  /** As `longest`; what the envelope was expected to have. */
  | { longest: Lifetime; refused: string }
  | { problem: string }

/** RFC 9110 §15.5.5, §15.5.11. */
const missingStatuses = [404, 410]

export function validateResponse(
  call: KnownCall,
  status: number,
  fields: Fields,
  body: Buffer,
  parse: (body: Buffer) => unknown,
): ValidationResult {
  const { lookup } = callOf(call.name)
  // Configuration, menu, blocks and lists always exist.
  if (missingStatuses.includes(status) && !lookup) return { problem: `status ${status}` }
  if (status === 404) return { lifetime: missingLifetime }
  if (status < 200 || status > 299) return { lifetime: undefined }
  const type = field(fields, 'content-type') ?? ''
  // Without a Content-Type the body decides.
  if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return { problem: `content-type ${type} instead of JSON` }
  const envelope = parse(body)
  if (typeof envelope !== 'object' || envelope === null || Array.isArray(envelope))
    return { problem: 'the body is not a JSON envelope' }
  const { success, data, code } = envelope as { success?: unknown; data?: unknown; code?: unknown }
  if (success !== true && code !== 404) return { longest: unsuccessfulLifetime, refused: refusalOf(envelope) }
  if (success !== true)
    return lookup
      ? { longest: missingLifetime }
      : { problem: 'envelope code 404 for a call that is not a lookup' }
  if (data === null && lookup) return { longest: missingLifetime }
  return { lifetime: policyOf(call.name), data }
}

/** An envelope of another kind is named: `{ code: 0, data }` is a success elsewhere. */
function refusalOf(envelope: object): string {
  const { success, data } = envelope as { success?: unknown; data?: unknown }
  if (success === false) return 'success: false'
  const keys = Object.keys(envelope)
    .filter((key) => /^\w{1,20}$/.test(key))
    .slice(0, 5)
  const hint =
    data === undefined ? '' : ': the data are there, but the contract is another one (shared/api/README.md)'
  return `expected {"success":true,"data":…}, got an object with ${keys.join(', ') || 'no keys'}${hint}`
}

const cachingFields = ['cache-control', 'cdn-cache-control', 'surrogate-control', 'expires', 'pragma']

/** Adds `lifetime` where the origin sent no caching fields. */
export function withLifetime(fields: Fields, lifetime: Lifetime | undefined): Fields {
  if (!lifetime || cachingFields.some((name) => fields[name] !== undefined)) return fields
  return { ...fields, 'cache-control': sharedCacheControl(lifetime) }
}

/**
 * For a "not found" or `success: false` with status 200: stored by this cache alone, for as long as the origin says and at
 * most for `longest`. This cache obeys Surrogate-Control, which is not sent to clients.
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

type Options = { send: Send; now: () => number; responseLimit: number; timeoutMs: number }

/** How long the outcome of one check is reused. */
const checkLifetimeMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail as well: a content system that is being deployed responds 404 to every call. */
export function createOriginCheck({ send, now, responseLimit, timeoutMs }: Options): () => Promise<boolean> {
  let known: { until: number; outcome: Promise<boolean> } | undefined

  const isProbeHealthy = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const probe = cacheRequest({ method, path, headers: {} })
    if (!probe?.call) return false
    try {
      const { status, headers, body } = await send(probe.fill)
      const result = validateResponse(
        probe.call,
        status,
        headers,
        await readBody(body, responseLimit, timeoutMs),
        parseBody,
      )
      return 'data' in result && result.data !== undefined && result.data !== null
    } catch {
      return false
    }
  }

  return () => {
    if (known && known.until > now()) return known.outcome
    const check = {
      until: Number.POSITIVE_INFINITY,
      outcome: Promise.all(probes.map(isProbeHealthy)).then((outcomes) => {
        check.until = now() + checkLifetimeMs
        return outcomes.includes(true)
      }),
    }
    known = check
    return check.outcome
  }
}
