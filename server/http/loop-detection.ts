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

const problem = 'API_BASE leads back to this site'

/** RFC 5842 §7.2. No error page: its menu would be one more request to the content API. */
export function rejectLoop(
  { headers, site }: FastifyRequest,
  reply: FastifyReply,
  { config, telemetry: { faults } }: AppContext,
) {
  if (!headers.via?.toLowerCase().includes(viaName(config.siteUrl))) return undefined
  faults.report('API_BASE loop', { problem, event: 'request rejected: loop' })
  reply.status(508).header('cache-control', 'no-store')
  return site.wantsJson
    ? reply.send(errorEnvelope('Loop Detected'))
    : reply.type('text/plain; charset=utf-8').send('508 Loop Detected\n')
}
