// Lifetimes of responses of the origin, and whether an origin that responds 404 works at all.
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { type Fields, formatHttpDate } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import type { Send } from '../base/origin.ts'
import { readBody } from '../base/read-body.ts'
import { type Lifetime, sharedCacheControl } from '../origin/call-policy.ts'
import { validateResponse } from '../origin/validate-response.ts'
import { cacheRequest, ownOfRequest } from './cache-request.ts'
import { freshnessOf } from './semantics/freshness.ts'
import { varyNames } from './semantics/reuse.ts'
import { isStorable } from './semantics/storable.ts'

const mostCharacters = 200
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

/** Without the caching fields, and those by which a response differs. */
export function withoutCachingFields(fields: Fields): Fields {
  const ignored = [...cachingFields, 'vary', 'age', 'date', 'set-cookie']
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !ignored.includes(name)))
}

/**
 * What leaves nothing to use when the origin fails, like `Cache-Control: no-store`: each field that does so on its own.
 * Undefined where the response can be used.
 */
export function unstorableFields(fields: Fields, lifetime: Lifetime, now: number): string | undefined {
  if (isUsableLater(fields, lifetime, now)) return undefined
  const { date = formatHttpDate(now) } = fields
  return Object.entries(fields)
    .filter(([name]) => [...cachingFields, 'vary'].includes(name))
    .filter(([name, value]) => !isUsableLater({ date, [name]: value }, lifetime, now))
    .map(([name, value]) => `${name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase())}: ${value}`)
    .join('; ')
    .slice(0, mostCharacters)
}

function isUsableLater(fields: Fields, lifetime: Lifetime, now: number): boolean {
  const isVaried = varyNames(fields).some((name) => ownOfRequest.includes(name))
  return !isVaried && secondsOfUse(withLifetime(fields, lifetime), now) > 0
}

type OriginCheckOptions = { send: Send; now: () => number; responseLimit: number; timeoutMs: number }

/** How long the outcome of one check is reused. */
const checkLifetimeMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail as well: an upstream that is being deployed responds 404 to every call. */
export function createOriginCheck({
  send,
  now,
  responseLimit,
  timeoutMs,
}: OriginCheckOptions): () => Promise<boolean> {
  let known: { until: number; outcome: Promise<boolean> } | undefined

  const isProbeHealthy = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const probe = cacheRequest({ method, path, headers: {}, body: Buffer.from('{}') })
    if (!probe?.call) return false
    try {
      const { status, headers, body } = await send(probe.fill)
      const bytes = await readBody(body, responseLimit, timeoutMs)
      const result = validateResponse(probe.call, status, headers, bytes, parseJson)
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
