// Lifetimes of responses of the origin, and whether an origin that responds 404 works at all.
import { type CallName, callOf } from '../../shared/api/calls.ts'
import type { Fields } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import type { Send } from '../base/origin.ts'
import { readBody } from '../base/read-body.ts'
import { type Lifetime, sharedCacheControl } from '../origin/call-policy.ts'
import { validateResponse } from '../origin/validate-response.ts'
import { cacheRequest } from './cache-request.ts'
import { freshnessOf } from './semantics/freshness.ts'
import { isStorable } from './semantics/storable.ts'

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
