// security.txt: where to report security problems (RFC 9116).
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'

const daySeconds = 86_400
/** RFC 9116 §2.5.5 recommends less than a year. */
const yearMs = 364 * daySeconds * 1000

/** There is no route without SECURITY_CONTACT. */
export function installSecurityTxt(app: FastifyInstance, { config, build, time }: AppContext) {
  const { securityContacts: contacts } = config
  if (contacts.length === 0) return
  const expires = build.timestamp + yearMs
  const path = '/.well-known/security.txt'
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${new Date(expires).toISOString()}`,
    'Preferred-Languages: zh, en',
    `Canonical: ${config.siteUrl}${path}`,
  ]
  if (expires < time.now()) app.log.warn('security.txt has expired: the build is older than a year')
  app.get(path, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${daySeconds}`)
      .type('text/plain; charset=utf-8')
      .send(`${lines.join('\n')}\n`),
  )
}
