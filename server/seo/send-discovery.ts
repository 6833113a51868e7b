// Response of discovery files: Cache-Control for shared caches, ETag and 304.
import { createHash, type Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../base/conditional.ts'
import { sendCompressed } from '../http/compression.ts'

export const discoveryMaxAgeSeconds = 600
const staleSeconds = 3600

/** True where If-None-Match matches: 304 (RFC 9110 §13.1.2). */
export function setDiscovery(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply
    .header(
      'cache-control',
      `public, max-age=0, s-maxage=${discoveryMaxAgeSeconds}, stale-while-revalidate=${staleSeconds}`,
    )
    .header('etag', etag)
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
