// Transport of the business calls on the server: JSON over `Send`.
import type { ApiRequest, Transport } from '../../shared/api/transport.ts'
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import { queryString } from '../../shared/href.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { isOriginError } from '../base/origin-error.ts'
import { maxResponseBytes, readBody, shortBody } from '../base/read-body.ts'
import type { CallReader } from './call-reader.ts'

type TransportOptions = Pick<CallReader, 'parse'> &
  Partial<Pick<CallReader, 'prepare'>> & { timeoutMs?: number }

/** Creates Transports. `parse`: undefined for anything but JSON. */
export function createServerTransports({
  parse,
  prepare,
  timeoutMs = requestTimeoutMs,
}: TransportOptions): (send: Send) => Transport {
  return (send) => async (request) => {
    try {
      const response = await send(originRequest(request))
      const body = Buffer.isBuffer(response.body)
        ? shortBody(response.body, maxResponseBytes)
        : await readBody(response.body, maxResponseBytes, timeoutMs)
      const json = parse(body)
      await prepare?.(body, json, request.locale)
      return { status: response.status, body: json === undefined ? body.toString('utf8') : json }
    } catch (error) {
      throw toApiError(request, error)
    }
  }
}

function originRequest({ method, path, query = {}, body, locale }: ApiRequest): OriginRequest {
  return {
    method,
    path: path + queryString(query),
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      'finger-print': '',
      'content-type': 'application/json',
      'cache-control': `s-maxage=${sharedMaxAgeSeconds}`,
    },
    ...(body !== undefined && { body: Buffer.from(JSON.stringify(body)) }),
  }
}

export function toApiError({ path }: Pick<ApiRequest, 'path'>, cause: unknown): Error {
  if (isApiError(cause)) return apiError(cause.kind, `${path}: ${cause.message}`, { cause })
  const message = `${path}: ${cause instanceof Error ? cause.message : ''}`
  if (!isOriginError(cause)) return apiError('network', message, { cause })
  // The cause names call and field.
  if (cause.kind === 'content') return apiError('content', String(cause.cause), { cause })
  const { kind, status } = cause
  return apiError(status >= 400 ? 'http' : kind, message, { status, cause })
}
