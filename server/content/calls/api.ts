// Embedded content API over HTTP: the call of a request, and the response.
import { parse } from 'node:querystring'
import { type CallName, callAt, callOf } from '../../../shared/api/calls.ts'
import { defaultDownloadId } from '../../../shared/constants.ts'
import { isOverload } from '../../../shared/errors.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import type { ContentRequest, ContentResponse, Send } from '../../base/content-source.ts'
import type { Log } from '../markdown/problem.ts'
import type { ContentRepository } from '../store/repository.ts'
import type { Call } from './calls.ts'
import { failure, isFailure } from './failure.ts'
import { dataResponse, failureResponse, languageOf, readJsonBody } from './json-response.ts'

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
    const payload = call.method === 'GET' ? parse(search.slice(1)) : await readJsonBody(request.body)
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
    if (isFailure(error)) return failureResponse(request, error, language)
    log.error({ err: error, method, path: path.split('?')[0] }, 'content call failed')
    return failureResponse(request, failure('broken'), language)
  }
}

/** `download` without an id is that of the default category. */
function withDownload(segments: string[]): string[] {
  return segments.join('/') === 'api/home/download' ? [...segments, String(defaultDownloadId)] : segments
}

function allow(method: string, methods: string[]): void {
  if (!methods.includes(method)) throw failure('wrongMethod', { headers: { allow: methods.join(', ') } })
}
