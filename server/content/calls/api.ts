// Embedded content API over HTTP: the call of a request, and its response in the contract's envelope.
import { parse } from 'node:querystring'
import { type CallName, callAt, callOf } from '../../../shared/api/calls.ts'
import { errorEnvelope } from '../../../shared/api/envelope.ts'
import { defaultDownloadId } from '../../../shared/constants.ts'
import { say } from '../../../shared/content/problem.ts'
import { isOverload } from '../../../shared/errors.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { acceptedLanguage, defaultLanguages } from '../../../shared/languages.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import { etagOf, matchesEtag } from '../../base/conditional.ts'
import type { ContentRequest, ContentResponse, Send } from '../../base/content-source.ts'
import { parseJson } from '../../base/json.ts'
import { readBodyUpTo } from '../../base/read-body.ts'
import type { Log } from '../markdown/problem.ts'
import type { ContentRepository } from '../store/repository.ts'
import type { Call } from './calls.ts'
import { type Failure, failure, failures, isFailure, malformed } from './failure.ts'

type Api = {
  calls: Record<CallName, Call>
  /** Throws Failure. */
  sendMedia: Send
  repository: () => ContentRepository
  /** Header fields of a response to the call. */
  fieldsOf: (call: CallName) => Record<string, string> | undefined
  log: Log
}

const safeMethods = ['GET', 'HEAD']

/** Every error becomes a response, but for a search that is rejected: ApiError `overload`. */
export async function respond(
  request: ContentRequest,
  { calls, sendMedia, repository, fieldsOf, log }: Api,
): Promise<ContentResponse> {
  const { method, path, headers } = request
  let language = languageOf(request)
  try {
    const { pathname, search } = splitUrl(path)
    const segments = decodedSegmentsOf(pathname)
    // A query keeps a malformed escape as text.
    if (!segments || !decodedSegmentsOf(`/${search}`)) throw failure('malformed')
    if (segments[0] === 'media') {
      allow(method, safeMethods)
      return await sendMedia(request)
    }
    const match = callAt(withDownload(segments))
    if (!match) throw failure('missing')
    const call = callOf(match.name)
    allow(method, call.method === 'GET' ? safeMethods : ['POST'])
    const payload = call.method === 'GET' ? parse(search.slice(1)) : await readJsonBody(request)
    // The fields of a form may include one called lang.
    const named = call.lang && payload['lang']
    language = languageOf(request, named, repository().site('site').languages)
    const [param = ''] = Object.values(match.params)
    const input = { param, payload, lang: language.lang, headers, repository: repository() }
    const data = await calls[match.name]({ ...input, text: 'html' })
    if (data === undefined) throw failure('missing')
    return dataResponse(request, data, { ...language.headers, ...fieldsOf(match.name) })
  } catch (error) {
    if (isOverload(error)) throw error
    if (!isFailure(error)) log.error({ err: error, method, path: path.split('?')[0] }, 'content call failed')
    return failureResponse(request, isFailure(error) ? error : failure('broken'), language)
  }
}

/** `download` without an id is that of the default category. */
function withDownload(segments: string[]): string[] {
  return segments.join('/') === 'api/home/download' ? [...segments, String(defaultDownloadId)] : segments
}

function allow(method: string, methods: string[]): void {
  if (!methods.includes(method)) throw failure('wrongMethod', { headers: { allow: methods.join(', ') } })
}

const empty = Buffer.alloc(0)

type Headers = Record<string, string>
type Language = { lang: Locale; headers: Headers }

/** The named language, else that of Accept-Language, on which the response then varies. */
export function languageOf(
  { headers }: ContentRequest,
  named?: unknown,
  languages = defaultLanguages,
): Language {
  if (isLocale(named)) return { lang: named, headers: {} }
  const lang = acceptedLanguage(headers['accept-language'], languages)
  return { lang, headers: { vary: 'accept-language' } }
}

function dataResponse({ method, headers }: ContentRequest, data: unknown, fields: Headers): ContentResponse {
  const body = Buffer.from(JSON.stringify({ success: true, data, msg: '' }))
  const etag = etagOf(body)
  // 304 is for GET and HEAD only (RFC 9110 §13.1.2).
  if (method !== 'POST' && matchesEtag(headers['if-none-match'] ?? '', etag))
    return { status: 304, headers: { ...fields, etag }, body: empty }
  return jsonResponse(method, 200, body, { ...fields, etag })
}

export function failureResponse(
  { method }: ContentRequest,
  { kind, errors, headers }: Failure,
  { lang, headers: fields }: Language,
): ContentResponse {
  const { status, [lang]: message } = failures[kind]
  const body = Buffer.from(JSON.stringify(errorEnvelope(message, errors?.(lang))))
  return jsonResponse(method, status, body, { ...fields, ...headers })
}

function jsonResponse(method: string, status: number, body: Buffer, fields: Headers): ContentResponse {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(body.length),
      ...fields,
    },
    body: method === 'HEAD' ? empty : body,
  }
}

const bodyLimitBytes = 64 * 1024

/** A missing body is an empty object. Throws Failure: malformed or tooLarge. */
async function readJsonBody({ headers, body = empty }: ContentRequest): Promise<Record<string, unknown>> {
  // Before it is read: a larger one without this field closes the connection.
  if (Number(headers['content-length']) > bodyLimitBytes) throw failure('tooLarge')
  const bytes = await readBodyUpTo(body, bodyLimitBytes).catch(() => {
    throw failure('malformed')
  })
  if (!bytes) throw failure('tooLarge')
  const value = bytes.length === 0 ? {} : parseJson(bytes)
  // Prototype pollution: an own `__proto__` key becomes the prototype where the object is copied by assignment.
  if (isRecord(value) && !Object.hasOwn(value, '__proto__')) return value
  throw malformed('body', say('must be a JSON object in UTF-8 without the key __proto__'))
}
