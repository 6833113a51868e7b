// The business calls as typed functions over a Transport.
import type { Content, RichText } from '../content/reader.ts'
import { isContentError } from '../content/reader.ts'
import { apiError } from '../errors.ts'
import type { Locale } from '../locale.ts'
import { fillPattern } from '../path-pattern.ts'
import type { ParamsOf } from '../routes.ts'
import { type CallName, callOf, calls } from './calls.ts'
import { createRequest, isResolvingError, type RequestOptions } from './request.ts'

/** `await api.articleDetail({ id: 3 })`, `await api.articleList({ category: 'news' }, { page: 2 })`. */
export type Api = {
  [Name in CallName]: (
    params: ParamsOf<(typeof calls)[Name]['path']>,
    payload?: Record<string, unknown>,
  ) => Promise<Content<(typeof calls)[Name]['read']>>
}

export type ApiOptions = RequestOptions & {
  locale: Locale
  richText: RichText
  /** Content already read, by the answer it came from: a stored answer is read and sanitised once. */
  memo: WeakMap<object, unknown>
}

/** Every function rejects with ApiError. */
export function createApi(options: ApiOptions): Api {
  const request = createRequest(options)
  const call = async (name: CallName, params: Record<string, string | number>, payload: object = {}) => {
    const { method, path, lang, lookup } = callOf(name)
    const data = await request(
      method,
      fillPattern(path, (param) => segment(name, param, params[param])),
      {
        ...(lang && { lang: options.locale }),
        ...payload,
      },
    )
    if (lookup && (data === null || data === undefined)) throw apiError('missing', `${path}: no data`)
    return read(name, data, options)
  }
  const entries = (Object.keys(calls) as CallName[]).map((name) => [
    name,
    (params: Record<string, string | number>, payload?: object) => call(name, params, payload),
  ])
  return Object.fromEntries(entries) as Api
}

/** `.` and `..` are dot segments even when encoded, so they never become part of a path. */
function segment(name: CallName, param: string, value: string | number | undefined): string {
  const text = String(value)
  if (text === '.' || text === '..')
    throw apiError('missing', `${callOf(name).path}: ${param} is a dot segment`)
  // A colon is legal in a path; the form call's default name is the literal `:name`.
  return /^\w+$/.test(text) ? text : encodeURIComponent(text).replaceAll('%3A', ':')
}

function read(name: CallName, data: unknown, { richText, memo }: ApiOptions): unknown {
  const known = typeof data === 'object' && data !== null ? memo.get(data) : undefined
  if (known !== undefined) return known
  // Writes resolve with the error body for the resolving codes; to a page such a body is no content.
  if (name === 'form' && isResolvingError(data)) return data
  try {
    const content = callOf(name).read(data, richText)
    if (typeof data === 'object' && data !== null) memo.set(data, content)
    return content
  } catch (error) {
    if (!isContentError(error)) throw error
    throw apiError('content', `${name}: ${error.field || 'data'} ${error.message}`, { cause: error })
  }
}
