// Responses to business calls: what is a failure of the upstream, which caching fields count, and the default lifetimes.
import { contentProblem } from '../../shared/api/api.ts'
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { readEnvelope } from '../../shared/api/envelope.ts'
import { missingStatuses, requestTimeoutMs } from '../../shared/constants.ts'
import { type ContentError, isContentError } from '../../shared/content/content-error.ts'
import { type ApiError, apiError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { Telemetry } from '../app-context.ts'
import type { ContentRequest, ContentResponse, Send } from '../base/content-source.ts'
import { type Fields, field } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import { maxResponseBytes, readBody } from '../base/read-body.ts'
import {
  type KnownCall,
  type Lifetime,
  missingLifetime,
  missingTag,
  namesUnknownCategory,
  policyOf,
  unsuccessfulLifetime,
  withLifetime,
  withoutCachingFields,
  withoutVariation,
} from './call-policy.ts'
import type { CallReader } from './call-reader.ts'
import { contentTags } from './content-tags.ts'

type CallResponsesOptions = {
  reader: Pick<CallReader, 'parse' | 'prepare' | 'read'>
  telemetry: Telemetry
  /** Responses have the lifetimes of the policy table, whatever caching fields they have. */
  isByPolicy: boolean
  sections: () => SiteSections
  send: Send
  /** Milliseconds since 1970. */
  now: () => number
}
export type CallResponses = ReturnType<typeof createCallResponses>

type Request = { call: KnownCall; sent: ContentRequest; locale: Locale }
type Response = ContentResponse & { body: Buffer }
type Read =
  | { kind: 'failed'; error: ApiError }
  /** `success: false` is transient and does not replace a stored response. */
  | { kind: 'unsuccessful'; error: ApiError; fields: Fields }
  /** `tags` beside those of the request. `longest`: for this cache alone, as long as `given` says and at most so long. */
  | { kind: 'read'; isSuccess: boolean; fields: Fields; given: Fields; tags: string[]; longest?: Lifetime }

const apiFolder = '/api/home/'
const unhealthy = 'configuration and menu fail as well'
/** A token that is missing or wrong, and a limit of the upstream. */
const refusals = [401, 403, 429]

export function createCallResponses(options: CallResponsesOptions) {
  const { reader, isByPolicy, sections, now } = options
  const { metrics, faults } = options.telemetry
  const isUpstreamHealthy = createUpstreamCheck(options.send, now)
  let lastGoodAt = 0
  metrics.watch('site_upstream_last_good_timestamp_seconds', () => lastGoodAt / 1000)

  const report = (
    request: Request,
    { status, body }: Omit<Response, 'headers'>,
    problem: string,
    field = '',
  ) => {
    const { call, path } = { call: request.call.name, path: pathnameOf(request) }
    faults.reportResponse({ call, path, field, problem, effect: 'rejected', status, body })
  }

  /** Why the call's reader rejects the data; undefined where it accepts them. */
  const contentErrorOf = async ({ call, locale, sent }: Request, body: Buffer, data: unknown) => {
    try {
      await reader.prepare(body, data, locale)
      reader.read(call.name, locale, sent.path, data)
      return undefined
    } catch (error) {
      if (!isContentError(error)) throw error
      return error
    }
  }

  return {
    /** Logs a response that counts as a failure of the upstream. */
    report,
    /** The fields of a 304 that count. */
    fieldsOfNotModified(fields: Fields): Fields {
      lastGoodAt = now()
      return isByPolicy ? withoutVariation(fields) : fields
    },

    /** `previous`: what is stored for the same request. */
    async read(request: Request, response: Response, previous: 'none' | 'missing' | 'found'): Promise<Read> {
      const { call, sent, locale } = request
      const { status, headers, body } = response
      const failed = (error: ApiError, problem: string, field?: string): Read => {
        report(request, response, problem, field)
        return { kind: 'failed', error }
      }
      // A 404 of a category that the site does not have is no failure.
      const isLookup = callOf(call.name).lookup ?? namesUnknownCategory(sent.path, sections())
      const result = readResult(response, reader.parse, isLookup)
      const given =
        isByPolicy && (result.kind === 'success' || result.kind === 'missing')
          ? withoutVariation(headers)
          : headers
      const alone = { ...withoutCachingFields(given), 'cache-control': 'no-store' }
      const none = { kind: 'read', isSuccess: false, given, tags: [] as string[] } as const
      switch (result.kind) {
        case 'failed':
          return failed(apiError('network', result.problem, { status }), result.problem)
        case 'error':
          // Others, such as 400, are caused by a visitor.
          if (status < 400 || refusals.includes(status)) report(request, response, `status ${status}`)
          return { ...none, fields: given }
        case 'unsuccessful':
          report(request, response, result.problem)
          if (previous === 'none') return { ...none, fields: alone, longest: unsuccessfulLifetime }
          return { kind: 'unsuccessful', error: apiError('network', 'success: false'), fields: alone }
        case 'missing':
          if (previous === 'found' && !(await isUpstreamHealthy()))
            return failed(apiError('network', unhealthy), `no longer found, and ${unhealthy}`)
          return result.isStatus
            ? { ...none, tags: [missingTag], fields: withLifetime(given, missingLifetime) }
            : { ...none, tags: [missingTag], fields: alone, longest: missingLifetime }
        case 'success': {
          const wrong: ContentError | undefined = await contentErrorOf(request, body, result.data)
          if (wrong)
            return failed(apiError('content', contentProblem(call.name, wrong)), wrong.message, wrong.field)
          lastGoodAt = now()
          const fields = withLifetime(given, policyOf(call.name))
          return { ...none, isSuccess: true, fields, tags: contentTags(call, sent, locale, result.data) }
        }
        default:
          return result satisfies never
      }
    },
  }
}

/** `problem`: what the envelope was expected to have. `isStatus`: a 404 by the status, else by the envelope. */
type Result =
  | { kind: 'success'; data: unknown }
  | { kind: 'missing'; isStatus: boolean }
  | { kind: 'unsuccessful' | 'failed'; problem: string }
  /** Any other status, which is passed on. */
  | { kind: 'error' }

/** `isLookup`: it may be "not there". Configuration, menu, blocks and lists always exist. */
function readResult(
  { status, headers, body }: Response,
  parse: (body: Buffer) => unknown,
  isLookup: boolean,
): Result {
  if (missingStatuses.includes(status))
    return isLookup ? { kind: 'missing', isStatus: true } : { kind: 'failed', problem: `status ${status}` }
  const location = field(headers, 'location') ?? apiFolder
  // To a login page, or to the site.
  if (status > 299 && status < 400 && !location.includes(apiFolder))
    return { kind: 'failed', problem: `status ${status}, a redirect out of ${apiFolder}` }
  if (status < 200 || status > 299) return { kind: 'error' }
  const type = field(headers, 'content-type') ?? ''
  // Without a Content-Type the body decides.
  if (type !== '' && !/^application\/(?:[\w.+-]+\+)?json\b/i.test(type))
    return { kind: 'failed', problem: `content-type ${type} instead of JSON` }
  const json = parse(body)
  const envelope = readEnvelope(json)
  if (!envelope) return { kind: 'failed', problem: `${expected}, got ${nameOf(json)}` }
  const { isSuccess, data, code } = envelope
  if (!isSuccess && code !== 404) return { kind: 'unsuccessful', problem: rejectionOf(json as object) }
  if (isLookup && (!isSuccess || data === null)) return { kind: 'missing', isStatus: false }
  return isSuccess
    ? { kind: 'success', data }
    : { kind: 'failed', problem: 'envelope code 404 for a call that is not a lookup' }
}

/** Without the query, which may have words of a visitor. */
export function pathnameOf({ sent }: { sent: ContentRequest }): string {
  return sent.path.split('?', 1)[0]!
}

const expected = 'expected {"success":true,"data":…}'
/** What to do about data that are there. */
const hint = ': see shared/api/README.md'

function nameOf(json: unknown): string {
  if (Array.isArray(json)) return `a list without an envelope${hint}`
  return json === undefined ? 'no JSON' : json === null ? 'null' : `a ${typeof json}`
}

/** An envelope of another kind, or data without one, are named. */
function rejectionOf(envelope: object): string {
  const { success, code } = envelope as { success?: unknown; code?: unknown }
  if (success === false) return 'success: false'
  if (success === undefined && /^-?\w{1,20}$/.test(String(code ?? ''))) return `${expected}, got code ${code}`
  const keys = Object.keys(envelope).filter((key) => /^\w{1,20}$/.test(key))
  return `${expected}, got an object with ${keys.slice(0, 5).join(', ') || 'no keys'}${hint}`
}

const healthMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail as well: an upstream that is being deployed responds 404 to every call. */
function createUpstreamCheck(send: Send, now: () => number): () => Promise<boolean> {
  let last: { until: number; outcome: Promise<boolean> } | undefined
  const isHealthy = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const headers = { accept: 'application/json', 'content-type': 'application/json' }
    const response = await send({ method, path, headers, body: Buffer.from('{}') })
    const body = await readBody(response.body, maxResponseBytes, requestTimeoutMs)
    const result = readResult({ ...response, body }, parseJson, false)
    return result.kind === 'success' && result.data !== undefined && result.data !== null
  }
  return () => {
    if (last && last.until > now()) return last.outcome
    const outcome = Promise.allSettled(probes.map(isHealthy)).then((outcomes) => {
      check.until = now() + healthMs
      return outcomes.some((one) => one.status === 'fulfilled' && one.value)
    })
    const check = { until: Number.POSITIVE_INFINITY, outcome }
    last = check
    return outcome
  }
}
