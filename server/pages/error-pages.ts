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
import type { Documents, PageParts } from './documents.ts'
import type { PageSource } from './page-store.ts'

const [notFound, unavailable] = [404, 503]
const sharedPageMs = 10_000
/** The places of the message, which names the address, and of the request id in the HTML of all requests. */
const [messageMark, idMark] = ['{message}', '{request}']
const gzipped = promisify(gzip)
const isGzipAccepted = /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i

export function createErrorPages(parts: PageParts, documents: Documents) {
  const { states, rendering, renderLimit, store, documentFields } = parts
  type SharedPage = { html: string; style: string }
  const sharedPages = new LRUCache<string, SharedPage, () => Promise<SharedPage>>({
    max: 2 * locales.length,
    ttl: sharedPageMs,
    fetchMethod: (_key, _expired, { context: render }) => render(),
  })

  const sharedPage = (statusCode: number, locale: Locale, source: PageSource) => {
    const render = async () => {
      const state = await states.errorState(
        { statusCode, message: messageMark, ...(statusCode >= 500 && { requestId: idMark }) },
        locale,
        source,
      )
      const { body, style } = await rendering.renderer.document(state)
      return { html: String(body), style }
    }
    // The error page of an overloaded server needs no slot.
    const context = statusCode === notFound ? () => renderLimit.run('uncached', render) : render
    return sharedPages.forceFetch(`${statusCode} ${locale}`, { context })
  }

  return async (request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) => {
    const { statusCode, message } = shown
    const source = store.sourceOf(request.site.passedOn)
    const failed: FailedPage = {
      ...(statusCode === notFound ? shown : failedPage(request.site.target, shown)),
      ...(statusCode >= 500 && { requestId: request.id }),
    }
    if (statusCode !== notFound && (statusCode !== unavailable || failed.search))
      return documents.sendState(reply, await states.errorState(failed, locale, source))
    const { html, style } = await sharedPage(statusCode, locale, source)
    const body = Buffer.from(
      html.replaceAll(idMark, request.id).replaceAll(messageMark, () => escapeHtml(message)),
    )
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', ')
    reply.headers({ ...documentFields({ style }), vary }).type('text/html; charset=utf-8')
    // Brotli takes several times as long for a body that is sent once.
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
