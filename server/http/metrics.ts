// GET /metrics at PORT: for a peer in a private network without a proxy between, and for the operator's token. For others the
// address does not exist.
import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { isPrivate } from '../base/networks.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import { isOperator, tooMany } from '../ops/operator.ts'
import { peerAddress } from './client-address.ts'

/** A step and no route, so that others get the response of the address without this file. */
export function createMetricsAccess(
  { config: { opsToken }, telemetry: { metrics } }: AppContext,
  secondsForWrong: RateLimit,
) {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { raw, headers, site } = request
    if (!site.isRead || site.pathname !== '/metrics') return undefined
    if (isInside(raw) || isOperator(request, opsToken)) {
      const text = await metrics.text()
      return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
    }
    const isWrong = opsToken !== '' && headers.authorization !== undefined
    const seconds = isWrong ? await secondsForWrong(site.address) : 0
    if (seconds === 0) return undefined
    return reply.status(429).headers({ 'retry-after': seconds, 'cache-control': 'no-store' }).send(tooMany)
  }
}

function isInside(request: IncomingMessage): boolean {
  const { 'x-forwarded-for': addresses, forwarded, via } = request.headers
  return isPrivate(peerAddress(request)) && (addresses ?? forwarded ?? via) === undefined
}
