// Old paths of documents lead to new ones, as server/redirects.json says.
import type { FastifyInstance } from 'fastify'
import { type Matcher, redirectOf } from '../../shared/redirects.ts'

export function installRedirects(app: FastifyInstance, matcher: Matcher) {
  if (Object.keys({ ...matcher.static, ...matcher.wildcard }).length === 0) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const to = redirectOf(matcher, request.raw.url ?? '/')
    if (to) return reply.header('cache-control', 'public, max-age=3600').redirect(to, 308)
  })
}
