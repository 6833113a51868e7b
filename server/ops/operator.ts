// Operator's token: the bearer token of POST /ops/purge, with a limit of wrong ones.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../base/rate-limit.ts'

/** For an `onRequest` hook: responds 401 or 429 to others. */
export async function checkOperator(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  secondsForWrong: RateLimit,
) {
  reply.header('cache-control', 'no-store')
  if (isOperator(request.headers.authorization, token)) return
  const seconds = secondsForWrong(request.site.address)
  if (seconds > 0) return sendTooMany(reply, seconds)
  request.log.warn({ route: request.routeOptions.url }, 'operator token rejected')
  return reply.status(401).header('www-authenticate', 'Bearer').send({ error: true, message: 'Unauthorized' })
}

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
