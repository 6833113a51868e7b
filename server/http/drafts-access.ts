// A server that shows drafts: its password (HTTP Basic, RFC 7617), and `no-store`, which development has as well.
import basicAuth from '@fastify/basic-auth'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { RateLimit } from '../base/rate-limit.ts'
import { isSameSecret } from '../ops/operator.ts'

/** Machines have no password, operators a token. `/metrics` has a step of its own. */
const openRoutes = ['/livez', '/healthz', '/readyz', '/startupz']
const isOpen = (route: string) => openRoutes.includes(route) || route.startsWith('/ops/')

/** By route, not by path: a path below `/ops/` without a route has an error page, which has the menu. */
export async function createDraftsAccess(app: FastifyInstance, password: string, secondsForWrong: RateLimit) {
  await app.register(basicAuth, {
    validate: async (_user, given) => {
      if (!isSameSecret(given, password)) throw pageError(401, 'Unauthorized')
    },
    authenticate: { realm: 'drafts' },
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    if (isOpen(request.routeOptions.url ?? '')) return undefined
    const rejection = await new Promise<Error | undefined>((resolve) =>
      app.basicAuth(request, reply, resolve),
    )
    if (!rejection) return undefined
    const hasWrong = request.headers.authorization !== undefined
    const seconds = hasWrong ? await secondsForWrong(request.site.address) : 0
    if (seconds > 0) reply.header('retry-after', seconds)
    // Not an error page, which has the menu.
    return reply
      .status(seconds > 0 ? 429 : 401)
      .type('text/plain; charset=utf-8')
      .send(seconds > 0 ? 'Too Many Requests\n' : 'Unauthorized\n')
  }
}

/** Whether a request may not have given the password: to an open route, or rejected by the framework before its hooks. */
export function isUnauthenticated({ routeOptions: { url } }: FastifyRequest): boolean {
  return url === undefined || isOpen(url)
}

/** Except hashed files: they have no content, and without a stored copy each page would load them again. */
export function installNoStore(app: FastifyInstance) {
  app.addHook('onSend', async ({ site }, reply) => {
    if (site.isAsset && reply.statusCode < 400) return
    reply.header('cache-control', 'private, no-store').removeHeader('cdn-cache-control')
  })
}
