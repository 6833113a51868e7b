// Responses of discovery files: Cache-Control for shared caches, ETag and 304.
import { createHash, type Hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { matchesEtag } from '../base/conditional.ts'
import { sendCompressed } from '../http/compression.ts'

export const discoveryMaxAgeSeconds = 600
export const discoveryStaleSeconds = 3600
export const discoveryCaching = `public, max-age=0, s-maxage=${discoveryMaxAgeSeconds}, stale-while-revalidate=${discoveryStaleSeconds}`

/** Weak, because it is the same for every content encoding (RFC 9110 §8.8.3). */
export function etagOf(hash: Hash): string {
  return `W/"${hash.digest('base64url').slice(0, 22)}"`
}

export function sendDiscovery(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string },
): FastifyReply {
  return sendTagged(request, reply.header('cache-control', discoveryCaching), tagged(type, body))
}

type Tagged = { type: string; body: string | Buffer; etag: string }

export function tagged(type: string, body: string | Buffer): Tagged {
  return { type, body, etag: etagOf(createHash('sha256').update(body)) }
}

export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body, etag }: Tagged,
): FastifyReply {
  if (isCurrent(request, reply, etag)) return reply.status(304).send()
  return sendCompressed(reply.type(type), body)
}

/** Sets the ETag. Whether the visitor has the body already: the response is 304 (RFC 9110 §13.1.2). */
export function isCurrent(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  return matchesEtag(request.headers['if-none-match'] ?? '', etag)
}
