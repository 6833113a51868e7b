// Responses from a stored entry: complete, 304, 206, or the head alone; and Cache-Status (RFC 9211).
import { byteRange, isNotModified, rangeStillApplies } from '../base/conditional.ts'
import type { ContentRequest, ContentResponse } from '../base/content-source.ts'
import { type Fields, field } from '../base/fields.ts'
import { discard } from '../base/read-body.ts'
import type { CacheRequest } from './cache-request.ts'
import type { Entry } from './entry.ts'
import { currentAge, stalenessOf } from './semantics/reuse.ts'

/** Counts a request in the metrics. `tier`: where the response came from. */
export type Count = (
  outcome: 'hit' | 'stale' | 'miss' | 'revalidated' | 'bypass' | 'coalesced' | 'error',
  kind: CacheRequest['kind'],
  tier: 'memory' | 'shared' | 'upstream',
) => void

/** `entry`: may be shared. `private`: for one visitor alone. `error`: the upstream failed, with or without a response. */
export type Fetched =
  | { kind: 'entry'; entry: Entry; outcome: 'miss' | 'revalidated' }
  | { kind: 'private'; response: ContentResponse }
  | { kind: 'error'; error: Error; response?: ContentResponse & { body: Buffer } }

const empty = Buffer.alloc(0)
/**
 * RFC 9110 §15.4.5: the fields that a 304 must have; RFC 9213: with Cache-Control its targeted field. And the content
 * security policy: a browser replaces the stored fields by those of a 304 (RFC 9111 §3.2), so the default policy of responses
 * that are not documents would block the page.
 */
const fieldsOfNotModified =
  /^(?:age|cache-(?:control|status)|cdn-cache-control|content-(?:location|security-policy)|date|etag|expires|last-modified|vary)$/
const cacheFields = /^(?:age|cache-status)$/

/** `entry`: the source of the response; missing where nothing was or could be stored. `isHit`: it was stored before. */
export type CacheResponse = ContentResponse & { entry?: Entry; isHit?: boolean }

/** The response from an entry that was stored before. */
export function storedResponse(
  entry: Entry,
  request: ContentRequest,
  now: number,
  detail = '',
): CacheResponse {
  const staleness = stalenessOf(entry, now)
  const fields = staleness >= 0 ? withoutLifetime(entry.fields) : entry.fields
  // RFC 9211 §2.4: negative for a stale response.
  const status = `site; hit; ttl=${Math.floor(-staleness / 1000)}${detail}`
  return { ...responseFrom({ ...entry, fields }, request, now, status), entry, isHit: true }
}

function responseFrom(entry: Entry, request: ContentRequest, now: number, status: string): ContentResponse {
  const age = String(Math.floor(currentAge(entry, now) / 1000))
  const fields = withCacheStatus({ ...entry.fields, age }, status)
  return rangeOf({ ...entry, fields }, request, now) ?? wholeOf(entry, request, fields)
}

function wholeOf({ status, body }: Entry, { method }: ContentRequest, fields: Fields): ContentResponse {
  // RFC 9110 §8.6: a 204 has no length.
  const headers = status === 204 ? fields : { ...fields, 'content-length': String(body.length) }
  return { status, headers, body: method === 'HEAD' ? empty : body }
}

/** 304, 206 or 416. Undefined where the request is not conditional, the condition does not hold, or the range is not valid. */
function rangeOf(
  { status, fields, body }: Entry,
  request: ContentRequest,
  now: number,
): ContentResponse | undefined {
  const { method, headers } = request
  if (status !== 200 || !['GET', 'HEAD'].includes(method)) return undefined
  const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
  if (isConditional && isNotModified(headers, fields, now)) {
    return { status: 304, headers: only(fieldsOfNotModified, fields), body: empty }
  }
  const range = headers['range']
  if (method === 'HEAD' || !range || !rangeStillApplies(headers, fields, now)) return undefined
  const bytes = byteRange(range, body.length)
  if (!bytes) return undefined
  if (bytes === 'unsatisfiable') {
    const none = { 'content-range': `bytes */${body.length}`, 'content-length': '0' }
    return { status: 416, headers: { ...only(cacheFields, fields), ...none }, body: empty }
  }
  const { start, end } = bytes
  const contentRange = `bytes ${start}-${end}/${body.length}`
  const part = { 'content-range': contentRange, 'content-length': String(end - start + 1) }
  return { status: 206, headers: { ...fields, ...part }, body: body.subarray(start, end + 1) }
}

function only(names: RegExp, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.test(name)))
}

/**
 * No lifetime in caches in front, some of which ignore Age, and in browsers. Explicit, because they may compute one, and
 * because the fields of a 304 replace those that they have stored.
 */
export function withoutLifetime({ expires: _, ...fields }: Fields): Fields {
  return { ...fields, 'cache-control': 'public, max-age=0', 'cdn-cache-control': 'max-age=0' }
}

/** Throws ApiError where the upstream sent no response. */
export function fetchedResponse(
  fetched: Fetched,
  request: ContentRequest,
  now: number,
  about: Omit<Forwarded, 'status'>,
): CacheResponse {
  const statusField = (status: number) => forwarded({ ...about, status })
  if (fetched.kind === 'entry') {
    const { entry, outcome } = fetched
    const status = statusField(outcome === 'revalidated' ? 304 : entry.status)
    return { ...responseFrom(entry, request, now, status), entry }
  }
  if (fetched.kind === 'error' && !fetched.response) throw fetched.error
  const response = fetched.response!
  const headers = withCacheStatus(response.headers, statusField(response.status))
  if (request.method !== 'HEAD') return { ...response, headers }
  // The upstream was requested with GET.
  discard(response)
  return { ...response, headers, body: empty }
}

type Forwarded = {
  /** RFC 9211 §2.2. */
  reason: 'uri-miss' | 'stale' | 'method' | 'bypass'
  status: number
  isStored?: boolean
  /** The request joined the flight of another request. */
  isCollapsed?: boolean
}

export function forwarded({ reason, status, isStored, isCollapsed }: Forwarded): string {
  return `site; fwd=${reason}; fwd-status=${status}${isStored ? '; stored' : ''}${isCollapsed ? '; collapsed' : ''}`
}

/** This cache's member follows those of the caches closer to the upstream (§2). */
export function withCacheStatus(fields: Fields, status: string): Fields {
  const before = field(fields, 'cache-status')
  return { ...fields, 'cache-status': before ? `${before}, ${status}` : status }
}
