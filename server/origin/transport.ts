// The business calls' Transport on the server: JSON over the origin's seam.
import { LRUCache } from 'lru-cache'
import type { ApiRequest, Transport } from '../../shared/api/transport.ts'
import { requestTimeoutMs, sharedMaxAgeSeconds } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import { queryString } from '../../shared/href.ts'
import type { Locale } from '../../shared/locale.ts'
import { parsedBody } from '../cache/parsed-body.ts'
import type { OriginRequest, Send } from './origin.ts'
import { isOriginError } from './origin-error.ts'
import { readBody, shortBody } from './read-body.ts'

const mostRequests = 2000
const longestKept = 1000

type Options = { responseLimit: number; timeoutMs?: number }

/** Makes Transports. Answers kept in memory are parsed once: the same body gives the same object. */
export function createServerTransports({
  responseLimit,
  timeoutMs = requestTimeoutMs,
}: Options): (send: Send) => Transport {
  const requests = new LRUCache<string, OriginRequest>({ max: mostRequests })

  /** Pages ask for the same things again and again. */
  const requestFor = (request: ApiRequest): OriginRequest => {
    const { method, path, query = {}, body, locale } = request
    const json = body === undefined ? '' : JSON.stringify(body)
    const target = path + queryString(query)
    const key = `${method} ${locale} ${target} ${json}`
    const known = requests.get(key)
    if (known) return known
    const made = originRequest(method, target, locale, json)
    if (key.length <= longestKept) requests.set(key, made)
    return made
  }

  return (send) => async (request) => {
    try {
      const answer = await send(requestFor(request))
      const body = Buffer.isBuffer(answer.body)
        ? shortBody(answer.body, responseLimit)
        : await readBody(answer.body, responseLimit, timeoutMs)
      const json = parsedBody(body)
      return { status: answer.status, body: json === undefined ? body.toString('utf8') : json }
    } catch (error) {
      throw toApiError(request, error)
    }
  }
}

function originRequest(method: string, path: string, locale: Locale, json: string): OriginRequest {
  return {
    method,
    path,
    headers: {
      accept: 'application/json',
      'accept-language': locale,
      'finger-print': '',
      'content-type': 'application/json',
      'cache-control': `s-maxage=${sharedMaxAgeSeconds}`,
    },
    ...(json !== '' && { body: Buffer.from(json) }),
  }
}

function toApiError({ path }: ApiRequest, cause: unknown): Error {
  if (isApiError(cause)) return apiError(cause.kind, `${path}: ${cause.message}`, { cause })
  // It names call and field already.
  if (isOriginError(cause) && cause.kind === 'content')
    return apiError('content', String(cause.cause), { cause })
  const kind = isOriginError(cause) ? cause.kind : 'network'
  return apiError(kind, `${path}: ${cause instanceof Error ? cause.message : ''}`, { cause })
}
