// One request to the origin for a key, and what came of it.
import type { Readable } from 'node:stream'
import { isApiError } from '../../shared/errors.ts'
import type { OriginResponse, Send } from '../origin/origin.ts'
import { isOriginError, type OriginError, originError } from '../origin/origin-error.ts'
import { readBody } from '../origin/read-body.ts'
import { type Broadcast, createBroadcast } from './broadcast.ts'
import type { CacheRequest } from './cache-request.ts'
import { createEntry, type Entry, withLifetime } from './entry.ts'
import { judge } from './judge.ts'
import { field } from './semantics/fields.ts'
import { isAbout, mergeFields, validators } from './semantics/merge.ts'
import { isStorable } from './semantics/storable.ts'

/**
 * `entry`: may be shared, stored or about to be. `live`: may be shared while it still arrives.
 * `private`: for one visitor alone. `error`: the origin failed, with an answer of its own or without.
 */
export type Filled =
  | { kind: 'entry'; entry: Entry; outcome: 'miss' | 'revalidated'; isStored: boolean }
  | { kind: 'live'; response: OriginResponse; broadcast: Broadcast; entry: Promise<Entry | undefined> }
  | { kind: 'private'; response: OriginResponse }
  | { kind: 'error'; error: OriginError; response?: OriginResponse }

type Options = {
  send: Send
  now: () => number
  /** Largest answer that is stored, in bytes. */
  entryLimit: number
  /** Largest answer that is taken from the origin, in bytes. */
  responseLimit: number
  /** For the whole body of a known call. */
  timeoutMs: number
}

const errorBodyLimit = 65_536

/** Never rejects. `previous` is asked about with its validators. */
export function createFill({ send, now, entryLimit, responseLimit, timeoutMs }: Options) {
  const fill = async (request: CacheRequest, previous?: Entry): Promise<Filled> => {
    const requestTime = now()
    const conditions = previous ? validators(previous.fields) : {}
    const response = await send({ ...request.fill, headers: { ...request.fill.headers, ...conditions } })
    const times = { requestTime, responseTime: now() }
    if (response.status === 304 && previous) return freshened(request, previous, response, times)
    if (response.status >= 500) return failed(response)
    if (field(response.headers, 'content-encoding'))
      return refused(response, 'an encoding that was not asked for')
    return request.call ? known(request, response, times) : unknown(request, response, times)
  }

  const freshened = async (
    request: CacheRequest,
    previous: Entry,
    response: OriginResponse,
    times: Times,
  ): Promise<Filled> => {
    discard(response)
    // About another answer than ours: ask again, for the whole.
    if (!isAbout(response.headers, previous.fields)) return fill(request)
    const input = { ...inputOf(request), ...times, status: previous.status, body: previous.body }
    const entry = createEntry({ ...input, fields: mergeFields(previous.fields, response.headers) })
    return entry ? { kind: 'entry', entry, outcome: 'revalidated', isStored: true } : fill(request)
  }

  const failed = async (response: OriginResponse): Promise<Filled> => {
    const body = await readBody(response.body, errorBodyLimit, timeoutMs)
    return {
      kind: 'error',
      error: originError('network', `status ${response.status}`),
      response: { ...response, body },
    }
  }

  /** Business calls are small and have a known shape: they are read whole and checked before anybody gets them. */
  const known = async (request: CacheRequest, response: OriginResponse, times: Times): Promise<Filled> => {
    const body = await readBody(response.body, responseLimit, timeoutMs)
    const verdict = judge(request.call!, response.status, response.headers, body)
    if ('problem' in verdict) return refused(response, verdict.problem)
    const { 'set-cookie': _, ...sent } = response.headers
    const fields = withLifetime(sent, verdict.lifetime)
    const entry = createEntry({ ...inputOf(request), ...times, status: response.status, fields, body })
    if (!entry) return { kind: 'private', response: { ...response, body } }
    return { kind: 'entry', entry, outcome: 'miss', isStored: body.length <= entryLimit }
  }

  /** Anything else follows HTTP to the letter and streams while it is stored. */
  const unknown = (request: CacheRequest, response: OriginResponse, times: Times): Filled => {
    const { status, headers: fields } = response
    const length = Number(field(fields, 'content-length') ?? 0)
    const isPrivate =
      fields['set-cookie'] !== undefined ||
      length > entryLimit ||
      !isStorable({ status, fields }, times.responseTime)
    if (isPrivate || Buffer.isBuffer(response.body)) return buffered(request, response, times, isPrivate)
    const broadcast = createBroadcast(response.body, responseLimit)
    const entry = broadcast.done.then(
      (body) =>
        body.length > entryLimit
          ? undefined
          : createEntry({ ...inputOf(request), ...times, status, fields, body }),
      () => undefined,
    )
    return { kind: 'live', response, broadcast, entry }
  }

  const buffered = (
    request: CacheRequest,
    response: OriginResponse,
    times: Times,
    isPrivate: boolean,
  ): Filled => {
    const { status, headers: fields, body } = response
    const entry =
      isPrivate || !Buffer.isBuffer(body)
        ? undefined
        : createEntry({ ...inputOf(request), ...times, status, fields, body })
    return entry ? { kind: 'entry', entry, outcome: 'miss', isStored: true } : { kind: 'private', response }
  }

  return (request: CacheRequest, previous?: Entry): Promise<Filled> =>
    fill(request, previous).catch((error): Filled => ({ kind: 'error', error: asOriginError(error) }))
}

type Times = { requestTime: number; responseTime: number }

function inputOf({ key, tags, fill }: CacheRequest) {
  return { key, tags, requestFields: fill.headers }
}

function refused(response: OriginResponse, problem: string): Filled {
  discard(response)
  return { kind: 'error', error: originError('network', problem) }
}

function discard({ body }: OriginResponse) {
  if (Buffer.isBuffer(body)) return
  body.on('error', () => {})
  ;(body as Readable).destroy()
}

function asOriginError(error: unknown): OriginError {
  if (isOriginError(error)) return error
  return originError(isApiError(error) && error.kind === 'timeout' ? 'timeout' : 'network', error)
}
