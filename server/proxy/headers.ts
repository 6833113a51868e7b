// Header fields of a proxied response: an allowlist, and what this server sets.
import { isUtf8 } from 'node:buffer'
import type { FastifyRequest } from 'fastify'
import type { ContentResponse } from '../base/content-source.ts'
import { type Fields, field } from '../base/fields.ts'
import { inertPolicy } from '../http/security.ts'
import { mediaCaching, mediaMaxAge } from '../pictures/picture.ts'
import { withoutCachingFields } from '../upstream/call-policy.ts'

const towardsVisitor =
  `accept-ranges age allow cache-control cache-status cdn-cache-control content-disposition
  content-encoding content-language content-length content-range content-type date etag expires last-modified
  retry-after vary`.split(/\s+/)
const inertDocument = `${inertPolicy}; style-src 'unsafe-inline'; sandbox`

/** Where a response comes from. `path`: of the request, `folder`: in which its redirects have to stay. */
export type Place = { path: string; folder: '/api/home/' | '/media/'; apiBase: string }

/** Undefined for a redirect that leads elsewhere. */
export function fieldsForVisitor(response: ContentResponse, place: Place): Fields | undefined {
  const { status, headers } = response
  const given = field(headers, 'location')
  const location = given && siteLocation(given, place)
  if (given && !location && status > 300 && status < 400) return undefined
  // Errors are stored by this cache only.
  const passed = pick(status >= 400 ? withoutCachingFields(headers) : headers, towardsVisitor)
  return {
    ...passed,
    ...(place.folder === '/media/' && mediaFields(passed)),
    ...(status >= 400 && { 'cache-control': 'no-store' }),
    ...(location && { location }),
    ...inertFields(passed['content-type'] ?? ''),
  }
}

/** Those on an allowlist. */
export function pick(headers: Fields | FastifyRequest['headers'], names: string[]): Record<string, string> {
  const present = names.filter((name) => headers[name] !== undefined)
  return Object.fromEntries(present.map((name) => [name, String(headers[name])]))
}

/** Without a lifetime browsers keep a replaced file for a tenth of its age (RFC 9111 §4.2.2). */
function mediaFields({ 'cache-control': given = '', expires }: Record<string, string>): Fields {
  const hasLifetime = expires !== undefined || /\b(?:max-age|no-cache|no-store)\b/i.test(given)
  return {
    // Feeds and shared links show pictures on other sites.
    'cross-origin-resource-policy': 'cross-origin',
    ...(!hasLifetime && { 'cache-control': given ? `${given}, ${mediaMaxAge}` : mediaCaching }),
  }
}

/** A response of the upstream must not act as a document of this site. */
function inertFields(type: string): Fields {
  const isDrawing = /svg/i.test(type)
  return {
    ...(/html|xml(?!\+)|javascript/i.test(type) && !isDrawing && { 'content-disposition': 'attachment' }),
    ...(/svg|html|xml/i.test(type) && { 'content-security-policy': inertDocument }),
  }
}

/** The Location as a path of this site; undefined for any other target. */
function siteLocation(location: string, { path, folder, apiBase }: Place): string | undefined {
  const prefix = apiBase ? new URL(apiBase).pathname.replace(/\/$/, '') : ''
  const from = new URL(prefix + path, apiBase || 'http://origin.invalid')
  // Fields are read as latin1; the bytes may be UTF-8, which the URL percent-encodes.
  const bytes = Buffer.from(location, 'latin1')
  const target = URL.parse(isUtf8(bytes) ? bytes.toString() : location, from)
  const isInside = target?.origin === from.origin && target.pathname.startsWith(prefix + folder)
  return isInside ? target.pathname.slice(prefix.length) + target.search : undefined
}
