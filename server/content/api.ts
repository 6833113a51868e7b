// From a request to its answer.
import { defaultLocale } from '../../shared/constants.ts'
import { isLocale, type Locale, localeFromAcceptLanguage } from '../../shared/locale.ts'
import type { OriginRequest, OriginResponse, Send } from '../origin/origin.ts'
import { type Call, matchCall } from './call.ts'
import { failure, isFailure } from './failure.ts'
import { dataAnswer, failureAnswer } from './json-answer.ts'
import { readJsonBody } from './json-body.ts'
import type { Library } from './library.ts'
import { mediaAnswer } from './media-answer.ts'
import type { FindMedia } from './media-file.ts'
import type { Log } from './problem.ts'
import { parseTarget, type Target } from './target.ts'

export type ApiOptions = { calls: readonly Call[]; findMedia: FindMedia; library: () => Library; log: Log }

type Headers = Record<string, string>

const safeMethods = ['GET', 'HEAD']

/** Never rejects: whatever is wrong with a request is an answer. */
export function createApi({ calls, findMedia, library, log }: ApiOptions): Send {
  async function answer(request: OriginRequest, { segments, query }: Target): Promise<OriginResponse> {
    if (segments[0] === 'media') {
      allow(request, safeMethods)
      return mediaAnswer(findMedia, request)
    }
    const [api, home, ...rest] = segments
    const match = api === 'api' && home === 'home' ? matchCall(calls, rest) : undefined
    if (!match) throw failure('missing')
    const { call, param } = match
    allow(request, call.method === 'GET' ? safeMethods : ['POST'])
    const body = call.method === 'GET' ? {} : await readJsonBody(request.body)
    const { lang, vary } = languageOf(request, body.lang, query.get('lang'))
    const messageLang = languageOf(request, query.get('lang')).lang
    // The library is taken after the last wait: a reload closes the one before it.
    const asked = { param, query, body, lang, messageLang, headers: request.headers, library: library() }
    const data = call.answer(asked)
    if (data === undefined) throw failure('missing')
    return dataAnswer(request, data, vary)
  }

  return async (request) => {
    const target = parseTarget(request.path)
    const { lang, vary } = languageOf(request, target?.query.get('lang'))
    try {
      if (!target) throw failure('malformed')
      return withoutBodyForHead(request, await answer(request, target))
    } catch (error) {
      if (isFailure(error)) return withoutBodyForHead(request, failureAnswer(error, lang, vary))
      log.error(
        { err: error, method: request.method, path: request.path.split('?')[0] },
        'content call failed',
      )
      return failureAnswer(failure('broken'), lang, vary)
    }
  }
}

function allow({ method }: OriginRequest, methods: string[]): void {
  if (!methods.includes(method)) throw failure('wrongMethod', { headers: { allow: methods.join(', ') } })
}

/** What the request names itself, else its header, on which the answer then depends. */
function languageOf({ headers }: OriginRequest, ...named: unknown[]): { lang: Locale; vary: Headers } {
  const lang = named.find(isLocale)
  if (lang) return { lang, vary: {} }
  return {
    lang: localeFromAcceptLanguage(headers['accept-language']) ?? defaultLocale,
    vary: { vary: 'accept-language' },
  }
}

function withoutBodyForHead(request: OriginRequest, answer: OriginResponse): OriginResponse {
  return request.method === 'HEAD' ? { ...answer, body: Buffer.alloc(0) } : answer
}
