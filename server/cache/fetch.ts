// Fetch: one request to the upstream, or one page made, for a key; and what came of it.
import { requestTimeoutMs } from '../../shared/constants.ts'
import { apiError, isApiError } from '../../shared/errors.ts'
import type { AppContext } from '../app-context.ts'
import type { ContentResponse } from '../base/content-source.ts'
import { type Fields, field } from '../base/fields.ts'
import { discard, maxResponseBytes, readBody, readBodyUpTo } from '../base/read-body.ts'
import { missingTag } from '../upstream/call-policy.ts'
import { type CallResponses, pathnameOf } from '../upstream/call-responses.ts'
import type { CacheRequest, FetchRequest, RenderRequest } from './cache-request.ts'
import { type Fetched, withoutLifetime } from './cache-response.ts'
import {
  createEntry,
  type Entry,
  freshnessFrom,
  freshnessWithin,
  storableEntry,
  storageProblem,
  storedFields,
  type Times,
  unpooled,
} from './entry.ts'
import { isAbout, mergeFields, validators } from './semantics/merge.ts'
import { isStorable } from './semantics/storable.ts'

/** Never rejects. `previous`: a stale entry; its validators make the request conditional. */
export type Fetch = (request: CacheRequest, previous?: Entry) => Promise<Fetched>

/** Largest response that is stored, in bytes. */
export const maxEntryBytes = 1_048_576
const maxErrorBytes = 65_536
/** Responses to Range and conditions, which were not sent; 304 is valid with `previous`. */
const unsolicitedStatuses = [206, 304, 412, 416]

export function createFetch({ source, telemetry, time }: AppContext, callResponses: CallResponses): Fetch {
  const { send } = source
  const { now } = time
  const fetch = async (request: FetchRequest, previous?: Entry): Promise<Fetched> => {
    const { sent, call } = request
    const requestTime = now()
    const headers = { ...sent.headers, ...(previous && validators(previous.fields)) }
    const response = await send({ ...sent, headers })
    const { status, headers: fields } = response
    const times = { requestTime, responseTime: now() }
    if (status === 304 && previous) return revalidated(request, previous, response, times)
    const problem = unsolicited(response)
    if (problem) {
      discard(response)
      return { kind: 'error', error: apiError('network', problem, { status }) }
    }
    if (status >= 500) return withServerError(request, response, times)
    // Paths that are no business call follow RFC 9111 strictly.
    const isLarge = Number(field(fields, 'content-length') ?? 0) > maxEntryBytes
    if (
      !call &&
      (isLarge || fields['set-cookie'] !== undefined || !isStorable({ status, fields }, times.responseTime))
    )
      return { kind: 'private', response }
    // The Buffer that is stored is the one that is parsed.
    const body = unpooled(await readBody(response.body, maxResponseBytes, remainingMs(times)))
    if (call) return readCall({ ...request, call }, { ...response, body }, times, previous)
    return entryOrPrivate(storableEntry(request, times, { ...response, body }), { ...response, body })
  }

  const readCall = async (
    request: FetchRequest & { call: NonNullable<FetchRequest['call']> },
    response: ContentResponse & { body: Buffer },
    times: Times,
    previous: Entry | undefined,
  ): Promise<Fetched> => {
    const known = !previous ? 'none' : existed(previous) ? 'found' : 'missing'
    const read = await callResponses.read(request, response, known)
    if (read.kind === 'failed') return { kind: 'error', error: read.error }
    const whole = { ...response, headers: read.fields }
    if (read.kind === 'unsuccessful')
      return { kind: 'error', error: read.error, response: { ...whole, headers: storedFields(read.fields) } }
    const { longest } = read
    const tagged = { key: request.key, tags: [...request.tags, ...read.tags] }
    if (!longest) {
      if (read.isSuccess) nameUnstored(request, read.fields, times)
      return entryOrPrivate(storableEntry(tagged, times, whole), response)
    }
    const freshness = freshnessWithin(longest, read.given, times.responseTime)
    return entryOrPrivate(freshness && createEntry(tagged, times, whole, freshness), response)
  }

  const revalidated = async (
    request: FetchRequest,
    previous: Entry,
    response: ContentResponse,
    times: Times,
  ): Promise<Fetched> => {
    discard(response)
    // Not about the stored response (RFC 9111 §4.3.4): fetch again, without conditions.
    if (!isAbout(response.headers, previous.fields)) return fetch(request)
    const given = request.call ? callResponses.fieldsOfNotModified(response.headers) : response.headers
    const headers = mergeFields(previous.fields, given)
    if (existed(previous)) nameUnstored(request, headers, times)
    const entry = storableEntry(previous, times, { ...previous, headers })
    return entry ? { kind: 'entry', entry, outcome: 'revalidated' } : fetch(request)
  }

  const withServerError = async (
    request: FetchRequest,
    response: ContentResponse,
    times: Times,
  ): Promise<Fetched> => {
    const { call } = request
    const { status } = response
    const message = `status ${status}${status === 508 ? ': a loop, see API_BASE' : ''}`
    // The status counts, whatever the length of the body.
    const body = (await readBodyUpTo(response.body, maxErrorBytes, remainingMs(times))) ?? Buffer.alloc(0)
    if (call) callResponses.report({ ...request, call }, { status, body }, message)
    // Several visitors may receive it.
    const { 'content-length': _length, ...headers } = storedFields(response.headers)
    return { kind: 'error', error: apiError('network', message), response: { status, headers, body } }
  }

  /** A success that is of no use when the upstream fails. */
  const nameUnstored = (request: FetchRequest, fields: Fields, { responseTime }: Times) => {
    const { call } = request
    const problem = call && storageProblem(call.name, fields, responseTime)
    if (problem) telemetry.faults.reportResponse({ call: call.name, path: pathnameOf(request), ...problem })
  }

  return (request, previous) =>
    request.kind === 'api'
      ? fetch(request, previous).catch((error: unknown) => ({ kind: 'error', error: asApiError(error) }))
      : // An error of `render` is passed on unchanged.
        render(request, previous !== undefined, now).catch((error: Error) => ({ kind: 'error', error }))
}

async function render(request: RenderRequest, isRefresh: boolean, now: () => number): Promise<Fetched> {
  const { key } = request
  const requestTime = now()
  const { status, fields, body, tags, lifetime, isComplete, isStale } = await request.render(isRefresh)
  const response = { status, headers: storedFields(fields), body }
  if (!isComplete)
    return { kind: 'error', error: new Error(`page ${key}: an optional part is missing`), response }
  if (!lifetime) return { kind: 'private', response }
  const headers = { ...(isStale ? withoutLifetime(fields) : fields), age: String(lifetime.age) }
  const times = { requestTime, responseTime: now() }
  const entry = createEntry({ key, tags }, times, { status, headers, body }, freshnessFrom(lifetime))
  return { kind: 'entry', entry, outcome: 'miss' }
}

function entryOrPrivate(entry: Entry | undefined, response: ContentResponse): Fetched {
  return entry ? { kind: 'entry', entry, outcome: 'miss' } : { kind: 'private', response }
}

function existed({ status, tags }: Entry): boolean {
  return status === 200 && !tags.includes(missingTag)
}

function remainingMs({ requestTime, responseTime }: Times): number {
  return Math.min(requestTimeoutMs, Math.max(1, requestTimeoutMs - (responseTime - requestTime)))
}

function unsolicited({ status, headers }: ContentResponse): string | undefined {
  if (unsolicitedStatuses.includes(status)) return `status ${status} to a request without Range or conditions`
  const coding = field(headers, 'content-encoding')
  return coding ? `content-encoding ${coding} although identity was requested` : undefined
}

function asApiError(error: unknown): Error {
  return isApiError(error) ? error : apiError('network', error instanceof Error ? error.message : '')
}
