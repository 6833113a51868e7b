// Request wrapper of all business calls: sends the payload, parses the envelope, classifies the error.
import { resolvingErrorCodes } from '../constants.ts'
import { apiError } from '../errors.ts'
import type { RepeatableQuery } from '../href.ts'
import type { Locale } from '../locale.ts'
import { isRecord, readEnvelope } from './envelope.ts'
import type { ApiMethod, ApiResponse, Transport } from './transport.ts'

export type RequestOptions = {
  transport: Transport
  locale: Locale
  /** Called once for each error to be shown as a toast; not set on the server. */
  notify?: (message: string, kind: 'system' | 'server') => void
}

/** Resolves with `data`, or with the error body for the three resolving codes; rejects with ApiError. */
export type Request = (method: ApiMethod, path: string, payload?: Record<string, unknown>) => Promise<unknown>

export function createRequest({ transport, locale, notify = () => {} }: RequestOptions): Request {
  return async (method, path, payload = {}) => {
    const fields =
      method === 'GET' || method === 'DELETE' ? { query: payload as RepeatableQuery } : { body: payload }
    let response: ApiResponse
    try {
      response = await transport({ method, path, locale, ...fields })
    } catch (error) {
      notify('', 'server')
      throw error
    }
    return openEnvelope(response, notify)
  }
}

function openEnvelope({ status, body }: ApiResponse, notify: NonNullable<RequestOptions['notify']>): unknown {
  if (status >= 200 && status < 300) {
    const envelope = readEnvelope(body)
    if (envelope?.isSuccess) return envelope.data
    const message = envelope?.msg ?? ''
    notify(message, 'system')
    throw apiError(envelope?.code === 404 ? 'missing' : 'refused', message, { status, body })
  }
  const message = errorMessage(body)
  notify(message, 'server')
  const error = errorBody(body)
  if (isResolvingError(error)) return error
  throw apiError(status === 404 ? 'missing' : 'http', message, { status, body })
}

/** An error body that resolves its call. */
export function isResolvingError(body: unknown): body is Record<string, unknown> {
  return isRecord(body) && resolvingErrorCodes.includes(body['code'] as number)
}

/** A string body that is JSON is parsed. */
function errorBody(body: unknown): unknown {
  return typeof body === 'string' ? (parseJson(body) ?? body) : body
}

/** The message of an error body, or ''. A string body that is JSON is parsed. */
export function errorMessage(body: unknown): string {
  if (typeof body === 'string') {
    const parsed = parseJson(body)
    return parsed === undefined ? body : errorMessage(parsed)
  }
  if (!isRecord(body)) return ''
  if (isRecord(body['errors'])) {
    return Object.values(body['errors'])
      .map((messages) => (Array.isArray(messages) ? messages.join(',') : String(messages)))
      .join(';')
  }
  return typeof body['message'] === 'string' ? body['message'] : ''
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
