// Access to a server that shows drafts: everything but probes asks for the password (HTTP Basic), and is stored nowhere.
import type { FastifyInstance } from 'fastify'
import { splitUrl } from '../../shared/resolve.ts'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import { isSameSecret } from '../base/same-secret.ts'

/** For machines that have no password. */
const open = ['/livez', '/healthz', '/readyz', '/startupz']

/** `password`: '' for none, in development. */
export function installDraftsAccess(
  app: FastifyInstance,
  password: string,
  secondsForWrong: SecondsForWrong,
) {
  app.addHook('onRequest', async (request, reply) => {
    const { pathname } = splitUrl(request.raw.url ?? '/')
    const { authorization } = request.headers
    if (password === '' || open.includes(pathname) || isRight(authorization, password)) return undefined
    // Not an error page, which has the menu.
    const refuse = (status: number, text: string) => reply.status(status).type('text/plain').send(text)
    const seconds = authorization === undefined ? 0 : await secondsForWrong(request.ip)
    if (seconds > 0) {
      reply.header('retry-after', seconds)
      return refuse(429, 'Too Many Requests')
    }
    reply.header('www-authenticate', 'Basic realm="drafts", charset="UTF-8"')
    return refuse(401, 'Unauthorized')
  })
  app.addHook('onSend', async (request, reply) => {
    if (splitUrl(request.raw.url ?? '/').pathname.startsWith('/assets/')) return
    reply.removeHeader('cdn-cache-control')
    reply.header('cache-control', 'private, no-store')
  })
}

/** Whatever the user name is. */
function isRight(authorization: string | undefined, password: string): boolean {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? []
  const [, given] = /^[^:]*:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString()) ?? []
  return given !== undefined && isSameSecret(given, password)
}
