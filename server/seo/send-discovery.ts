// Responses of discovery files: Cache-Control for shared caches, ETag and 304.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { SiteConfig } from '../../shared/content/site.ts'
import type { Locale } from '../../shared/locale.ts'
import { etagOf, matchesEtag } from '../base/conditional.ts'
import type { Fields } from '../base/fields.ts'
import { inTime } from '../base/in-time.ts'
import { withoutLifetime } from '../cache/cache-response.ts'
import { sendCompressed } from '../http/compression.ts'

export const discoveryMaxAgeSeconds = 600
const staleSeconds = 3600
/** Of files in the cache: while the upstream fails, the last good one is sent. */
export const discoveryLifetime = {
  fresh: discoveryMaxAgeSeconds,
  staleWhileRevalidate: staleSeconds,
  staleIfError: 365 * 24 * 3600,
}
const discoveryCacheControl = `public, max-age=0, s-maxage=${discoveryMaxAgeSeconds}, stale-while-revalidate=${staleSeconds}`

export function discoveryCaching(isStale: boolean): Fields {
  const fields = { 'cache-control': discoveryCacheControl }
  return isStale ? withoutLifetime(fields) : fields
}

/** A file made from calls, stored in the cache. `render` rejects where one of them fails. */
type RenderedFile = { path: string; locale: Locale; fields: Fields; render: (api: Api) => Promise<string> }
export type SendFile = (
  request: FastifyRequest,
  reply: FastifyReply,
  file: RenderedFile,
) => Promise<FastifyReply>

/** Discovery files are sent without the site configuration where it fails. */
export function optionalConfig(api: Api, partTimeoutMs: number): Promise<SiteConfig | undefined> {
  return inTime(api.siteConfig({}), partTimeoutMs, 'siteConfig').catch(() => undefined)
}

export function sendDiscovery(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, isStale = false }: { type: string; body: string; isStale?: boolean },
): FastifyReply {
  return sendTagged(request, reply.headers(discoveryCaching(isStale)), { type, body })
}

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string | Buffer },
): FastifyReply {
  if (isCurrent(request, reply, etagOf(body))) return reply.status(304).send()
  return sendCompressed(reply.type(type), body)
}

/** Sets the ETag. Whether the visitor has the body already: the response is 304 (RFC 9110 §13.1.2). */
export function isCurrent(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return matchesEtag(request.headers['if-none-match'] ?? '', etag)
}
