// Loop detection: a request that this site has sent to its content API and that has come back to it (RFC 9110 §7.6.3).
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import type { AppContext } from '../app-context.ts'

/** The name of this site in Via, the same on all its servers. */
export function viaName(siteUrl: string): string {
  const digest = createHash('sha256').update(new URL(siteUrl).origin).digest('hex')
  return `site-${digest.slice(0, 16)}`
}

/** The protocol, and the name or host that received the request. */
const memberPattern = /^((?:[\w.-]{1,20}\/)?[\w.-]{1,20})[ \t]+([\w.:[\]!#$%&'*+^`|~-]{1,128})$/
const mostMembers = 20

/** The last members of a Via field to pass on, without comments; what is no member is left out. */
export function viaMembers(received: string | undefined): string[] {
  if (received === undefined) return []
  const members = received.replace(/\([^()]*\)/g, '').split(',')
  const read = members.flatMap((member) => {
    const [, protocol, name] = memberPattern.exec(member.trim()) ?? []
    return protocol && name ? [`${protocol} ${name}`] : []
  })
  return read.slice(-mostMembers)
}

const problem = 'API_BASE leads back to this site'

/** RFC 5842 §7.2. No error page: its menu would be one more request to the content API. */
export function rejectLoop(
  { headers, site }: FastifyRequest,
  reply: FastifyReply,
  { config, telemetry: { faults } }: AppContext,
) {
  const names = viaMembers(headers['via']).map((member) => member.toLowerCase().split(' ')[1])
  if (names.length === 0 || !names.includes(viaName(config.siteUrl))) return undefined
  faults.report('API_BASE loop', { problem, event: 'request rejected: loop' })
  reply.status(508).header('cache-control', 'no-store')
  return site.wantsJson
    ? reply.send(errorEnvelope('Loop Detected'))
    : reply.type('text/plain; charset=utf-8').send('508 Loop Detected\n')
}
