// Answers from the page cache: the stored bytes in the visitor's encoding, not modified, or the error they stand for.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { OriginRequest } from '../base/origin.ts'
import type { CacheResponse } from '../cache/answer.ts'
import type { CacheRequest } from '../cache/cache-request.ts'
import type { Encodings } from '../cache/encodings.ts'
import { sendCompressed } from '../http/compression.ts'
import { isNegotiated } from '../http/language.ts'

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
