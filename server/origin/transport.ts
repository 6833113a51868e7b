// The business calls on the server: their transport, JSON over `Send`, and the reader of their responses.
import { join } from 'node:path'
import type { ApiRequest, Transport } from '../../shared/api/transport.ts'
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import { queryString } from '../../shared/href.ts'
import type { AppContext } from '../app-context.ts'
import type { OriginRequest, Send } from '../base/origin.ts'
import { isOriginError } from '../base/origin-error.ts'
import { maxResponseBytes, readBody, shortBody } from '../base/read-body.ts'
import { createLargeTexts } from '../rich-text/large-texts.ts'
import { type CallReader, createCallReader } from './call-reader.ts'
import { createOmittedItemsLog } from './omitted-items.ts'

export type SiteCalls = ReturnType<typeof createSiteCalls>

/** How the responses of calls are parsed, read and sanitised. */
export function createSiteCalls({ config, distDir, facts, telemetry: { log }, time: { now } }: AppContext) {
  const file = join(distDir, 'server/rich-text-worker.js')
  const { richText, prepare, close } = createLargeTexts({ file, imageHosts: config.imageHosts })
  const reader = createCallReader(richText, createOmittedItemsLog({ log, now }), prepare, facts)
  return { reader, transportOver: createServerTransports(reader), close }
}

type Parser = Pick<CallReader, 'parse' | 'prepare'>

function createServerTransports({ parse, prepare }: Parser): (send: Send) => Transport {
  return (send) => async (request) => {
    try {
      const response = await send(originRequest(request))
      const body = Buffer.isBuffer(response.body)
        ? shortBody(response.body, maxResponseBytes)
        : await readBody(response.body, maxResponseBytes, requestTimeoutMs)
      const json = parse(body)
      await prepare(body, json, request.locale)
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
