// Responses from a stored entry: complete, 304, or the head alone; and Cache-Status (RFC 9211).
import { isNotModified } from '../base/conditional.ts'
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

/** Range is ignored, as a server may (RFC 9110 §14.2): large files, which it is for, are not stored. */
function responseFrom(entry: Entry, request: ContentRequest, now: number, status: string): ContentResponse {
  const age = String(Math.floor(currentAge(entry, now) / 1000))
  const fields = withCacheStatus({ ...entry.fields, age }, status)
  const { method, headers: conditions } = request
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead && entry.status === 200 && isNotModified(conditions, fields, now)) {
    const headers = Object.entries(fields).filter(([name]) => fieldsOfNotModified.test(name))
    return { status: 304, headers: Object.fromEntries(headers), body: empty }
  }
  // RFC 9110 §8.6: a 204 has no length.
  const headers = entry.status === 204 ? fields : { ...fields, 'content-length': String(entry.body.length) }
  return { status: entry.status, headers, body: method === 'HEAD' ? empty : entry.body }
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
