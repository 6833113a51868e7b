// Request wrapper of all business calls: sends the payload, parses the envelope, classifies the error.
import { missingStatuses, resolvingErrorCodes } from '../constants.ts'
import { apiError } from '../errors.ts'
import type { RepeatableQuery } from '../href.ts'
import { isRecord } from '../is-record.ts'
import type { Locale } from '../locale.ts'
import { readEnvelope } from './envelope.ts'
import { errorMessage, jsonIn, shownMessage } from './error-message.ts'

export type ApiMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export type ApiRequest = {
  method: ApiMethod
  path: string
  query?: RepeatableQuery
  /** Sent as JSON. */
  body?: unknown
  locale: Locale
}

export type ApiResponse = {
  status: number
  /** The parsed JSON, or the text if it is not JSON. The same object for the same stored response. */
  body: unknown
}

/** Rejects with ApiError `network` or `timeout` if there is no response within the deadline. */
export type Transport = (request: ApiRequest) => Promise<ApiResponse>

export type RequestOptions = { transport: Transport; locale: Locale }

/** Resolves with `data`, or with the error body for the three resolving codes; rejects with ApiError. */
export async function sendCall(
  { transport, locale }: RequestOptions,
  method: ApiMethod,
  path: string,
  payload: Record<string, unknown> = {},
): Promise<unknown> {
  const isQuery = method === 'GET' || method === 'DELETE'
  const fields = isQuery ? { query: payload as RepeatableQuery } : { body: payload }
  return openEnvelope(await transport({ method, path, locale, ...fields }))
}

function openEnvelope({ status, body }: ApiResponse): unknown {
  if (status >= 200 && status < 300) {
    const envelope = readEnvelope(body)
    if (envelope?.isSuccess) return envelope.data
    const kind = envelope?.code === 404 ? 'missing' : 'refused'
    throw apiError(kind, shownMessage(envelope?.msg), { status, body })
  }
  // A string body that is JSON is parsed.
  const error = typeof body === 'string' ? (jsonIn(body) ?? body) : body
  if (isResolvingError(error)) return error
  throw apiError(missingStatuses.includes(status) ? 'missing' : 'http', errorMessage(body), { status, body })
}

/** An error body that resolves its call. */
export function isResolvingError(body: unknown): body is Record<string, unknown> {
  return isRecord(body) && resolvingErrorCodes.includes(body['code'] as number)
}
