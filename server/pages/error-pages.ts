// Error pages. Those that anybody can request without end, 404 and the 503 of an overloaded server, are rendered once for all.
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { locales } from '../../shared/constants.ts'
import type { ShownError } from '../../shared/errors.ts'
import { escapeHtml } from '../../shared/escape-html.ts'
import type { Locale } from '../../shared/locale.ts'
import type { FailedPage } from '../../shared/payload.ts'
import { readQuery } from '../../shared/query.ts'
import { pathOf, type Resolution } from '../../shared/resolve.ts'
import type { Fields } from '../base/fields.ts'
import type { Documents, PageParts } from './documents.ts'

const [notFound, unavailable] = [404, 503]
const sharedPageMs = 10_000
/** The places of the message, which names the address, and of the request id in the HTML of all requests. */
const [messageMark, idMark] = ['{message}', '{request}']
const gzipped = promisify(gzip)
const isGzipAccepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

export function createErrorPages({ states, store }: PageParts, documents: Documents) {
  type SharedPage = { html: string; fields: Fields }
  const sharedPages = new LRUCache<string, SharedPage, () => Promise<SharedPage>>({
    max: 2 * locales.length,
    ttl: sharedPageMs,
    fetchMethod: (_key, _expired, { context: render }) => render(),
  })

  return async (request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) => {
    const { statusCode, message } = shown
    const render = async (failed: FailedPage) =>
      documents.render(await states.errorState(failed, locale, store.sourceOf(request.site.passedOn)))
    const withId = (requestId: string) => statusCode >= 500 && { requestId }

    const failed: FailedPage = statusCode === notFound ? shown : failedPage(request.site.target, shown)
    if (statusCode !== notFound && (statusCode !== unavailable || failed.search))
      return store.sendRendered(reply, await render({ ...failed, ...withId(request.id) }))
    const context = async () => {
      const { body, fields } = await render({ statusCode, message: messageMark, ...withId(idMark) })
      return { html: String(body), fields }
    }
    const { html, fields } = await sharedPages.forceFetch(`${statusCode} ${locale}`, { context })
    const body = html.replaceAll(idMark, request.id).replaceAll(messageMark, () => escapeHtml(message))
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.headers({ ...fields, vary })
    // Brotli takes 0.3 ms more of a request's 0.6 ms: a body that is sent once does not repay it.
    return isGzipAccepted.test(String(request.headers['accept-encoding']))
      ? reply.header('content-encoding', 'gzip').send(await gzipped(body, { level: 1 }))
      : reply.send(body)
  }
}

/** The form of a failed search stays; a page whose upstream failed may be there at the next try. */
function failedPage(target: Resolution, shown: ShownError): FailedPage {
  if (target.kind !== 'page') return shown
  const address = pathOf(target, target)
  const { keywords } = readQuery(target)
  return {
    ...shown,
    ...(keywords !== '' && { search: { action: address, keywords } }),
    ...([502, 504].includes(shown.statusCode) && { retry: address + target.search }),
  }
}
