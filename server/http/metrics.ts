// GET /metrics at PORT: for a peer in a private network without a proxy between, and for the operator's token. For others the
// address does not exist.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { splitUrl } from '../../shared/resolve.ts'
import { peerAddress } from '../base/client-address.ts'
import { isPrivate } from '../base/networks.ts'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import { isOperator, tooMany } from '../ops/operator.ts'
import type { Metrics } from '../telemetry/metrics.ts'

type MetricsOptions = { metrics: Metrics; opsToken: string; secondsForWrong: SecondsForWrong }

/** A hook and no route, so that others get the response of the address without this file. */
export function installMetrics(app: FastifyInstance, { metrics, opsToken, secondsForWrong }: MetricsOptions) {
  app.addHook('onRequest', async (request, reply) => {
    const { method, raw, headers, ip } = request
    const isRead = method === 'GET' || method === 'HEAD'
    if (!isRead || splitUrl(raw.url ?? '/').pathname !== '/metrics') return undefined
    if (isInside(raw) || isOperator(request, opsToken)) {
      const text = await metrics.text()
      return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
    }
    const isWrong = opsToken !== '' && headers.authorization !== undefined
    const seconds = isWrong ? await secondsForWrong(ip) : 0
    if (seconds === 0) return undefined
    return reply.status(429).headers({ 'retry-after': seconds, 'cache-control': 'no-store' }).send(tooMany)
  })
}

function isInside(request: IncomingMessage): boolean {
  const { 'x-forwarded-for': addresses, forwarded, via } = request.headers
  return isPrivate(peerAddress(request)) && (addresses ?? forwarded ?? via) === undefined
}
