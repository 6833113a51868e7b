// Responses from a stored entry: complete, 304, 206, or the head alone; and Cache-Status (RFC 9211).
import { byteRange, isNotModified, rangeStillApplies } from '../base/conditional.ts'
import { type Fields, field } from '../base/fields.ts'
import type { OriginRequest, OriginResponse } from '../base/origin.ts'
import { discard } from '../base/read-body.ts'
import type { Entry } from './entry.ts'
import { currentAge } from './semantics/reuse.ts'
import type { Tee } from './tee.ts'

export type WholeResponse = OriginResponse & { body: Buffer }

/**
 * `entry`: may be shared. With a `tee` its body still arrives, and `whole` is the entry with its body, undefined where that failed
 * or is too large. `private`: for one visitor alone. `error`: the origin failed, with or without a response.
 */
export type Fetched =
  | { kind: 'entry'; entry: Entry; outcome: 'miss' | 'revalidated'; tee?: undefined }
  | { kind: 'entry'; entry: Entry; outcome: 'miss'; tee: Tee; whole: Promise<Entry | undefined> }
  | { kind: 'private'; response: OriginResponse }
  | { kind: 'error'; error: Error; response?: WholeResponse }

const empty = Buffer.alloc(0)
/**
 * RFC 9110 §15.4.5: the fields that a 304 must have; RFC 9213: with Cache-Control its targeted field. And the content
 * security policy: a browser replaces the stored fields by those of a 304 (RFC 9111 §3.2), so the default policy of responses
 * that are not documents would block the page.
 */
const fieldsOfNotModified = [
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

const ownFields = ['age', 'cache-status']

/** `entry`: the source of the response; missing where nothing was or could be stored. `isHit`: it was stored before. */
export type CacheResponse = OriginResponse & { entry?: Entry; isHit?: boolean; isStale?: boolean }

/** `status`: of this cache. `fields`: instead of those of the entry. */
export function responseFromEntry(
  entry: Entry,
  request: OriginRequest,
  now: number,
  status: string,
  fields = entry.fields,
): CacheResponse {
  const age = String(Math.floor(currentAge(entry, now) / 1000))
  const sent = withCacheStatus({ ...fields, age }, status)
  return { ...(partOf({ ...entry, fields: sent }, request, now) ?? wholeOf(entry, request, sent)), entry }
}

function wholeOf({ status, body }: Entry, { method }: OriginRequest, fields: Fields): OriginResponse {
  // RFC 9110 §8.6: a 204 has no length.
  const headers = status === 204 ? fields : { ...fields, 'content-length': String(body.length) }
  return { status, headers, body: method === 'HEAD' ? empty : body }
}

/** 304, 206 or 416. Undefined where the request is not conditional, the condition does not hold, or the range is not valid. */
function partOf(
  { status, fields, body }: Entry,
  request: OriginRequest,
  now: number,
): OriginResponse | undefined {
  const { method, headers } = request
  if (status !== 200 || !['GET', 'HEAD'].includes(method)) return undefined
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
  if (isConditional && isNotModified(headers, fields, now)) {
    return { status: 304, headers: only([...fieldsOfNotModified, ...ownFields], fields), body: empty }
  }
  const range = headers['range']
  if (method === 'HEAD' || !range || !rangeStillApplies(headers, fields, now)) return undefined
  const bytes = byteRange(range, body.length)
  if (!bytes) return undefined
  if (bytes === 'unsatisfiable') {
    const none = { 'content-range': `bytes */${body.length}`, 'content-length': '0' }
    return { status: 416, headers: { ...only(ownFields, fields), ...none }, body: empty }
  }
  const { start, end } = bytes
  const contentRange = `bytes ${start}-${end}/${body.length}`
  const part = { 'content-range': contentRange, 'content-length': String(end - start + 1) }
  return { status: 206, headers: { ...fields, ...part }, body: body.subarray(start, end + 1) }
}

function only(names: string[], fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
}

/**
 * No lifetime in caches in front, some of which ignore Age, and in browsers. Explicit, because they may compute one, and
 * because the fields of a 304 replace those that they have stored.
 */
export function withoutLifetime({ expires: _, ...fields }: Fields): Fields {
  return { ...fields, 'cache-control': 'public, max-age=0', 'cdn-cache-control': 'max-age=0' }
}

type FetchedOptions = {
  now: number
  /** The request joined the flight of another request. */
  isCollapsed: boolean
  /** There was an entry that had to be revalidated first. */
  wasFound: boolean
  isStored: boolean
}

/** Throws OriginError where the origin sent no response. */
export function responseFromFetched(
  fetched: Fetched,
  request: OriginRequest,
  { now, isCollapsed, wasFound, isStored }: FetchedOptions,
): CacheResponse {
  const reason = wasFound ? 'stale' : 'uri-miss'
  const statusField = (status: number) => cacheStatus.forwarded({ reason, status, isStored, isCollapsed })
  if (fetched.kind !== 'entry') {
    if (!fetched.response) throw fetched.kind === 'error' ? fetched.error : new Error('no response')
    const { response } = fetched
    return headOrWhole(response, request, withCacheStatus(response.headers, statusField(response.status)))
  }
  const { entry, tee, outcome } = fetched
  if (!tee)
    return responseFromEntry(entry, request, now, statusField(outcome === 'revalidated' ? 304 : entry.status))
  const headers = withCacheStatus(entry.fields, statusField(entry.status))
  return { status: entry.status, headers, body: request.method === 'HEAD' ? empty : tee.subscribe() }
}

function headOrWhole(response: OriginResponse, { method }: OriginRequest, headers: Fields): OriginResponse {
  if (method !== 'HEAD') return { ...response, headers }
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

/** This cache's member follows those of the caches closer to the origin (§2). */
export function withCacheStatus(fields: Fields, status: string): Fields {
  const before = field(fields, 'cache-status')
  return { ...fields, 'cache-status': before ? `${before}, ${status}` : status }
}
