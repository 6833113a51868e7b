// Error responses of proxied calls, in the shape of the envelope.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorEnvelope } from '../../shared/api/envelope.ts'
import { type FieldErrors, isApiError, type PageError, shownError } from '../../shared/errors.ts'

const failed = '服务端错误'

/** Sends an error with the status of a gateway; details of what failed here are logged only. */
export function envelopeError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, message, errors } = shown(error)
  // Without the query, which may have words of a visitor.
  const url = request.site.pathname
  // The limit that rejects, and the upstream, log once a minute.
  if (status === 503 || isApiError(error)) request.log.debug({ err: error, url }, 'proxied call rejected')
  else if (status >= 500) request.log.warn({ err: error, url }, 'proxied call failed')
  return reply.status(status).header('cache-control', 'no-store').send(errorEnvelope(message, errors))
}

function shown(error: unknown): { status: number; message: string; errors?: FieldErrors | undefined } {
  if (isApiError(error)) return { status: shownError(error, '').statusCode, message: failed }
  const { statusCode = 500, message, name, errors } = error as Partial<PageError>
  const status = statusCode < 400 ? 500 : statusCode
  return { status, message: (name === 'PageError' && status < 500 && message) || failed, errors }
}
