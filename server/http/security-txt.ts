// security.txt: where to report security problems (RFC 9116).
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'

const daySeconds = 86_400

/** There is no route without SECURITY_CONTACT. */
export function installSecurityTxt(app: FastifyInstance, { config, time }: AppContext) {
  const { contacts, expires } = config.security
  if (contacts.length === 0) return
  const path = '/.well-known/security.txt'
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${config.siteUrl}${path}`,
  ]
  if (Date.parse(expires) < time.now())
    app.log.warn({ expires }, 'SECURITY_EXPIRES is in the past: security.txt is stale')
  app.get(path, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${daySeconds}`)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`),
  )
}
