// Operator's token: the bearer token of POST /ops/purge and /metrics.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply } from 'fastify'

export function sendTooMany(reply: FastifyReply, seconds: number): FastifyReply {
  reply.status(429).headers({ 'retry-after': seconds, 'cache-control': 'no-store' })
  return reply.send({ error: true, message: 'Too Many Requests' })
}

/** An empty token is never right. The scheme is case-insensitive (RFC 9110 §11.1). */
export function isOperator(authorization: string | undefined, token: string): boolean {
  const given = authorization?.replace(/^bearer /i, 'Bearer ') ?? ''
  return token !== '' && isSameSecret(given, `Bearer ${token}`)
}

/** In constant time; digests have equal length. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
