// Reads responses to business calls: what is a failure of the origin, and which caching fields count.
import { contentProblem } from '../../shared/api/api.ts'
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { isContentError } from '../../shared/content/reader.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { Fields } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { type OriginError, originError } from '../base/origin-error.ts'
import { maxResponseBytes, readBody } from '../base/read-body.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import {
  type KnownCall,
  type Lifetime,
  missingLifetime,
  missingTag,
  namesUnknownCategory,
  unsuccessfulLifetime,
  withLifetime,
  withoutCachingFields,
  withoutVariation,
} from './call-policy.ts'
import type { CallReader } from './call-reader.ts'
import { contentTags } from './content-tags.ts'
import { type ValidationResult, validateResponse } from './validate-response.ts'

type CallResponsesOptions = {
  reader: CallReader
  problems: Pick<OriginProblems, 'report'>
  /** Responses have the lifetimes of the policy table, whatever caching fields they have. */
  isByPolicy: boolean
  sections: () => SiteSections
  send: Send
  /** Milliseconds since 1970. */
  now: () => number
}
export type CallResponses = ReturnType<typeof createCallResponses>

type Request = { call: KnownCall; sent: OriginRequest; locale: Locale }
type Response = OriginResponse & { body: Buffer }
/** What is stored for the same request. */
type Previous = 'none' | 'missing' | 'found'
type Read =
  | { kind: 'failed'; error: OriginError }
  /** `success: false` is transient and does not replace a stored response. */
  | { kind: 'unsuccessful'; error: OriginError; fields: Fields }
  /** `tags` beside those of the request. `longest`: for this cache alone, as long as `given` says and at most so long. */
  | { kind: 'read'; isSuccess: boolean; fields: Fields; given: Fields; tags: string[]; longest?: Lifetime }

const unhealthy = 'configuration and menu fail as well'

export function createCallResponses(options: CallResponsesOptions) {
  const { reader, problems, isByPolicy, sections } = options
  const isOriginHealthy = createOriginCheck(options)

  const report = (
    request: Request,
    { status, body }: Omit<Response, 'headers'>,
    problem: string,
    field = '',
  ) => problems.report({ call: request.call.name, path: pathnameOf(request), field, problem, status, body })

  /** Why the call's reader rejects the data; undefined where it accepts them. */
  const contentErrorOf = async ({ call, locale, sent }: Request, body: Buffer, data: unknown) => {
    try {
      await reader.prepare(body, data, locale)
      reader.check(call.name, locale, sent.path, data)
      return undefined
    } catch (error) {
      if (!isContentError(error)) throw error
      return error
    }
  }

  return {
    /** Logs a response that counts as a failure of the origin. */
    report,
    /** The fields of a 304 that count. */
    fieldsOfNotModified: (fields: Fields): Fields => (isByPolicy ? withoutVariation(fields) : fields),

    async read(request: Request, response: Response, previous: Previous): Promise<Read> {
      const { call, sent, locale } = request
      const { status, headers, body } = response
      // A 404 of a category that the site does not have is no failure.
      const lookup = callOf(call.name).lookup ?? namesUnknownCategory(sent.path, sections())
      const result = validateResponse(call, status, headers, body, reader.parse, lookup)
      if ('problem' in result) {
        report(request, response, result.problem)
        return { kind: 'failed', error: originError('network', result.problem, status) }
      }
      const wrong = 'data' in result && (await contentErrorOf(request, body, result.data))
      if (wrong) {
        report(request, response, wrong.message, wrong.field)
        return { kind: 'failed', error: originError('content', contentProblem(call.name, wrong)) }
      }
      if (isMissing(result) && previous === 'found' && !(await isOriginHealthy())) {
        report(request, response, `no longer found, and ${unhealthy}`)
        return { kind: 'failed', error: originError('network', unhealthy) }
      }
      if ('refused' in result) report(request, response, result.refused)
      const tags = isMissing(result) ? [missingTag] : []
      const isSuccess = 'data' in result
      const given = isByPolicy && (isSuccess || isMissing(result)) ? withoutVariation(headers) : headers
      if ('longest' in result) {
        const fields = { ...withoutCachingFields(given), 'cache-control': 'no-store' }
        if (result.longest === unsuccessfulLifetime && previous !== 'none')
          return { kind: 'unsuccessful', error: originError('network', 'success: false'), fields }
        return { kind: 'read', isSuccess, fields, given, tags, longest: result.longest }
      }
      if ('data' in result) tags.push(...contentTags(call, sent, locale, result.data))
      return { kind: 'read', isSuccess, fields: withLifetime(given, result.lifetime), given, tags }
    },
  }
}

function isMissing(result: ValidationResult): boolean {
  return ('longest' in result ? result.longest : 'lifetime' in result && result.lifetime) === missingLifetime
}

/** Without the query, which may have words of a visitor. */
export function pathnameOf({ sent }: { sent: OriginRequest }): string {
  return sent.path.split('?', 1)[0]!
}

const healthMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail as well: an upstream that is being deployed responds 404 to every call. */
function createOriginCheck({ send, now }: CallResponsesOptions): () => Promise<boolean> {
  let last: { until: number; outcome: Promise<boolean> } | undefined
  const isHealthy = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const json = 'application/json'
    const sent = { method, path, headers: { accept: json, 'content-type': json }, body: Buffer.from('{}') }
    const { status, headers, body } = await send(sent)
    const bytes = await readBody(body, maxResponseBytes, requestTimeoutMs)
    const result = validateResponse({ name, params: {} }, status, headers, bytes, parseJson)
    return 'data' in result && result.data !== undefined && result.data !== null
  }
  return () => {
    if (last && last.until > now()) return last.outcome
    const check = {
      until: Number.POSITIVE_INFINITY,
      outcome: Promise.allSettled(probes.map(isHealthy)).then((outcomes) => {
        check.until = now() + healthMs
        return outcomes.some((one) => one.status === 'fulfilled' && one.value)
      }),
    }
    last = check
    return check.outcome
  }
}
