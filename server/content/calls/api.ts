// Embedded content API: routing of a request to its call, and the response.
import { type CallMatch, type CallName, callAt, callOf } from '../../../shared/api/calls.ts'
import { defaultDownloadId } from '../../../shared/constants.ts'
import { isOverload } from '../../../shared/errors.ts'
import { acceptedLanguage, defaultLanguages } from '../../../shared/languages.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import type { ContentRequest, ContentResponse, Send } from '../../base/content-source.ts'
import type { Log } from '../markdown/problem.ts'
import type { ContentRepository } from '../store/repository.ts'
import type { Call } from './calls.ts'
import { failure, isFailure } from './failure.ts'
import { dataResponse, failureResponse, readJsonBody } from './json-response.ts'

type ApiOptions = {
  calls: Record<CallName, Call>
  /** Throws Failure. */
  sendMedia: Send
  repository: () => ContentRepository
  log: Log
}

export const safeMethods = ['GET', 'HEAD']

/** Every error becomes a response, but for a search that is rejected: ApiError `overload`. */
export function createApi({ calls, sendMedia, repository, log }: ApiOptions): Send {
  async function respond(request: ContentRequest): Promise<ContentResponse> {
    const target = parseTarget(request.path)
    if (!target) throw failure('malformed')
    if (target.segments[0] === 'media') {
      allow(request, safeMethods)
      return sendMedia(request)
    }
    const match = callAt(withDownload(target.segments))
    if (!match) throw failure('missing')
    const { method } = callOf(match.name)
    allow(request, method === 'GET' ? safeMethods : ['POST'])
    const body = method === 'GET' ? {} : await readJsonBody(request.body)
    return respondToCall(request, target, match, body)
  }

  async function respondToCall(
    request: ContentRequest,
    { query }: Target,
    { name, params }: CallMatch,
    body: Record<string, unknown>,
  ): Promise<ContentResponse> {
    const call = calls[name]
    const [param = ''] = Object.values(params)
    const named = { query: query.get('lang'), body: body.lang, header: undefined }[call.langIn]
    const { languages } = repository().site('site')
    const language = languageOf(request, named, languages)
    try {
      const { lang } = language
      const { headers } = request
      const data = await call.read({ param, query, body, lang, headers, repository: repository() })
      if (data === undefined) throw failure('missing')
      return dataResponse(request, data, language.headers)
    } catch (error) {
      return failed(request, error, language)
    }
  }

  function failed(request: ContentRequest, error: unknown, { lang, headers }: Language): ContentResponse {
    if (isFailure(error)) return failureResponse(error, lang, headers)
    if (isOverload(error)) throw error
    const { method, path } = request
    log.error({ err: error, method, path: path.split('?')[0] }, 'content call failed')
    return failureResponse(failure('broken'), lang, headers)
  }

  return async (request) => {
    const response = await respond(request).catch((error) =>
      failed(request, error, languageOf(request, undefined)),
    )
    const { status, headers, body } = response
    return {
      status,
      headers,
      body: request.method === 'HEAD' ? Buffer.alloc(0) : body,
    }
  }
}

/** `download` without an id is that of the default category. */
function withDownload(segments: string[]): string[] {
  return segments.join('/') === 'api/home/download' ? [...segments, String(defaultDownloadId)] : segments
}

export function allow({ method }: ContentRequest, methods: string[]): void {
  if (!methods.includes(method)) throw failure('wrongMethod', { headers: { allow: methods.join(', ') } })
}

export type Language = { lang: Locale; headers: Record<string, string> }

/** The named language, else that of Accept-Language, on which the response then varies. */
export function languageOf(
  { headers }: ContentRequest,
  named: unknown,
  languages = defaultLanguages,
): Language {
  if (isLocale(named)) return { lang: named, headers: {} }
  return {
    lang: acceptedLanguage(headers['accept-language'], languages),
    headers: { vary: 'accept-language' },
  }
}

type Target = { segments: string[]; query: URLSearchParams }

/** Path segments and query, decoded once; undefined where an escape is malformed. */
function parseTarget(path: string): Target | undefined {
  const { pathname, search } = splitUrl(path)
  const segments = decodedSegmentsOf(pathname)
  // URLSearchParams keeps a malformed escape as text.
  return segments && decodedSegmentsOf(`/${search}`)
    ? { segments, query: new URLSearchParams(search) }
    : undefined
}
