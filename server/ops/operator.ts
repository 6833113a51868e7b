// Operator's token: the bearer token of POST /ops/purge, with a limit of wrong ones.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import { isSameSecret } from '../base/same-secret.ts'

type OperatorCheckOptions = {
  token: string
  secondsForWrong: SecondsForWrong
}

/** An `onRequest` hook that responds 401 or 429 to others. */
export type OperatorCheck = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<FastifyReply | undefined>

export const tooMany = { error: true, message: 'Too Many Requests' }
const unauthorized = { error: true, message: 'Unauthorized' }

export function createOperatorCheck({ token, secondsForWrong }: OperatorCheckOptions): OperatorCheck {
  return async (request, reply) => {
    reply.header('cache-control', 'no-store')
    if (isOperator(request, token)) return undefined
    const seconds = await secondsForWrong(request.ip)
    if (seconds > 0) return reply.status(429).header('retry-after', seconds).send(tooMany)
    request.log.warn({ route: request.routeOptions.url }, 'operator token rejected')
    return reply.status(401).header('www-authenticate', 'Bearer').send(unauthorized)
  }
}

/** An empty token is never right. */
export function isOperator({ headers }: FastifyRequest, token: string): boolean {
  return token !== '' && isSameSecret(headers.authorization ?? '', `Bearer ${token}`)
}
