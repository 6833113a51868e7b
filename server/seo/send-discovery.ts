// Response of discovery files: Cache-Control for shared caches, ETag and 304.
import { createHash, type Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Locale } from '../../shared/locale.ts'
import { matchesEtag } from '../base/conditional.ts'
import { sendCompressed } from '../http/compression.ts'

export const discoveryMaxAgeSeconds = 600
const staleSeconds = 3600
const cacheControl = `public, max-age=0, s-maxage=${discoveryMaxAgeSeconds}, stale-while-revalidate=${staleSeconds}`
const year = 365 * 24 * 3600

/** Of files that are stored: while the origin fails, the last good one is sent. */
export const discoveryFields = {
  'cache-control': cacheControl,
  'cdn-cache-control': `max-age=${discoveryMaxAgeSeconds}, stale-while-revalidate=${staleSeconds}, stale-if-error=${year}`,
}

/** A file made from calls. `make` rejects where one of them fails. */
export type MadeFile = { path: string; type: string; locale: Locale; make: (api: Api) => Promise<string> }
export type SendFile = (request: FastifyRequest, reply: FastifyReply, file: MadeFile) => Promise<FastifyReply>

/** True where If-None-Match matches: 304 (RFC 9110 §13.1.2). */
export function setDiscovery(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.headers({ 'cache-control': cacheControl, etag })
  return matchesEtag(request.headers['if-none-match'] ?? '', etag)
}

/** Weak, because it is the same for every content encoding (RFC 9110 §8.8.3). */
export function etagOf(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

export function sendDiscovery(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string },
): FastifyReply {
  const etag = etagOf(createHash('sha256').update(body))
  if (setDiscovery(request, reply, etag)) return reply.status(304).send()
  return sendCompressed(reply.type(type), body)
}
