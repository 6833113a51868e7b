// Error responses of proxied calls, in the shape of the envelope.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isApiError, shownError } from '../../shared/errors.ts'
import { gatewayStatus, isOriginError } from '../origin/origin-error.ts'

/** `{"success":false,"data":null,"msg"}` with the status of a gateway; details are logged only. */
export function envelopeError(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const { status, msg } = shown(error)
  const url = request.raw.url
  // The limit that rejects logs once.
  if (status === 503) request.log.debug({ err: error, url }, 'proxied call rejected: overload')
  else if (status >= 500) request.log.warn({ err: error, url }, 'proxied call failed')
  return reply.status(status).header('cache-control', 'no-store').send({ success: false, data: null, msg })
}

function shown(error: unknown): { status: number; msg: string } {
  if (isOriginError(error)) return { status: gatewayStatus[error.kind], msg: '服务端错误' }
  if (isApiError(error)) return { status: shownError(error, '').statusCode, msg: '服务端错误' }
  const { statusCode, message, name } = error as { statusCode?: number; message: string; name: string }
  if (statusCode === undefined || statusCode < 400) return { status: 500, msg: '服务端错误' }
  return { status: statusCode, msg: name === 'PageError' && statusCode < 500 ? message : '服务端错误' }
}
