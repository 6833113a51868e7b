// Operator's token: the bearer token of POST /ops/purge, with a limit of wrong ones.
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RateLimit } from '../base/rate-limit.ts'

export const tooMany = { error: true, message: 'Too Many Requests' }
const unauthorized = { error: true, message: 'Unauthorized' }

/** An `onRequest` hook that responds 401 or 429 to others. */
export function createOperatorCheck(token: string, secondsForWrong: RateLimit) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    reply.header('cache-control', 'no-store')
    if (isOperator(request, token)) return undefined
    const seconds = await secondsForWrong(request.site.address)
    if (seconds > 0) return reply.status(429).header('retry-after', seconds).send(tooMany)
    request.log.warn({ route: request.routeOptions.url }, 'operator token rejected')
    return reply.status(401).header('www-authenticate', 'Bearer').send(unauthorized)
  }
}

/** An empty token is never right. */
export function isOperator({ headers }: FastifyRequest, token: string): boolean {
  return token !== '' && isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
}

/** In constant time; digests have equal length. */
export function isSameSecret(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(one), digest(other))
}
