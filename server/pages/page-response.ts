// What the cache keeps of a page or a payload: its bytes and the fields that every visitor gets with them.
import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { type Locale, languageTag } from '../../shared/locale.ts'
import type { Fields } from '../base/fields.ts'
import type { OriginRequest } from '../base/origin.ts'
import type { CacheRequest, Made } from '../cache/cache-request.ts'
import type { CacheResponse } from '../cache/cache-response.ts'
import type { Encodings } from '../cache/encodings.ts'
import { sendCompressed } from '../http/compression.ts'
import { isNegotiated } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import { missingLifetime, sharedCacheControl } from '../origin/call-policy.ts'
import type { Uses } from './dependencies.ts'

export type Form = 'document' | 'payload' | 'island'

type Page = {
  form: Form
  body: Buffer
  tags: string[]
  uses: Uses
  isComplete: boolean
  locale: Locale
  documentFields: DocumentFields
}

const json = 'application/json; charset=utf-8'
const types = { document: 'text/html; charset=utf-8', payload: json, island: json }
const mostTagBytes = 1024

export function madePage({ form, body, tags, uses, isComplete, locale, documentFields }: Page): Made {
  const fields = {
    'content-type': types[form],
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    'content-language': languageTag(locale),
    ...(form === 'document' && documentFields()),
    ...(uses.isShareable() && isComplete
      ? sharedFields(uses, tags)
      : { 'cache-control': 'private, no-store' }),
  }
  return { status: 200, fields, body, tags, isComplete }
}

function sharedFields(uses: Uses, tags: string[]): Fields {
  const { age, ...lifetime } = uses.lifetime()
  const { fresh, staleWhileRevalidate, staleIfError } = lifetime
  const named = shownTags(tags)
  return {
    'cache-control': sharedCacheControl(lifetime),
    'cdn-cache-control': `max-age=${fresh}, stale-while-revalidate=${staleWhileRevalidate}, stale-if-error=${staleIfError}`,
    age: String(age),
    'cache-tag': named.join(','),
    'surrogate-key': named.join(' '),
  }
}

/** That a page does not exist is known for a while; how that is said depends on who asks. */
export function madeMissing(tags: string[]): Made {
  const fields = { 'cache-control': sharedCacheControl(missingLifetime) }
  return { status: 404, fields, body: Buffer.alloc(0), tags, isComplete: true }
}

/** What an operator can name in a purge, as far as it fits into a header. */
function shownTags(tags: string[]): string[] {
  const named = tags.filter((tag) => !/^(?:path|use):/.test(tag) && /^[\w:.-]+$/.test(tag)).sort()
  while (named.join(',').length > mostTagBytes) named.pop()
  return named
}

type Options = {
  encodings: Encodings
  /** Called with each page that came from the cache and is the same for every visitor of its URL. */
  onHit: (url: string, key: string) => void
}
export type SendMade = ReturnType<typeof createSendMade>

const conditions = ['if-none-match', 'if-modified-since']

export function createSendMade({ encodings, onHit }: Options) {
  return {
    /** What of a visitor's request counts for a page: the method and conditions, and nothing else. */
    requestOf({ method, headers }: FastifyRequest, { fill }: CacheRequest): OriginRequest {
      const asked = conditions.flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value]] : []
      })
      return { ...fill, method, headers: Object.fromEntries(asked) }
    },

    answer(request: FastifyRequest, reply: FastifyReply, made: CacheResponse, { key }: CacheRequest) {
      const url = request.raw.url ?? '/'
      // How it is told that something is not there depends on who asks.
      if (made.status === 404) throw pageError(404, `Page not found: ${url}`)
      const depends = isNegotiated(url)
      if (made.isHit && !depends) onHit(url, key)
      const encoded = encodings.encode(made, request.headers['accept-encoding'])
      reply.status(made.status).headers(encoded.headers)
      reply.header('server-timing', `cache;desc=${made.isHit ? 'hit' : 'miss'}`)
      if (depends) {
        reply.header('cache-control', 'private, no-cache').removeHeader('cdn-cache-control')
        reply.header('vary', 'Cookie, Accept-Language, accept-encoding')
      }
      return encoded.isPending ? sendCompressed(reply, encoded.body) : reply.send(encoded.body)
    },
  }
}
