// Fetch: one request to the origin, or one page made, for a key; and what came of it.
import { requestTimeoutMs } from '../../shared/constants.ts'
import { isApiError } from '../../shared/errors.ts'
import { field } from '../base/fields.ts'
import type { OriginResponse, Send } from '../base/origin.ts'
import { isOriginError, type OriginError, originError } from '../base/origin-error.ts'
import { discard, maxResponseBytes, readBody, readBodyUpTo } from '../base/read-body.ts'
import type { CacheRequest, FetchRequest, MakeRequest } from './cache-request.ts'
import { type Fetched, withoutLifetime } from './cache-response.ts'
import type { CheckedCall } from './checked-call.ts'
import {
  bodyOf,
  createEntry,
  type Entry,
  storableEntry,
  storedFields,
  type Times,
  unpooled,
} from './entry.ts'
import { freshnessFrom } from './response-lifetime.ts'
import { isAbout, mergeFields, validators } from './semantics/merge.ts'
import { createTee } from './tee.ts'

/** Never rejects. `previous`: a stale entry; its validators make the request conditional. */
export type Fetch = (request: CacheRequest, previous?: Entry) => Promise<Fetched>

/** Largest response that is stored, in bytes. */
export const maxEntryBytes = 1_048_576
const maxErrorBytes = 65_536
/** Responses to Range and conditions, which were not sent; 304 is valid with `previous`. */
const unsolicitedStatuses = [206, 304, 412, 416]

type FetchOptions = { send: Send; now: () => number; checkedCall: CheckedCall }

export function createFetch({ send, now, checkedCall }: FetchOptions): Fetch {
  const fetch = async (request: FetchRequest, previous?: Entry): Promise<Fetched> => {
    const { call, sent } = request
    const requestTime = now()
    const headers = { ...sent.headers, ...(previous && validators(previous.fields)) }
    const response = await send({ ...sent, headers })
    const times = { requestTime, responseTime: now() }
    if (response.status === 304 && previous) return revalidated(request, previous, response, times)
    const problem = unsolicited(response)
    if (problem) {
      discard(response)
      return { kind: 'error', error: originError('network', problem, response.status) }
    }
    if (response.status >= 500) return withServerError(request, response, times)
    if (!call) return streamed(request, response, times)
    // The Buffer that is stored is the one that is parsed.
    const body = unpooled(await readBody(response.body, maxResponseBytes, remainingMs(times)))
    return checkedCall.read(request, call, { ...response, body }, times, previous)
  }

  const revalidated = (
    request: FetchRequest,
    previous: Entry,
    response: OriginResponse,
    times: Times,
  ): Fetched | Promise<Fetched> => {
    discard(response)
    // Not about the stored response (RFC 9111 §4.3.4): fetch again, without conditions.
    if (!isAbout(response.headers, previous.fields)) return fetch(request)
    const { key, tags, status, body } = previous
    const fields = mergeFields(previous.fields, checkedCall.revalidatingFields(request, response.headers))
    checkedCall.reportRevalidated(request, previous, fields, times)
    const entry = storableEntry({ key, tags }, times, { status, fields, body })
    return entry ? { kind: 'entry', entry, outcome: 'revalidated' } : fetch(request)
  }

  const withServerError = async (
    { call, sent: { path } }: FetchRequest,
    response: OriginResponse,
    times: Times,
  ): Promise<Fetched> => {
    const { status } = response
    const message = `status ${status}${status === 508 ? ': a loop, see API_BASE' : ''}`
    // The status counts, whatever the length of the body.
    const body = (await readBodyUpTo(response.body, maxErrorBytes, remainingMs(times))) ?? Buffer.alloc(0)
    if (call) checkedCall.report(call, path, { status, body }, message)
    // Several visitors may receive it.
    const { 'content-length': _length, ...headers } = storedFields(response.headers)
    return { kind: 'error', error: originError('network', message), response: { status, headers, body } }
  }

  return async (request, previous) => {
    if (request.kind !== 'api') return make(request, previous !== undefined, now)
    return fetch(request, previous).catch((error: unknown) => ({
      kind: 'error',
      error: asOriginError(error),
    }))
  }
}

/** An error of `make` is passed on unchanged. */
async function make(request: MakeRequest, isRefresh: boolean, now: () => number): Promise<Fetched> {
  try {
    const requestTime = now()
    const { tags, lifetime, isComplete, isStale, ...response } = await request.make(isRefresh)
    const whole = { ...response, headers: storedFields(response.fields) }
    if (!isComplete)
      return {
        kind: 'error',
        error: new Error(`page ${request.key}: an optional part is missing`),
        response: whole,
      }
    if (!lifetime) return { kind: 'private', response: whole }
    const fields = {
      ...(isStale ? withoutLifetime(response.fields) : response.fields),
      age: String(lifetime.age),
    }
    const times = { requestTime, responseTime: now() }
    const entry = createEntry(
      { key: request.key, tags },
      times,
      { ...response, fields },
      freshnessFrom(lifetime),
    )
    return { kind: 'entry', entry, outcome: 'miss' }
  } catch (error) {
    return { kind: 'error', error: error as Error }
  }
}

/** Paths that are no business call follow RFC 9111 strictly; their responses stream while they are stored. */
function streamed(request: FetchRequest, response: OriginResponse, times: Times): Fetched {
  const { status, headers: fields, body } = response
  const length = Buffer.isBuffer(body) ? body.length : Number(field(fields, 'content-length') ?? 0)
  const head =
    fields['set-cookie'] === undefined && length <= maxEntryBytes
      ? storableEntry(request, times, {
          status,
          fields,
          body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
        })
      : undefined
  if (!head) return { kind: 'private', response }
  if (Buffer.isBuffer(body)) return { kind: 'entry', entry: head, outcome: 'miss' }
  const tee = createTee(body, maxResponseBytes, remainingMs(times))
  const whole = tee.done.then(
    (complete) => (complete.length > maxEntryBytes ? undefined : { ...head, ...bodyOf(head.key, complete) }),
    () => undefined,
  )
  return { kind: 'entry', entry: head, outcome: 'miss', tee, whole }
}

function remainingMs({ requestTime, responseTime }: Times): number {
  return Math.min(requestTimeoutMs, Math.max(1, requestTimeoutMs - (responseTime - requestTime)))
}

function unsolicited({ status, headers }: OriginResponse): string | undefined {
  if (unsolicitedStatuses.includes(status)) return `status ${status} to a request without Range or conditions`
  const coding = field(headers, 'content-encoding')
  return coding ? `content-encoding ${coding} although identity was requested` : undefined
}

function asOriginError(error: unknown): OriginError {
  if (isOriginError(error)) return error
  const kind = isApiError(error) ? error.kind : undefined
  return originError(kind === 'timeout' || kind === 'overload' ? kind : 'network', error)
}
