// Responses from a stored entry: complete, 304, 206, or the head alone.
import { byteRange, isNotModified, rangeStillApplies } from '../base/conditional.ts'
import { type Fields, field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { discard } from '../base/read-body.ts'
import type { CacheOutcome } from '../telemetry/origin-metrics.ts'
import type { Entry } from './entry.ts'
import type { FillResult } from './fill-result.ts'
import { currentAge } from './semantics/reuse.ts'

const empty = Buffer.alloc(0)
/**
 * RFC 9110 §15.4.5: the fields that a 304 must have; RFC 9213: with Cache-Control its targeted field. And the content
 * security policy: a browser replaces the stored fields by those of a 304 (RFC 9111 §3.2), so the default policy of responses
 * that are not documents would block the page.
 */
const namesOfNotModified = [
  'cache-control',
  'cdn-cache-control',
  'content-location',
  'content-security-policy',
  'date',
  'etag',
  'expires',
  'last-modified',
  'vary',
]

/** `entry`: the source of the response; missing where nothing was or could be stored. `isHit`: it was stored before. */
export type CacheResponse = OriginResponse & { entry?: Entry; isHit?: boolean; isStale?: boolean }

export function responseFromEntry(
  entry: Entry,
  request: OriginRequest,
  now: number,
  status: string,
): CacheResponse {
  return { ...buildResponse(entry, request, now, status), entry }
}

/** As `responseFromEntry`, for an entry that is stale. */
export function responseFromStale(
  entry: Entry,
  request: OriginRequest,
  now: number,
  status: string,
): CacheResponse {
  const sent = { ...entry, fields: withoutLifetime(entry.fields) }
  return { ...buildResponse(sent, request, now, status), entry }
}

/**
 * No lifetime in caches in front, some of which ignore Age, and in browsers. Explicit, because they may compute one, and
 * because the fields of a 304 replace those that they have stored.
 */
export function withoutLifetime({ expires: _, ...fields }: Fields): Fields {
  return { ...fields, 'cache-control': 'public, max-age=0', 'cdn-cache-control': 'max-age=0' }
}

function buildResponse(entry: Entry, request: OriginRequest, now: number, status: string): OriginResponse {
  const age = String(Math.floor(currentAge(entry, now) / 1000))
  const own = { age, 'cache-status': cacheStatusAfter(entry.fields, status) }
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  if (isRead && entry.status === 200) {
    if (isConditional(request) && isNotModified(request.headers, entry.fields, now)) {
      return { status: 304, headers: { ...notModifiedFields(entry.fields), ...own }, body: empty }
    }
    const part =
      request.method === 'GET' && request.headers['range']
        ? rangeResponse(entry, request, own, now)
        : undefined
    if (part) return part
  }
  // RFC 9110 §8.6: a 204 has no length.
  const length = entry.status === 204 ? {} : { 'content-length': String(entry.body.length) }
  const headers = { ...entry.fields, ...own, ...length }
  return { status: entry.status, headers, body: request.method === 'HEAD' ? empty : entry.body }
}

function isConditional({ headers }: OriginRequest): boolean {
  return headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
}

function rangeResponse(
  { fields, body }: Entry,
  { headers }: OriginRequest,
  own: Fields,
  now: number,
): OriginResponse | undefined {
  if (!rangeStillApplies(headers, fields, now)) return undefined
  const range = byteRange(field(headers, 'range'), body.length)
  if (!range) return undefined
  if (range === 'unsatisfiable') {
    return {
      status: 416,
      headers: { ...own, 'content-range': `bytes */${body.length}`, 'content-length': '0' },
      body: empty,
    }
  }
  const { start, end } = range
  const contentRange = `bytes ${start}-${end}/${body.length}`
  const part = { 'content-range': contentRange, 'content-length': String(end - start + 1) }
  return { status: 206, headers: { ...fields, ...own, ...part }, body: body.subarray(start, end + 1) }
}

/** The fields of a 304 to a stored response with these fields. */
function notModifiedFields(fields: Fields): Fields {
  return Object.fromEntries(
    namesOfNotModified.flatMap((name) => (fields[name] === undefined ? [] : [[name, fields[name]]])),
  )
}

type CacheResponseOptions = {
  now: number
  /** The request joined the flight of another request. */
  isCollapsed: boolean
  /** There was an entry that had to be revalidated first. */
  wasFound: boolean
}

/** Throws OriginError where the origin sent no response. */
export function responseFromResult(
  result: FillResult,
  request: OriginRequest,
  { now, isCollapsed, wasFound }: CacheResponseOptions,
): CacheResponse {
  const reason = wasFound ? 'stale' : 'uri-miss'
  const statusField = (status: number, isStored: boolean) =>
    cacheStatus.forwarded({ reason, status, isStored, isCollapsed })
  switch (result.kind) {
    case 'entry': {
      const { entry, outcome, isStored } = result
      return responseFromEntry(
        entry,
        request,
        now,
        statusField(outcome === 'revalidated' ? 304 : entry.status, isStored),
      )
    }
    case 'live': {
      const { status, fields } = result.head
      const body = request.method === 'HEAD' ? empty : result.tee.subscribe()
      return { status, headers: withCacheStatus(fields, statusField(status, true)), body }
    }
    case 'private':
      return whole(result.response, request, statusField(result.response.status, false))
    case 'error':
      if (!result.response) throw result.error
      return whole(result.response, request, statusField(result.response.status, false))
    default:
      return result satisfies never
  }
}

function whole(response: OriginResponse, request: OriginRequest, status: string): OriginResponse {
  const headers = withCacheStatus(response.headers, status)
  if (request.method !== 'HEAD') return { ...response, headers }
  // The origin was requested with GET.
  discard(response)
  return { ...response, headers, body: empty }
}

const name = 'site'

/** Why the request was forwarded to the origin (§2.2), and the outcome. */
type Forwarded = {
  reason: 'uri-miss' | 'stale' | 'method' | 'bypass'
  status: number
  isStored?: boolean
  isCollapsed?: boolean
}

export const cacheStatus = {
  /** `ttlMs` is negative for a stale response (§2.4). */
  hit: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}`,
  staleIfError: (ttlMs: number) => `${name}; hit; ttl=${Math.floor(ttlMs / 1000)}; detail=stale-if-error`,
  forwarded: ({ reason, status, isStored = false, isCollapsed = false }: Forwarded) =>
    `${name}; fwd=${reason}; fwd-status=${status}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`,
}

/** The complete field: this cache's member follows those of the caches closer to the origin (§2). */
function cacheStatusAfter(fields: Fields, status: string): string {
  const before = field(fields, 'cache-status')
  return before ? `${before}, ${status}` : status
}

export function withCacheStatus(fields: Fields, status: string): Fields {
  return { ...fields, 'cache-status': cacheStatusAfter(fields, status) }
}

export function outcomeOf(result: FillResult, isCollapsed: boolean): CacheOutcome {
  if (result.kind === 'error') return 'error'
  if (result.kind === 'private') return 'bypass'
  if (isCollapsed) return 'coalesced'
  return result.kind === 'live' ? 'miss' : result.outcome
}
