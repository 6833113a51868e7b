// From a request to its answer.
import { type CallMatch, type CallName, callAt, callOf } from '../../shared/api/calls.ts'
import { defaultLocale } from '../../shared/constants.ts'
import { isLocale, type Locale, localeFromAcceptLanguage } from '../../shared/locale.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import type { Call } from './calls.ts'
import { failure, isFailure } from './failure.ts'
import { dataAnswer, failureAnswer, readJsonBody } from './json-response.ts'
import type { FindMedia } from './media-file.ts'
import { mediaAnswer } from './media-response.ts'
import type { Log } from './problem.ts'
import type { Library } from './repository.ts'
import { parseTarget, type Target } from './target.ts'

type ApiOptions = {
  calls: Record<CallName, Call>
  findMedia: FindMedia
  library: () => Library
  log: Log
  now: () => number
}

const safeMethods = ['GET', 'HEAD']

/** Never rejects: whatever is wrong with a request is an answer. */
export function createApi({ calls, findMedia, library, log, now }: ApiOptions): Send {
  async function answer(request: OriginRequest): Promise<OriginResponse> {
    const target = parseTarget(request.path)
    if (!target) throw failure('malformed')
    if (target.segments[0] === 'media') {
      allow(request, safeMethods)
      return mediaAnswer(findMedia, request, now())
    }
    const match = callAt(target.segments)
    if (!match) throw failure('missing')
    const { method } = callOf(match.name)
    allow(request, method === 'GET' ? safeMethods : ['POST'])
    const body = method === 'GET' ? {} : await readJsonBody(request.body)
    return answerCall(request, target, match, body)
  }

  function answerCall(
    request: OriginRequest,
    { query }: Target,
    { name, params }: CallMatch,
    body: Record<string, unknown>,
  ): OriginResponse {
    const call = calls[name]
    const [param = ''] = Object.values(params)
    const language = languageOf(
      request,
      { query: query.get('lang'), body: body.lang, header: undefined }[call.langIn],
    )
    try {
      const { lang } = language
      const data = call.answer({ param, query, body, lang, headers: request.headers, library: library() })
      if (data === undefined) throw failure('missing')
      return dataAnswer(request, data, language.headers)
    } catch (error) {
      return failed(request, error, language)
    }
  }

  function failed(request: OriginRequest, error: unknown, { lang, headers }: Language): OriginResponse {
    if (isFailure(error)) return failureAnswer(error, lang, headers)
    const { method, path } = request
    log.error({ err: error, method, path: path.split('?')[0] }, 'content call failed')
    return failureAnswer(failure('broken'), lang, headers)
  }

  return async (request) => {
    const sent = await answer(request).catch((error) =>
      failed(request, error, languageOf(request, undefined)),
    )
    return request.method === 'HEAD' ? { ...sent, body: Buffer.alloc(0) } : sent
  }
}

function allow({ method }: OriginRequest, methods: string[]): void {
  if (!methods.includes(method)) throw failure('wrongMethod', { headers: { allow: methods.join(', ') } })
}

type Language = { lang: Locale; headers: Record<string, string> }

/** The named language, else that of the header, on which the answer then depends. */
function languageOf({ headers }: OriginRequest, named: unknown): Language {
  if (isLocale(named)) return { lang: named, headers: {} }
  return {
    lang: localeFromAcceptLanguage(headers['accept-language']) ?? defaultLocale,
    headers: { vary: 'accept-language' },
  }
}
