// Redirects of moved pages, and 410 for removed ones, by the redirect table.
import type { FastifyInstance } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { createFindRedirect, type Matcher } from '../../shared/redirects.ts'

export function installRedirects(app: FastifyInstance, matcher: Matcher) {
  if (Object.values(matcher).every((rules) => Object.keys(rules).length === 0)) return
  const find = createFindRedirect(matcher)
  app.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return
    const url = request.raw.url ?? '/'
    const redirect = find(url)
    if (redirect?.status === 410) throw pageError(410, `Page gone: ${url}`)
    if (!redirect) return
    // A temporary redirect must be revalidated.
    const cacheControl = redirect.status === 302 ? 'no-cache' : 'public, max-age=3600'
    return reply.header('cache-control', cacheControl).redirect(redirect.to, redirect.status)
  })
}
