// Page response: the body and header fields of a page, payload or island as stored, and how it is sent.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import type { Fields } from '../base/fields.ts'
import type { OriginRequest } from '../base/origin.ts'
import type { Made } from '../cache/cache-request.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Encodings } from '../cache/encodings.ts'
import { sendBody } from '../http/compression.ts'
import { negotiatedFields } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import { type Lifetime, missingLifetime, sharedCacheControl } from '../upstream/call-policy.ts'
import type { Dependencies } from './dependencies.ts'

export type PageFormat = 'document' | 'payload' | 'island'

type Page = {
  format: PageFormat
  body: Buffer
  /** The content of the style element of a document. */
  style?: string
  tags: string[]
  dependencies: Dependencies
  isComplete: boolean
  locale: Locale
  documentFields: DocumentFields
}

const json = 'application/json; charset=utf-8'
const types: Record<PageFormat, string> = {
  document: 'text/html; charset=utf-8',
  payload: json,
  island: json,
}
const mostTagBytes = 1024

export function madePage(page: Page): Made {
  const { format, body, style = '', tags, dependencies, isComplete, locale, documentFields } = page
  const lifetime = dependencies.isShareable() && isComplete ? dependencies.lifetime() : undefined
  const fields = {
    'content-type': types[format],
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    'content-language': languageTag(locale),
    ...(format === 'document' && documentFields({ style })),
    ...(lifetime ? sharedFields(lifetime, tags) : { 'cache-control': 'private, no-store' }),
  }
  return { status: 200, fields, body, tags, lifetime, isComplete, isStale: dependencies.isStale() }
}

function sharedFields(lifetime: Lifetime, tags: string[]): Fields {
  const { fresh, staleWhileRevalidate, staleIfError } = lifetime
  const named = shownTags(tags)
  return {
    'cache-control': sharedCacheControl(lifetime),
    'cdn-cache-control': `max-age=${fresh}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
    'cache-tag': named.join(','),
    'surrogate-key': named.join(' '),
  }
}

/** Negative cache: the 404 is stored; its body is rendered for each request. */
export function madeMissing(tags: string[]): Made {
  const fields = { 'cache-control': sharedCacheControl(missingLifetime) }
  const lifetime = { ...missingLifetime, age: 0 }
  return { status: 404, fields, body: Buffer.alloc(0), tags, lifetime, isComplete: true, isStale: false }
}

/** The tags that a purge may name, as many as fit into a header. */
function shownTags(tags: string[]): string[] {
  const named = tags.filter((tag) => !/^(?:path|use):/.test(tag) && /^[\w:.-]+$/.test(tag)).sort()
  while (named.join(',').length > mostTagBytes) named.pop()
  return named
}

export type PageSender = ReturnType<typeof createPageSender>

const conditions = ['if-none-match', 'if-modified-since']

export function createPageSender(encodings: Encodings) {
  return {
    /** The method and the conditional fields; nothing else of a visitor's request affects a page. */
    requestOf({ method, url, headers }: FastifyRequest): OriginRequest {
      const conditional = conditions.flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      return { method, path: url, headers: Object.fromEntries(conditional) }
    },

    send(request: FastifyRequest, reply: FastifyReply, stored: CacheResponse) {
      // The error page depends on Accept.
      if (stored.status === 404) throw pageError(404, `Page not found: ${request.url}`)
      const encoded = encodings.encode(stored, request.headers['accept-encoding'])
      const fields = request.site.isNegotiated ? negotiatedFields(encoded.headers) : encoded.headers
      reply.status(stored.status).headers(fields)
      reply.header('server-timing', `cache;desc=${stored.isHit ? 'hit' : 'miss'}`)
      return sendBody(reply, encoded)
    },
  }
}
