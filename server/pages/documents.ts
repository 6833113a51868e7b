// Documents: the response to a page request: a page, a redirect or an error page.
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormState } from '../../shared/form.ts'
import type { UrlParts } from '../../shared/parse-url.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { isPersonal } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, type RouteMatch } from '../../shared/resolve.ts'
import type { ContentSource } from '../base/origin.ts'
import { sendCompressed } from '../http/compression.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Rendered, Renderer } from '../render/render.tsx'
import { type ColdPages, createPageTee } from './cold-pages.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'
import { isMissing, type Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type DocumentsOptions = {
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  pageCache: PageCache
  coldPages: ColdPages
  pageSender: PageSender
  documentFields: DocumentFields
  /** See Origin. */
  moved: ContentSource['moved']
}

export type Documents = ReturnType<typeof createDocuments>

/** Short: the owner of the content may change it at any time. */
const movedCacheControl = 'public, max-age=60'

export function createDocuments(options: DocumentsOptions) {
  const { pages, renderer, renderLimit, pageCache, coldPages, pageSender, documentFields, moved } = options

  const sendRendered = (reply: FastifyReply, { body, style }: Rendered) => {
    reply.headers(documentFields({ style }))
    return sendCompressed(reply.type('text/html; charset=utf-8'), body)
  }

  /** `onRendered`: called before a slow visitor has read all of it. */
  const sendState = async (reply: FastifyReply, state: DocumentState, onRendered = () => {}) => {
    const { body, style } = await renderer.document(state)
    if (Buffer.isBuffer(body)) {
      onRendered()
      return sendRendered(reply, { body, style })
    }
    const tee = createPageTee(body)
    tee.done.catch(() => {}).finally(onRendered)
    return sendRendered(reply, { body: tee.subscribe(), style })
  }

  /** A page for one visitor. */
  const sendUncached = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    reply.header('cache-control', 'private, no-store')
    const onRendered = await renderLimit.acquireUntilClosed('uncached', reply.raw)
    return sendState(reply, await pages.pageState(match, { log: request.log }), onRendered)
  }

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const cacheRequest = pageCache.document(match)
    if (!pageCache.mayBeShared(cacheRequest)) return sendUncached(request, reply, match)
    // The same bytes: a bot has them when they are complete, with the fields of the stored page.
    const waits = pageCache.isWarm(cacheRequest) || request.site.isBot
    const whole = pageCache.serve(cacheRequest, pageSender.requestOf(request))
    const first = await (waits ? whole : coldPages.first(cacheRequest.key, whole))
    if (!first) return sendUncached(request, reply, match)
    if (!('subscribe' in first)) return pageSender.send(request, reply, first)
    // The page is stored for later visitors; its failure ends this response.
    whole.catch((err) => request.log.warn({ err, url: request.url }, 'page not stored'))
    reply.header('cache-control', 'private, no-store')
    return sendRendered(reply, { body: first.subscribe(), style: first.style })
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const { target } = request.site
    if (target.kind === 'redirect')
      return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
    const match = matchOf(target)
    if (isPersonal(match)) return sendUncached(request, reply, match)
    return sendShared(request, reply, sharedMatch(match))
  }

  return {
    sendState,
    /** The page of the address; where there is none, the redirect of the content. */
    send: (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(request, reply).catch((error: unknown) => {
        const to = isMissing(error) ? movedTo(request.site, moved) : undefined
        if (to === undefined) throw error
        return reply.header('cache-control', movedCacheControl).redirect(to, 308)
      }),
    /** The contact page after a rejected submission, with the submitted values. */
    sendForm: async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) =>
      sendState(reply.header('cache-control', 'no-store'), {
        ...(await pages.pageState(match, { log: request.log })),
        form,
      }),
  }
}

/** The request has passed validation: its query is ASCII. */
function movedTo({ pathname, search }: UrlParts, moved: ContentSource['moved']): string | undefined {
  const target = moved?.(pathname)
  return target === undefined ? undefined : redirectTarget(target, search)
}
