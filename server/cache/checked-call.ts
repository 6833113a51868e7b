// Checked call: a response to a business call is read completely, and checked before it is sent on and stored.
import { contentProblem } from '../../shared/api/api.ts'
import { type CallName, callOf } from '../../shared/api/calls.ts'
import { requestTimeoutMs } from '../../shared/constants.ts'
import { isContentError } from '../../shared/content/reader.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { Fields } from '../base/fields.ts'
import { parseJson } from '../base/json.ts'
import type { Send } from '../base/origin.ts'
import { originError } from '../base/origin-error.ts'
import { maxResponseBytes, readBody } from '../base/read-body.ts'
import {
  type KnownCall,
  missingLifetime,
  missingTag,
  namesUnknownCategory,
  policyOf,
  unsuccessfulLifetime,
} from '../origin/call-policy.ts'
import type { CallReader } from '../origin/call-reader.ts'
import { contentTags } from '../origin/content-tags.ts'
import { type ValidationResult, validateResponse } from '../origin/validate-response.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import { type FetchRequest, fetchRequest } from './cache-request.ts'
import type { Fetched, WholeResponse } from './cache-response.ts'
import { createEntry, type Entry, storableEntry, storedFields, type Times } from './entry.ts'
import {
  freshnessWithin,
  unstorableFields,
  withLifetime,
  withoutCachingFields,
  withoutUpstreamPolicy,
} from './response-lifetime.ts'

export type CallCheck = {
  reader: CallReader
  problems: Pick<OriginProblems, 'report' | 'reportUnstored'>
  /** Responses have the lifetimes of the policy table, whatever caching fields they have. */
  isByPolicy: boolean
  sections: () => SiteSections
}
export type CheckedCall = ReturnType<typeof createCheckedCall>

const unhealthy = 'configuration and menu fail as well'

/** `send`: to the origin; `now` in milliseconds. */
export function createCheckedCall(check: CallCheck, send: Send, now: () => number) {
  const { reader, problems, isByPolicy, sections } = check
  const isOriginHealthy = createOriginCheck(send, now)

  const report = (
    { name }: KnownCall,
    path: string,
    response: Omit<WholeResponse, 'headers'>,
    problem: string,
    field = '',
  ) =>
    problems.report({
      call: name,
      path: pathnameOf(path),
      field,
      problem,
      status: response.status,
      body: response.body,
    })

  /** Why the call's reader rejects the data; undefined where it accepts them. */
  const contentErrorOf = async (
    { locale, sent }: FetchRequest,
    { name }: KnownCall,
    body: Buffer,
    data: unknown,
  ) => {
    try {
      await reader.prepare(body, data, locale)
      reader.check(name, locale, sent.path, data)
    } catch (error) {
      if (!isContentError(error)) throw error
      return error
    }
    return undefined
  }

  /** A success that is of no use when the origin fails is named. */
  const reportUnstored = ({ call, sent }: FetchRequest, fields: Fields, { responseTime }: Times) => {
    const lifetime = call && policyOf(call.name)
    const unstorable = lifetime && unstorableFields(fields, lifetime, responseTime)
    if (unstorable) problems.reportUnstored(call.name, pathnameOf(sent.path), unstorable)
  }

  return {
    report,
    /** The fields of a 304 that count. */
    revalidatingFields: ({ call }: FetchRequest, fields: Fields): Fields =>
      call && isByPolicy ? withoutUpstreamPolicy(fields) : fields,
    reportRevalidated(request: FetchRequest, previous: Entry, fields: Fields, times: Times) {
      if (existed(previous)) reportUnstored(request, fields, times)
    },

    async read(
      request: FetchRequest,
      call: KnownCall,
      response: WholeResponse,
      times: Times,
      previous: Entry | undefined,
    ): Promise<Fetched> {
      const { path } = request.sent
      const { status, headers, body } = response
      // A 404 of a category that the site does not have is no failure.
      const lookup = callOf(call.name).lookup ?? namesUnknownCategory(path, sections())
      const result = validateResponse(call, status, headers, body, reader.parse, lookup)
      if ('problem' in result) {
        report(call, path, response, result.problem)
        return { kind: 'error', error: originError('network', result.problem, status) }
      }
      const wrong = 'data' in result && (await contentErrorOf(request, call, body, result.data))
      if (wrong) {
        report(call, path, response, wrong.message, wrong.field)
        return { kind: 'error', error: originError('content', contentProblem(call.name, wrong)) }
      }
      if (isMissing(result) && previous && existed(previous) && !(await isOriginHealthy())) {
        report(call, path, response, `no longer found, and ${unhealthy}`)
        return { kind: 'error', error: originError('network', unhealthy) }
      }
      if ('refused' in result) report(call, path, response, result.refused)
      const stored = { key: request.key, tags: [...request.tags, ...tagsOfResult(request, call, result)] }
      if ('longest' in result) {
        // Stored by this cache alone.
        const fields = { ...withoutCachingFields(headers), 'cache-control': 'no-store' }
        // `success: false` is transient and does not replace a stored response.
        if (result.longest === unsuccessfulLifetime && previous) {
          const sent = { ...response, headers: storedFields(fields) }
          return { kind: 'error', error: originError('network', 'success: false'), response: sent }
        }
        const freshness = freshnessWithin(result.longest, headers, times.responseTime)
        const entry = freshness && createEntry(stored, times, { status, fields, body }, freshness)
        return fetched(entry, response)
      }
      const isPolicy = isByPolicy && ('data' in result || isMissing(result))
      const fields = withLifetime(isPolicy ? withoutUpstreamPolicy(headers) : headers, result.lifetime)
      if ('data' in result) reportUnstored(request, fields, times)
      return fetched(storableEntry(stored, times, { status, fields, body }), response)
    },
  }
}

function fetched(entry: Entry | undefined, response: WholeResponse): Fetched {
  return entry ? { kind: 'entry', entry, outcome: 'miss' } : { kind: 'private', response }
}

/** A purge can name responses that were "not found", and those that used an item. */
function tagsOfResult({ sent, locale }: FetchRequest, call: KnownCall, result: ValidationResult): string[] {
  if (isMissing(result)) return [missingTag]
  return 'data' in result ? contentTags(call, sent, locale, result.data) : []
}

function isMissing(result: ValidationResult): boolean {
  return ('longest' in result ? result.longest : 'lifetime' in result && result.lifetime) === missingLifetime
}

function existed({ status, tags }: Entry): boolean {
  return status === 200 && !tags.includes(missingTag)
}

function pathnameOf(path: string): string {
  return path.split('?', 1)[0]!
}

const healthMs = 2000
const probes = ['siteConfig', 'menu'] as const satisfies CallName[]

/** False where configuration and menu fail as well: an upstream that is being deployed responds 404 to every call. */
function createOriginCheck(send: Send, now: () => number): () => Promise<boolean> {
  let last: { until: number; outcome: Promise<boolean> } | undefined
  const isHealthy = async (name: CallName): Promise<boolean> => {
    const { method, path } = callOf(name)
    const { sent, call } = fetchRequest({ method, path, headers: {}, body: Buffer.from('{}') })!
    const { status, headers, body } = await send(sent)
    const bytes = await readBody(body, maxResponseBytes, requestTimeoutMs)
    const result = validateResponse(call!, status, headers, bytes, parseJson)
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
