// Cache fill: one request to the origin for a key, and its result.
import { isApiError } from '../../shared/errors.ts'
import { field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse, Send } from '../base/origin.ts'
import { isOriginError, type OriginError, originError } from '../base/origin-error.ts'
import { discard, readBody, readBodyUpTo } from '../base/read-body.ts'
import type { CacheRequest, Make } from './cache-request.ts'
import { withoutLifetime } from './cache-response.ts'
import type { CallCheck } from './call-check.ts'
import { createCheckedCall, existed, reportUnstored } from './checked-call.ts'
import { type Entry, entryOf, storedFields, type Times, unpooled, withBody } from './entry.ts'
import type { FillResult } from './fill-result.ts'
import { createOriginCheck, withoutCachingFields } from './response-lifetime.ts'
import { isAbout, mergeFields, validators } from './semantics/merge.ts'
import { createTee } from './tee.ts'

type FillOptions = {
  send: Send
  now: () => number
  /** Largest response that is stored, in bytes. */
  entryLimit: number
  /** Largest response that is accepted from the origin, in bytes. */
  responseLimit: number
  /** For the head and body of a response that is read completely. */
  timeoutMs: number
  /** Without it the data of a call are not checked. */
  check?: CallCheck | undefined
}

/** Never rejects. `previous`: a stale entry; its validators make the request conditional. */
export type Fill = (request: CacheRequest, previous?: Entry) => Promise<FillResult>

const errorBodyLimit = 65_536
/** Responses to Range and conditions, which were not sent; 304 is valid with `previous`. */
const unsolicitedStatuses = [206, 304, 412, 416]

export function createFill(options: FillOptions): Fill {
  const { send, now, entryLimit, responseLimit, timeoutMs, check } = options
  const isOriginHealthy = createOriginCheck({ send, now, responseLimit, timeoutMs })
  const checkedCall = createCheckedCall({ check, isOriginHealthy, entryLimit })

  const fill: Fill = async (request, previous) => {
    try {
      if (request.make) return await madeHere(request, request.make, previous !== undefined, options)
      const requestTime = now()
      const response = await send(previous ? conditional(request.fill, previous) : request.fill)
      const times = { requestTime, responseTime: now() }
      if (response.status === 304 && previous) return await revalidated(request, previous, response, times)
      const problem = unsolicited(response)
      if (problem) return rejected(response, problem)
      if (response.status >= 500) return await withServerError(request, response, times, options)
      if (!request.call) return streamed(request, response, times, options)
      // The Buffer that is stored is the one that is parsed.
      const body = unpooled(await readBody(response.body, responseLimit, remainingMs(times, timeoutMs)))
      return await checkedCall(request, request.call, { ...response, body }, times, previous)
    } catch (error) {
      // An error of `make` is passed on unchanged.
      return { kind: 'error', error: request.make ? (error as Error) : asOriginError(error) }
    }
  }

  const revalidated = async (
    request: CacheRequest,
    previous: Entry,
    response: OriginResponse,
    times: Times,
  ): Promise<FillResult> => {
    discard(response)
    // Not about the stored response (RFC 9111 §4.3.4): fetch again, without conditions.
    if (!isAbout(response.headers, previous.fields)) return fill(request)
    const { status, body } = previous
    const isByPolicy = request.call && check?.isByPolicy
    const given = isByPolicy ? withoutCachingFields(response.headers) : response.headers
    const fields = mergeFields(previous.fields, given)
    if (existed(previous)) reportUnstored(check, request, fields, times)
    const entry = entryOf({ ...request, tags: previous.tags }, times, { status, fields, body })
    return entry ? { kind: 'entry', entry, outcome: 'revalidated', isStored: true } : fill(request)
  }

  return fill
}

async function madeHere(
  request: CacheRequest,
  make: Make,
  isRefresh: boolean,
  { now, entryLimit }: Pick<FillOptions, 'now' | 'entryLimit'>,
): Promise<FillResult> {
  const requestTime = now()
  const { status, fields, body, tags, isComplete, isStale } = await make(isRefresh)
  const response = { status, headers: storedFields(fields), body }
  if (!isComplete)
    return { kind: 'error', error: new Error(`page ${request.key}: an optional part is missing`), response }
  const times = { requestTime, responseTime: now() }
  const made = entryOf({ ...request, tags }, times, { status, fields, body })
  if (!made) return { kind: 'private', response }
  const entry = isStale ? { ...made, fields: withoutLifetime(made.fields) } : made
  return { kind: 'entry', entry, outcome: 'miss', isStored: body.length <= entryLimit }
}

async function withServerError(
  { call, fill: { path } }: CacheRequest,
  response: OriginResponse,
  times: Times,
  { timeoutMs, check }: FillOptions,
): Promise<FillResult> {
  const { status } = response
  const message = `status ${status}${status === 508 ? ': a loop, see API_BASE' : ''}`
  // The status counts, whatever the length of the body.
  const read = await readBodyUpTo(response.body, errorBodyLimit, remainingMs(times, timeoutMs))
  const body = read ?? Buffer.alloc(0)
  if (call) check?.report(call.name, path, { field: '', message }, { status, body })
  // Several visitors may receive it.
  const { 'content-length': _length, ...headers } = storedFields(response.headers)
  return { kind: 'error', error: originError('network', message), response: { status, headers, body } }
}

/** Paths that are no business call follow RFC 9111 strictly; their responses stream while they are stored. */
function streamed(
  request: CacheRequest,
  response: OriginResponse,
  times: Times,
  { entryLimit, responseLimit, timeoutMs }: FillOptions,
): FillResult {
  const { status, headers: fields, body } = response
  const length = Buffer.isBuffer(body) ? body.length : Number(field(fields, 'content-length') ?? 0)
  const head =
    fields['set-cookie'] === undefined && length <= entryLimit
      ? entryOf(request, times, { status, fields, body: Buffer.isBuffer(body) ? body : Buffer.alloc(0) })
      : undefined
  if (!head) return { kind: 'private', response }
  if (Buffer.isBuffer(body)) return { kind: 'entry', entry: head, outcome: 'miss', isStored: true }
  const tee = createTee(body, responseLimit, remainingMs(times, timeoutMs))
  const entry = tee.done.then(
    (complete) => (complete.length > entryLimit ? undefined : withBody(head, complete)),
    () => undefined,
  )
  return { kind: 'live', head, tee, entry }
}

function remainingMs({ requestTime, responseTime }: Times, timeoutMs: number): number {
  return Math.min(timeoutMs, Math.max(1, timeoutMs - (responseTime - requestTime)))
}

function conditional(request: OriginRequest, previous: Entry): OriginRequest {
  return { ...request, headers: { ...request.headers, ...validators(previous.fields) } }
}

function unsolicited({ status, headers }: OriginResponse): string | undefined {
  if (unsolicitedStatuses.includes(status)) return `status ${status} to a request without Range or conditions`
  const coding = field(headers, 'content-encoding')
  return coding ? `content-encoding ${coding} although identity was requested` : undefined
}

function rejected(response: OriginResponse, problem: string): FillResult {
  discard(response)
  return { kind: 'error', error: originError('network', problem, response.status) }
}

function asOriginError(error: unknown): OriginError {
  if (isOriginError(error)) return error
  const kind = isApiError(error) ? error.kind : undefined
  return originError(kind === 'timeout' || kind === 'overload' ? kind : 'network', error)
}
