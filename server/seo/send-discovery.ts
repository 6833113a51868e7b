// How files for search engines are sent: for shared caches, and with an ETag.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCompressed } from '../http/compression.ts'

export const discoveryMaxAgeSeconds = 600
const staleSeconds = 3600

/** True where the asker has it already: then there is nothing to send (RFC 9110 §13.1.2). */
export function setDiscovery(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply
    .header(
      'cache-control',
      `public, max-age=0, s-maxage=${discoveryMaxAgeSeconds}, stale-while-revalidate=${staleSeconds}`,
    )
    .header('etag', etag)
  const known = (request.headers['if-none-match'] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}

export function sendDiscovery(
  request: FastifyRequest,
  reply: FastifyReply,
  { type, body }: { type: string; body: string },
): FastifyReply {
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  if (setDiscovery(request, reply, etag)) return reply.status(304).send()
  return sendCompressed(reply.type(type), body)
}
