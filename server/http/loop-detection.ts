// Loop detection: a request that this site has sent to its content API and that has come back to it (RFC 9110 §7.6.3).
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { createMinuteLimit } from '../base/rate-limit.ts'
import { viaMembers } from '../base/via.ts'
import { acceptsJson } from './errors.ts'

type LoopDetectionOptions = {
  /** Of this site in Via. */
  name: string
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

const problem = 'API_BASE leads back to this site'
const warnedMs = 600_000

/** RFC 5842 §7.2. No error page: its menu would be one more request to the content API. Returns the warnings of /readyz. */
export function installLoopDetection(
  app: FastifyInstance,
  { name, log, monotonic }: LoopDetectionOptions,
): () => string[] {
  const mayLog = createMinuteLimit(1, monotonic)
  let metAt = Number.NEGATIVE_INFINITY

  app.addHook('onRequest', async ({ raw: { url = '/', headers } }, reply) => {
    if (!viaMembers(headers['via']).some((member) => member.toLowerCase().endsWith(` ${name}`)))
      return undefined
    metAt = monotonic()
    if (mayLog()) log.warn({ problem }, 'request rejected: loop')
    reply.status(508).header('cache-control', 'no-store')
    return acceptsJson({ url, headers })
      ? reply.send(errorEnvelope('Loop Detected'))
      : reply.type('text/plain; charset=utf-8').send('508 Loop Detected\n')
  })
  return () => (monotonic() - metAt < warnedMs ? [problem] : [])
}
