// One request to the origin for a key, and what came of it.
import { contentProblem } from '../../shared/api/api.ts'
import { isApiError } from '../../shared/errors.ts'
import { type Fields, field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { type KnownCall, missingLifetime, missingTag, unsuccessfulLifetime } from '../origin/call-policy.ts'
import { isOriginError, type OriginError, originError } from '../origin/origin-error.ts'
import { discard, readBody, shortBody } from '../origin/read-body.ts'
import { type CacheRequest, type Make, tracingFields } from './cache-request.ts'
import type { CallCheck } from './call-check.ts'
import { createEntry, type Entry, storedFields, withBody } from './entry.ts'
import {
  createOriginCheck,
  type ValidationResult,
  validateResponse,
  withErrorLifetime,
  withLifetime,
} from './response-validation.ts'
import { isAbout, mergeFields, validators } from './semantics/merge.ts'
import { varyNames } from './semantics/reuse.ts'
import { createTee, type Tee } from './tee.ts'

/**
 * `entry`: may be shared, stored or about to be. `live`: may be shared while it still arrives; `head` is the
 * entry without its body. `private`: for one visitor alone. `error`: the origin serverError, with an answer of its
 * own or without.
 */
export type FillResult =
  | { kind: 'entry'; entry: Entry; outcome: 'miss' | 'revalidated'; isStored: boolean }
  | { kind: 'live'; head: Entry; tee: Tee; entry: Promise<Entry | undefined> }
  | { kind: 'private'; response: OriginResponse }
  | { kind: 'error'; error: Error; response?: WholeResponse }

type WholeResponse = OriginResponse & { body: Buffer }

type Options = {
  send: Send
  now: () => number
  /** Largest answer that is stored, in bytes. */
  entryLimit: number
  /** Largest answer that is taken from the origin, in bytes. */
  responseLimit: number
  /** For the whole of an answer that others wait for or get as well. */
  timeoutMs: number
  /** Without it the data of a call may be anything. */
  check?: CallCheck | undefined
}

/** Never rejects. `previous` is asked about with its validators. */
export type Fill = (request: CacheRequest, previous?: Entry) => Promise<FillResult>

type Times = { requestTime: number; responseTime: number }

const errorBodyLimit = 65_536
/** Answers to requests that are not ours: nobody sent Range, and conditions only with `previous`. */
const unsolicitedStatuses = [206, 304, 412, 416]

export function createFill({ send, now, entryLimit, responseLimit, timeoutMs, check }: Options): Fill {
  const isOriginHealthy = createOriginCheck({ send, now, responseLimit, timeoutMs })
  const remainingMs = ({ requestTime, responseTime }: Times) =>
    Math.min(timeoutMs, Math.max(1, timeoutMs - (responseTime - requestTime)))

  const fill: Fill = async (request, previous) => {
    try {
      if (request.make) return await made(request, request.make, previous !== undefined)
      const requestTime = now()
      const response = await send(previous ? conditional(request.fill, previous) : request.fill)
      const times = { requestTime, responseTime: now() }
      if (response.status === 304 && previous) return await revalidated(request, previous, response, times)
      const problem = unsolicited(response)
      if (problem) return rejected(response, problem)
      if (response.status >= 500) return await serverError(response, times)
      if (!request.call) return unknown(request, response, times)
      const body = Buffer.isBuffer(response.body)
        ? shortBody(response.body, responseLimit)
        : await readBody(response.body, responseLimit, remainingMs(times))
      return await known(request, request.call, { ...response, body }, times, previous)
    } catch (error) {
      // What went wrong in making an answer is told as it is.
      return { kind: 'error', error: request.make ? (error as Error) : asOriginError(error) }
    }
  }

  const made = async (request: CacheRequest, make: Make, isRefresh: boolean): Promise<FillResult> => {
    const requestTime = now()
    const { status, fields, body, tags, isComplete } = await make(isRefresh)
    const response = { status, headers: storedFields(fields), body }
    if (!isComplete) return { kind: 'error', error: new Error('a part is missing'), response }
    const times = { requestTime, responseTime: now() }
    const entry = entryOf({ ...request, tags }, times, { status, fields, body })
    if (!entry) return { kind: 'private', response }
    return { kind: 'entry', entry, outcome: 'miss', isStored: body.length <= entryLimit }
  }

  const revalidated = async (
    request: CacheRequest,
    previous: Entry,
    response: OriginResponse,
    times: Times,
  ): Promise<FillResult> => {
    discard(response)
    // About another answer than ours: ask again, for the whole.
    if (!isAbout(response.headers, previous.fields)) return fill(request)
    const { status, body } = previous
    const fields = mergeFields(previous.fields, response.headers)
    const entry = entryOf(request, times, { status, fields, body })
    return entry ? { kind: 'entry', entry, outcome: 'revalidated', isStored: true } : fill(request)
  }

  const serverError = async (response: OriginResponse, times: Times): Promise<FillResult> => {
    const error = originError('network', `status ${response.status}`)
    const body = await readBody(response.body, errorBodyLimit, remainingMs(times))
    // Several visitors may get it.
    return { kind: 'error', error, response: { ...response, headers: storedFields(response.headers), body } }
  }

  /** Business calls are small and have a known shape: they are read whole and checked before anybody gets them. */
  const known = async (
    request: CacheRequest,
    call: KnownCall,
    response: WholeResponse,
    times: Times,
    previous: Entry | undefined,
  ): Promise<FillResult> => {
    const { status, headers, body } = response
    const result = validateResponse(call, status, headers, body)
    const { path } = request.fill
    if ('problem' in result) {
      check?.report(call.name, path, { field: '', message: result.problem })
      return rejected(response, result.problem)
    }
    const wrong = 'data' in result ? check?.read(call.name, path, result.data) : undefined
    if (wrong) {
      check?.report(call.name, path, wrong)
      return { kind: 'error', error: originError('content', contentProblem(call.name, wrong)) }
    }
    if (isMissing(result) && previous && existed(previous) && !(await isOriginHealthy())) {
      check?.report(call.name, path, { field: '', message: 'gone, as are configuration and menu' })
      return { kind: 'error', error: originError('network', 'everything is missing') }
    }
    // A refusal of this moment is no reason to forget what was there a moment ago.
    if ('longest' in result && result.longest === unsuccessfulLifetime && previous)
      return {
        kind: 'error',
        error: originError('network', 'success: false'),
        response: {
          ...response,
          headers: withErrorLifetime(storedFields(headers), unsuccessfulLifetime, times.responseTime),
        },
      }
    const fields =
      'longest' in result
        ? withErrorLifetime(headers, result.longest, times.responseTime)
        : withLifetime(headers, result.lifetime)
    const entry = entryOf(tagged(request, result), times, { status, fields, body })
    if (!entry) return { kind: 'private', response }
    return { kind: 'entry', entry, outcome: 'miss', isStored: body.length <= entryLimit }
  }

  /** Anything else follows HTTP to the letter and streams while it is stored. */
  const unknown = (request: CacheRequest, response: OriginResponse, times: Times): FillResult => {
    const { status, headers: fields, body } = response
    const length = Buffer.isBuffer(body) ? body.length : Number(field(fields, 'content-length') ?? 0)
    const head =
      fields['set-cookie'] === undefined && length <= entryLimit
        ? entryOf(request, times, { status, fields, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
        : undefined
    if (!head) return { kind: 'private', response }
    if (Buffer.isBuffer(body)) return { kind: 'entry', entry: head, outcome: 'miss', isStored: true }
    const tee = createTee(body, responseLimit, remainingMs(times))
    const entry = tee.done.then(
      (whole) => (whole.length > entryLimit ? undefined : withBody(head, whole)),
      () => undefined,
    )
    return { kind: 'live', head, tee, entry }
  }

  return fill
}

function conditional(request: OriginRequest, previous: Entry): OriginRequest {
  return { ...request, headers: { ...request.headers, ...validators(previous.fields) } }
}

/** A purge can name what was not there when it was asked for. */
function tagged(request: CacheRequest, result: ValidationResult): CacheRequest {
  return isMissing(result) ? { ...request, tags: [...request.tags, missingTag] } : request
}

function isMissing(result: ValidationResult): boolean {
  const given = 'longest' in result ? result.longest : 'lifetime' in result && result.lifetime
  return given === missingLifetime
}

function existed({ status, tags }: Entry): boolean {
  return status === 200 && !tags.includes(missingTag)
}

/** Undefined where it must not be stored, or varies by what differs in every request. */
function entryOf(
  { key, tags, fill }: CacheRequest,
  times: Times,
  answer: { status: number; fields: Fields; body: Buffer },
): Entry | undefined {
  if (varyNames(answer.fields).some((name) => tracingFields.some((traced) => traced === name)))
    return undefined
  const { status, fields, body } = answer
  const { requestTime, responseTime } = times
  return createEntry({
    key,
    tags,
    requestFields: fill.headers,
    status,
    fields,
    body,
    requestTime,
    responseTime,
  })
}

function unsolicited({ status, headers }: OriginResponse): string | undefined {
  if (unsolicitedStatuses.includes(status)) return 'an answer to another request'
  return field(headers, 'content-encoding') ? 'an encoding that was not asked for' : undefined
}

function rejected(response: OriginResponse, problem: string): FillResult {
  discard(response)
  return { kind: 'error', error: originError('network', problem, response.status) }
}

function asOriginError(error: unknown): OriginError {
  if (isOriginError(error)) return error
  return originError(isApiError(error) && error.kind === 'timeout' ? 'timeout' : 'network', error)
}
