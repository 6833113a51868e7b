// Access to what is not public: GET /metrics, and a server that shows drafts; requests from pages of other sites.
import { STATUS_CODES } from 'node:http'
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import { isPrivate } from '../base/networks.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import { isOperator, isSameSecret, sendTooMany } from '../ops/operator.ts'
import { isRead } from '../upstream/call-policy.ts'
import { peerAddress } from './client-address.ts'

/**
 * For a peer in a private network without a proxy between, and for the operator's token. A step and no route: for others
 * the address does not exist.
 */
export async function sendMetrics(
  { raw, headers, site }: FastifyRequest,
  reply: FastifyReply,
  { config: { opsToken }, telemetry: { metrics } }: AppContext,
  secondsForWrong: RateLimit,
) {
  if (!site.isRead || site.pathname !== '/metrics') return
  const { authorization, 'x-forwarded-for': addresses, forwarded, via } = headers
  const isInside = isPrivate(peerAddress(raw)) && (addresses ?? forwarded ?? via) === undefined
  if (isInside || isOperator(authorization, opsToken)) {
    const text = await metrics.text()
    return reply.header('cache-control', 'no-store').type(metrics.contentType).send(text)
  }
  const isWrong = opsToken !== '' && authorization !== undefined
  const seconds = isWrong ? secondsForWrong(site.address) : 0
  if (seconds > 0) return sendTooMany(reply, seconds)
}

/** Machines have no password, operators a token. `/metrics` has a step of its own. */
const openRoutes = ['/livez', '/healthz', '/readyz', '/startupz']
const isOpen = (route: string) => openRoutes.includes(route) || route.startsWith('/ops/')

/** The password of a server that shows drafts (HTTP Basic, RFC 7617). */
export async function installPassword(app: FastifyInstance, password: string) {
  await app.register(basicAuth, {
    validate: async (_user, given) => {
      if (!isSameSecret(given, password)) throw pageError(401, 'Unauthorized')
    },
    authenticate: { realm: 'drafts' },
  })
}

/** By route, not by path: a path below `/ops/` without a route has an error page, which has the menu. */
export async function checkPassword(request: FastifyRequest, reply: FastifyReply, secondsFor: RateLimit) {
  if (isOpen(request.routeOptions.url ?? '')) return
  const error = await new Promise((done) => request.server.basicAuth(request, reply, done))
  if (!error) return
  const hasWrong = request.headers.authorization !== undefined
  const seconds = hasWrong ? secondsFor(request.site.address) : 0
  const status = seconds > 0 ? 429 : 401
  if (seconds > 0) reply.header('retry-after', seconds)
  // Not an error page, which has the menu.
  return reply.status(status).type('text/plain; charset=utf-8').send(`${STATUS_CODES[status]}\n`)
}

/** Whether a request may not have given the password: to an open route, or rejected by the framework before its hooks. */
export function isUnauthenticated({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === undefined || isOpen(url)
}

/** For drafts and development. Except hashed files: they have no content, and each page would load them again. */
export function installNoStore(app: FastifyInstance) {
  app.addHook('onSend', async ({ site }, reply) => {
    if (site.isAsset && reply.statusCode < 400) return
    reply.header('cache-control', 'private, no-store').removeHeader('cdn-cache-control')
  })
}

/** Pages of other sites write nothing: no form and no other call (CSRF). */
export function rejectCrossSite({ method, headers, site }: FastifyRequest, siteUrl: string) {
  if (!isRead(method, site.pathname) && isCrossSite(headers, siteUrl)) throw pageError(403, 'Forbidden')
}

/**
 * By Fetch Metadata, which no page can forge; else by Origin. A client that sends neither is no browser. A subdomain
 * counts as another site.
 */
function isCrossSite(headers: FastifyRequest['headers'], siteUrl: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  // Behind a proxy that rewrites Host, browsers see the configured URL.
  return origin !== undefined && origin !== siteUrl && URL.parse(origin)?.host !== host
}
