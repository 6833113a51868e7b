// Preview requests: the token of a preview link is removed from the URL before anything reads it, and checked for pages.
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import { payloadSuffix } from '../../shared/payload.ts'
import { type Preview, withoutPreview, withPreview } from '../../shared/preview.ts'
import { resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import type { PreviewLinks } from '../ops/preview-links.ts'

/** Responses are not stored, not indexed, and the link is not named to other sites. */
const fields = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
}

export function createPreviews(links: Pick<PreviewLinks, 'expiryOf'>, facts: () => SiteFacts) {
  const tokens = new WeakMap<IncomingMessage, string>()
  const previews = new WeakMap<IncomingMessage, Preview>()

  /** Undefined: not a request for a page, or without a token. */
  const pageToken = ({ raw, method }: FastifyRequest): string | undefined => {
    const token = tokens.get(raw)
    return token !== undefined && ['GET', 'HEAD'].includes(method) && isPage(raw.url ?? '', facts())
      ? token
      : undefined
  }

  const check = async (request: FastifyRequest, reply: FastifyReply, secondsForWrong: SecondsForWrong) => {
    const token = pageToken(request)
    if (token === undefined) return
    const expires = links.expiryOf(token)
    if (expires !== undefined) return void previews.set(request.raw, { expires })
    const seconds = await secondsForWrong(request.ip)
    if (seconds === 0) throw pageError(403, 'Preview link invalid or expired')
    reply.header('retry-after', seconds)
    throw pageError(429, 'Too Many Requests')
  }

  const setFields = (request: FastifyRequest, reply: FastifyReply) => {
    const token = pageToken(request)
    if (token === undefined) return
    reply.headers(fields)
    const location = reply.getHeader('location')
    const isOwn = typeof location === 'string' && /^\/(?!\/)/.test(location)
    if (isOwn && previews.has(request.raw)) reply.header('location', withPreview(location, token))
  }

  return {
    /** For Fastify's `rewriteUrl`: routes, cache keys, calls of the origin, log lines and error pages have no token. */
    rewriteUrl(request: IncomingMessage): string {
      const url = request.url ?? '/'
      const preview = withoutPreview(url)
      if (!preview) return url
      tokens.set(request, preview.token)
      return preview.url
    },
    /** Undefined for the public page. */
    of: ({ raw }: FastifyRequest): Preview | undefined => previews.get(raw),
    /** Before redirects. A page with a wrong or expired token is 403, and never the public page instead. */
    install(app: FastifyInstance, secondsForWrong: SecondsForWrong) {
      app.addHook('onRequest', async (request, reply) => check(request, reply, secondsForWrong))
      app.addHook('onSend', (request, reply, payload, done) => {
        setFields(request, reply)
        done(null, payload)
      })
    },
  }
}

/** Payloads, islands, calls and files are public whatever their query. */
function isPage(url: string, facts: SiteFacts): boolean {
  const { kind } = resolve(url, facts)
  return !splitUrl(url).pathname.endsWith(payloadSuffix) && ['page', 'redirect'].includes(kind)
}
