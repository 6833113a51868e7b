// Documents: the response to a page request: a page, a redirect or an error page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { UrlParts } from '../../shared/parse-url.ts'
import { isPersonal } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, type RouteMatch } from '../../shared/resolve.ts'
import type { Origin } from '../base/origin.ts'
import { type ColdPages, wholeForm } from './cold-pages.ts'
import { isMissing, type OwnPages, renderFailed } from './own-pages.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'

type DocumentsOptions = {
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
  const { pageCache, coldPages, pageSender, ownPages, moved } = options

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const cacheRequest = pageCache.document(match)
    if (!pageCache.mayBeShared(cacheRequest)) return ownPages.send(request, reply, match)
    const isCold = !pageCache.isWarm(cacheRequest)
    const whole = pageCache.serve(cacheRequest, pageSender.requestOf(request, cacheRequest))
    // Bots get the whole page, without deferred parts.
    const first =
      isCold && !request.site.isBot
        ? await coldPages.firstForm(cacheRequest.key, whole, renderFailed(request))
        : wholeForm(await whole)
    switch (first.kind) {
      case 'whole':
        return pageSender.send(request, reply, first.response)
      case 'own':
        return ownPages.send(request, reply, match)
      case 'stream':
        // The fill continues for later visitors; its failure does not affect this response.
        whole.catch((err) => request.log.warn({ err, url: request.url }, 'page not stored'))
        reply.header('cache-control', 'private, no-store')
        return ownPages.sendRendered(reply, first.rendered)
      default:
        return first satisfies never
    }
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { target } = request.site
    if (target.kind === 'redirect')
      return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
    const match = matchOf(target)
    if (isPersonal(match)) return ownPages.send(request, reply, match)
    return sendShared(request, reply, sharedMatch(match))
  }

  /** The page of the address; where there is none, the redirect of the content. */
  return (request: FastifyRequest, reply: FastifyReply) =>
    sendPage(request, reply).catch((error: unknown) => {
      const to = isMissing(error) ? movedTo(request.site, moved) : undefined
      if (to === undefined) throw error
      return reply.header('cache-control', movedCacheControl).redirect(to, 308)
    })
}

/** The request has passed validation: its query is ASCII. */
function movedTo({ pathname, search }: UrlParts, moved: Origin['moved']): string | undefined {
  const target = moved?.(pathname)
  return target === undefined ? undefined : redirectTarget(target, search)
}
