// API client: the business calls as typed functions over a Transport.
import { type ContentError, isContentError } from '../content/content-error.ts'
import type { Content } from '../content/reader.ts'
import { apiError, isApiError } from '../errors.ts'
import { fillPattern } from '../path-pattern.ts'
import type { ParamsOf } from '../routes.ts'
import { type CallName, callOf, calls } from './calls.ts'
import { errorMessage } from './error-message.ts'
import { isResolvingError, type RequestOptions, sendCall } from './request.ts'

/** `await api.articleDetail({ id: 3 })`, `await api.articleList({ category: 'news' }, { page: 2 })`. */
export type Api = {
  [Name in CallName]: (
    params: ParamsOf<(typeof calls)[Name]['path']>,
    payload?: Record<string, unknown>,
  ) => Promise<Content<(typeof calls)[Name]['read']>>
}

type Params = Record<string, string | number>
type Read = (call: CallName, path: string, data: unknown) => unknown

/** `read`: the content of the data of a response; throws ContentError. Every function rejects with ApiError. */
export function createApi({ read, ...options }: RequestOptions & { read: Read }): Api {
  return apiOf(async (name, params, payload) => {
    const { method, path, lang, lookup } = callOf(name)
    const url = fillPattern(path, (param) => segment(path, params[param]))
    const fields = { ...(lang && { lang: options.locale }), ...payload }
    const data = await sendCall(options, method, url, fields).catch((error: unknown) => {
      throw lookup ? error : failureOf(error)
    })
    if (lookup && data === null) throw apiError('missing', `${path}: no data`)
    return readResponse(name, data, () => read(name, url, data))
  })
}

/** The functions of all calls over one of them. `payload`: what is sent beside the language. */
export function apiOf(
  call: (name: CallName, params: Params, payload: Record<string, unknown>) => Promise<unknown>,
): Api {
  const functions = (Object.keys(calls) as CallName[]).map((name) => [
    name,
    (params: Params, payload = {}) => call(name, params, payload),
  ])
  return Object.fromEntries(functions) as Api
}

/** `.` and `..` are dot segments even when encoded, so they never become part of a path. */
function segment(path: string, value: string | number | undefined): string {
  const text = String(value)
  if (text === '.' || text === '..') throw apiError('missing', `${path}: a dot segment`)
  // A colon is legal in a path; the form call's default name is the literal `:name`.
  return encodeURIComponent(text).replaceAll('%3A', ':')
}

/** A lookup alone can be `missing`; for other calls 404 is an HTTP error. */
function failureOf(error: unknown): unknown {
  if (!isApiError(error) || error.kind !== 'missing') return error
  const { message, status, body } = error
  return apiError('http', message, { status, body, cause: error })
}

/** The content of the data of a response, as `read` returns it. Throws ApiError. */
export function readResponse(name: CallName, data: unknown, read: () => unknown): unknown {
  // Writes resolve with the error body for the resolving codes; it is not content.
  if (name === 'form' && isResolvingError(data)) return data
  try {
    return read()
  } catch (error) {
    if (!isContentError(error)) throw error
    if (isResolvingError(data)) throw apiError('http', errorMessage(data), { body: data, cause: error })
    throw apiError('content', contentProblem(name, error), { cause: error })
  }
}

export function contentProblem(name: CallName, { field, message }: Pick<ContentError, 'field' | 'message'>) {
  return `${name}: ${field || 'data'} ${message}`
}
