// Documents: the response to a page request: a page, a redirect or an error page.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { shownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import { isPersonal } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Build } from '../base/build.ts'
import type { Origin } from '../base/origin.ts'
import { isBot } from '../http/bots.ts'
import { isNegotiated, languageRedirect } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Renderer } from '../render/render.tsx'
import { type ColdPages, wholeForm } from './cold-pages.ts'
import { createErrorPages } from './error-pages.ts'
import { createOwnPages, type DocumentPreviews, renderFailed } from './own-pages.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { PageSender } from './page-response.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type DocumentsOptions = {
  facts: () => SiteFacts
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  pageCache: PageCache
  coldPages: ColdPages
  pageSender: PageSender
  fields: { of: DocumentFields; early: EarlyHints }
  /** See Origin. */
  moved: Origin['moved']
  previews: DocumentPreviews
}
/** Short: the owner of the content may change it at any time. */
const movedCacheControl = 'public, max-age=60'

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(options: DocumentsOptions) {
  const { facts, pages, renderer, renderLimit, pageCache, coldPages } = options
  const { pageSender, fields, moved, previews } = options
  const ownPages = createOwnPages({ pages, renderer, renderLimit, fieldsOf: fields.of, previews })

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const url = request.raw.url ?? '/'
    const cacheRequest = pageCache.document(match)
    if (!pageCache.mayBeShared(cacheRequest)) return ownPages.send(request, reply, match)
    const isCold = !pageCache.isWarm(cacheRequest)
    if (isCold) fields.early(request, reply)
    const whole = pageCache.serve(cacheRequest, pageSender.requestOf(request, cacheRequest))
    // Bots get the whole page, without deferred parts.
    const first =
      isCold && !isBot(request.headers['user-agent'])
        ? await coldPages.firstForm(cacheRequest.key, whole, renderFailed(request))
        : wholeForm(await whole)
    switch (first.kind) {
      case 'whole':
        return pageSender.send(request, reply, first.response, cacheRequest)
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
    if (previews.of(request)) return ownPages.sendPreview(request, reply, match)
    const other = languageRedirect(url, request, languages)
    if (isNegotiated(url, languages)) reply.header('vary', 'Cookie, Accept-Language')
    if (other) return reply.header('cache-control', 'private, no-store').redirect(other, 302)
    if (isPersonal(match)) return ownPages.send(request, reply, match)
    return sendShared(request, reply, sharedMatch(match))
  }

  return {
    error: createErrorPages({ pages, renderer, ownPages, facts }),

    /** The page of the address; where there is none, the redirect of the content. */
    document: (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(request, reply).catch((error: unknown) => {
        const url = request.raw.url ?? '/'
        const to = shownError(error, url).statusCode === 404 ? movedTo(url, moved) : undefined
        if (to === undefined) throw error
        return reply.header('cache-control', movedCacheControl).redirect(to, 308)
      }),

    /** Whether a preview of the page would be 404; false where that cannot be found out. */
    async isMissingInPreview(url: string, log: FastifyBaseLogger): Promise<boolean> {
      try {
        await pages.pageState(matchOf(resolve(url, facts())), { log, apis: previews.apis })
        return false
      } catch (error) {
        return shownError(error, url).statusCode === 404
      }
    },

    /** The contact page after a rejected submission, with the submitted values. */
    async form(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      reply.header('cache-control', 'no-store')
      return ownPages.sendState(request, reply, await pages.formState(match, request.log, form))
    },
  }
}

/** `url` has passed the validation of requests: its query is ASCII. */
function movedTo(url: string, moved: Origin['moved']): string | undefined {
  const { pathname, search } = splitUrl(url)
  const target = moved?.(pathname)
  return target === undefined ? undefined : redirectTarget(target, search)
}

type EarlyHints = (request: FastifyRequest, reply: FastifyReply) => void

export function createEarlyHints({ styles }: Build, isOn: boolean): EarlyHints {
  const link = styles.map((href) => `<${href}>; rel=preload; as=style`)
  return ({ headers, raw }, reply) => {
    // Only for navigations of browsers: other clients may not support a 103 response.
    if (!isOn || headers['sec-fetch-mode'] !== 'navigate' || raw.httpVersion === '1.0') return
    reply.raw.writeEarlyHints({ link })
  }
}
