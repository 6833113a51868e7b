// Documents: the response to a page request: a page, a redirect or an error page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPersonal } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Origin } from '../base/origin.ts'
import { isBot } from '../http/bots.ts'
import { isNegotiated, languageRedirect } from '../http/language.ts'
import { type ColdPages, wholeForm } from './cold-pages.ts'
import { isMissing, type OwnPages, renderFailed } from './own-pages.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'

type DocumentsOptions = {
  facts: () => SiteFacts
  pageCache: PageCache
  coldPages: ColdPages
  pageSender: PageSender
  ownPages: OwnPages
  /** See Origin. */
  moved: Origin['moved']
}

/** Short: the owner of the content may change it at any time. */
const movedCacheControl = 'public, max-age=60'

export function createDocuments(options: DocumentsOptions) {
  const { facts, pageCache, coldPages, pageSender, ownPages, moved } = options

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const url = request.raw.url ?? '/'
    const cacheRequest = pageCache.document(match)
    if (!pageCache.mayBeShared(cacheRequest)) return ownPages.send(request, reply, match)
    const isCold = !pageCache.isWarm(cacheRequest)
    const whole = pageCache.serve(cacheRequest, pageSender.requestOf(request))
    // Bots get the whole page, without deferred parts.
    const first =
      isCold && !isBot(request.headers['user-agent'])
        ? await coldPages.firstForm(cacheRequest.key, whole, renderFailed(request))
        : wholeForm(await whole)
    switch (first.kind) {
      case 'whole':
        return pageSender.send(request, reply, first.response)
      case 'own':
        return ownPages.send(request, reply, match)
      case 'stream':
        // The fill continues for later visitors; its failure does not affect this response.
        whole.catch((err) => request.log.warn({ err, url }, 'page not stored'))
        reply.header('cache-control', 'private, no-store')
        return ownPages.sendRendered(reply, first.rendered)
      default:
        return first satisfies never
    }
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.raw.url ?? '/'
    const { languages } = facts()
    const target = resolve(url, facts())
    if (target.kind === 'redirect')
      return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
    const match = matchOf(target)
    const other = languageRedirect(url, request, languages)
    if (isNegotiated(url, languages)) reply.header('vary', 'Cookie, Accept-Language')
    if (other) return reply.header('cache-control', 'private, no-store').redirect(other, 302)
    if (isPersonal(match)) return ownPages.send(request, reply, match)
    return sendShared(request, reply, sharedMatch(match))
  }

  /** The page of the address; where there is none, the redirect of the content. */
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply).catch((error: unknown) => {
      const to = isMissing(error) ? movedTo(request.raw.url ?? '/', moved) : undefined
      if (to === undefined) throw error
      return reply.header('cache-control', movedCacheControl).redirect(to, 308)
    })
}

/** `url` has passed the validation of requests: its query is ASCII. */
function movedTo(url: string, moved: Origin['moved']): string | undefined {
  const { pathname, search } = splitUrl(url)
  const target = moved?.(pathname)
  return target === undefined ? undefined : redirectTarget(target, search)
}
