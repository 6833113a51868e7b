// Payloads: a page as HTML in JSON, for client-side navigation.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isApiError, pageError, shownError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import { payloadSuffix, type Translation } from '../../shared/payload.ts'
import { isPersonal, readQuery } from '../../shared/query.ts'
import { matchOf, type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import { sendCompressed } from '../http/compression.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type PayloadsOptions = {
  pages: Pages
  renderLimit: RenderLimit
  pageCache: PageCache
  pageSender: PageSender
  build: string
  facts: () => SiteFacts
  translations: Record<Locale, Translation>
}

export function isPayload(url: string): boolean {
  return splitUrl(url).pathname.endsWith(payloadSuffix)
}

/** `/en/news/_payload.json?{build}&page=2`: the build's id comes first and has no value. */
export function createPayloads(options: PayloadsOptions) {
  const { pages, renderLimit, pageCache, pageSender, build, facts, translations } = options
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.raw.url ?? '/'
    const { pathname, search } = splitUrl(url)
    const [id = '', ...query] = search.slice(1).split('&')
    const path = pathname.slice(0, -payloadSuffix.length) || '/'
    const target = resolve(path + (query.length > 0 ? `?${query.join('&')}` : ''), facts())
    // Canonical URL only: a payload request is never redirected.
    const isSpelledOut = target.kind !== 'redirect' && !pathname.startsWith('//')
    const match = isSpelledOut ? matchOf(target) : undefined
    if (!match) throw pageError(404, `Page not found: ${url}`)
    if (id !== build) throw pageError(409, 'Another build')
    const own = async () => {
      const body = await renderLimit.run('own', () => pages.payload(match, { log: request.log }))
      reply.header('cache-control', 'private, no-store').type('application/json; charset=utf-8')
      return sendCompressed(reply, body)
    }
    const shared = async () => {
      const cacheRequest = pageCache.payload(sharedMatch(match))
      const response = await pageCache.serve(cacheRequest, pageSender.requestOf(request))
      return response ? pageSender.send(request, reply, response) : own()
    }
    return (isPersonal(match) ? own() : shared()).catch((error: unknown) => {
      throw withMessage(error, match, translations[match.locale])
    })
  }
}

/** A failure of the origin has the message that the visitor sees in a toast: the origin's own, or the default text. */
function withMessage(error: unknown, match: RouteMatch, { t }: Translation): unknown {
  if (!isApiError(error) || error.kind === 'missing') return error
  const { statusCode } = shownError(error, '')
  if (statusCode === 503 && readQuery(match).keywords) return pageError(503, t('search.busy'))
  const text = t(error.kind === 'refused' ? 'error.system' : 'error.transport')
  // Without a body the message is one for the log.
  const own = error.body === undefined ? '' : error.message
  return Object.assign(pageError(statusCode, own || text), { cause: error })
}
