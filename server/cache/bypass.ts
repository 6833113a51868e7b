// Bypass: requests that the cache forwards, and the stored responses that they invalidate (RFC 9111 §4.4).
import { callAt } from '../../shared/api/calls.ts'
import { segmentsOf } from '../../shared/path-pattern.ts'
import { splitUrl } from '../../shared/resolve.ts'
import { field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { readBody } from '../base/read-body.ts'
import type { PurgeMode, PurgeTarget } from '../ops/purge.ts'
import { contractCall, isRead } from '../origin/call-policy.ts'
import type { CacheOutcome, CacheTier } from '../telemetry/origin-metrics.ts'
import { type CacheResponse, cacheStatus, withCacheStatus } from './cache-response.ts'

type BypassOptions = {
  send: Send
  purge: (target: PurgeTarget, mode: PurgeMode) => Promise<number>
  count: (outcome: CacheOutcome, tier: CacheTier) => void
  responseLimit: number
  timeoutMs: number
}

export function createBypass({ send, purge, count, responseLimit, timeoutMs }: BypassOptions) {
  /** A call is read here: a visitor who reads slowly does not hold a connection for calls. */
  const read = async (request: OriginRequest): Promise<OriginResponse> => {
    const response = await send(request)
    if (!callAt(segmentsOf(splitUrl(request.path).pathname))) return response
    return { ...response, body: await readBody(response.body, responseLimit, timeoutMs) }
  }

  return async (request: OriginRequest, reason: 'method' | 'bypass'): Promise<CacheResponse> => {
    const response = await read(request).catch((error: unknown) => {
      count('error', 'origin')
      throw error
    })
    count('bypass', 'origin')
    for (const path of invalidatedPaths(request, response))
      await purge({ kind: 'tag', tag: `path:${path}` }, 'hard')
    const status = cacheStatus.forwarded({ reason, status: response.status })
    return { ...response, headers: withCacheStatus(response.headers, status) }
  }
}

const base = 'http://origin.invalid'

/** Paths to invalidate (RFC 9111 §4.4): the target URI, and those of Location and Content-Location on the same host. */
function invalidatedPaths({ method, path }: OriginRequest, { status, headers }: OriginResponse): string[] {
  const { pathname } = splitUrl(path)
  // No method of a path of the contract changes what the site shows.
  if (isRead(method, pathname) || contractCall(pathname) || status < 200 || status > 399) return []
  const named = [field(headers, 'location'), field(headers, 'content-location')].flatMap((target) =>
    local(target, path),
  )
  return [...new Set([pathname, ...named])]
}

function local(target: string | undefined, path: string): string[] {
  if (!target || !URL.canParse(target, base + path)) return []
  const url = new URL(target, base + path)
  return url.origin === base ? [url.pathname] : []
}

/** RFC 9111 §4.3.3. A 401, 403 or 429 says nothing about the stored response. */
export function invalidates({ status }: OriginResponse): boolean {
  return status < 400 || status === 404 || status === 410
}
