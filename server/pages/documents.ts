// Documents: the response to a page request: a page, a redirect or an error page.
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { locales } from '../../shared/constants.ts'
import { type ShownError, shownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState, FailedSearch } from '../../shared/payload.ts'
import type { Preview } from '../../shared/preview.ts'
import { isPersonal, readQuery } from '../../shared/query.ts'
import { redirectTarget } from '../../shared/redirects.ts'
import { matchOf, pathOf, type RouteMatch, resolve, splitUrl } from '../../shared/resolve.ts'
import type { SiteFacts } from '../../shared/site-facts.ts'
import type { Build } from '../base/build.ts'
import type { Origin } from '../base/origin.ts'
import { isBot } from '../http/bots.ts'
import { sendCompressed } from '../http/compression.ts'
import { isNegotiated, languageRedirect } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Rendered, RenderedPage, Renderer } from '../render/render.tsx'
import type { Apis } from './apis.ts'
import { type ColdPages, wholeForm } from './cold-pages.ts'
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
  /** `of`: undefined for the public page. `apis` find drafts as well. */
  previews: { of: (request: FastifyRequest) => Preview | undefined; apis: Apis }
}
const unavailable = 503
/** Short: the owner of the content may change it at any time. */
const movedCacheControl = 'public, max-age=60'
const overloadPageMs = 10_000

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(options: DocumentsOptions) {
  const { facts, pages, renderer, renderLimit, pageCache, coldPages } = options
  const { pageSender, fields, moved, previews } = options
  const overloadPages = new LRUCache<Locale, Promise<RenderedPage>>({
    max: locales.length,
    ttl: overloadPageMs,
  })

  /** For this visitor alone; streamed if deferred parts are pending, unless `whole`. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    loaded: DocumentState,
    whole = isBot(request.headers['user-agent']),
  ) => {
    const onError = renderFailed(request)
    const preview = previews.of(request)
    const state = preview ? { ...loaded, preview } : loaded
    const isStreamed = !whole && (await renderer.hasDeferred(state))
    return sendRendered(
      reply,
      await (isStreamed ? renderer.stream(state, onError) : renderer.whole(state)),
      preview !== undefined,
    )
  }

  const sendRendered = (reply: FastifyReply, rendered: Rendered, isPreview = false) => {
    const { body: _, ...inline } = rendered
    reply.headers(fields.of({ ...inline, isPreview }))
    return sendCompressed(reply.type('text/html; charset=utf-8'), rendered.body)
  }

  const sendOwn = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    reply.header('cache-control', 'private, no-store')
    await renderLimit.acquireUntilClosed('own', reply.raw)
    return send(request, reply, await pages.pageState(match, { log: request.log }))
  }

  /** The header fields of a preview are set in http/previews.ts. */
  const sendInPreview = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    await renderLimit.acquireUntilClosed('own', reply.raw)
    return send(request, reply, await pages.pageState(match, { log: request.log, apis: previews.apis }), true)
  }

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const url = request.raw.url ?? '/'
    const cacheRequest = pageCache.document(match)
    if (!pageCache.mayBeShared(cacheRequest)) return sendOwn(request, reply, match)
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
        return sendOwn(request, reply, match)
      case 'stream':
        // The fill continues for later visitors; its failure does not affect this response.
        whole.catch((err) => request.log.warn({ err, url }, 'page not stored'))
        reply.header('cache-control', 'private, no-store')
        return sendRendered(reply, first.rendered)
      default:
        return first satisfies never
    }
  }

  /** `url` has passed the validation of requests: its query is ASCII. */
  const movedTo = (url: string): string | undefined => {
    const { pathname, search } = splitUrl(url)
    const target = moved?.(pathname)
    return target === undefined ? undefined : redirectTarget(target, search)
  }

  const sendPage = async (request: FastifyRequest, reply: FastifyReply) => {
    const url = request.raw.url ?? '/'
    const { languages } = facts()
    const target = resolve(url, facts())
    if (target.kind === 'redirect')
      return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
    const match = matchOf(target)
    if (previews.of(request)) return sendInPreview(request, reply, match)
    const other = languageRedirect(url, request, languages)
    if (isNegotiated(url, languages)) reply.header('vary', 'Cookie, Accept-Language')
    if (other) return reply.header('cache-control', 'private, no-store').redirect(other, 302)
    if (isPersonal(match)) return sendOwn(request, reply, match)
    return sendShared(request, reply, sharedMatch(match))
  }

  return {
    /** The page of the address; where there is none, the redirect of the content. */
    document: (request: FastifyRequest, reply: FastifyReply) =>
      sendPage(request, reply).catch((error: unknown) => {
        const url = request.raw.url ?? '/'
        const to = shownError(error, url).statusCode === 404 ? movedTo(url) : undefined
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
      return send(request, reply, await pages.formState(match, request.log, form))
    },

    /** Error pages have no deferred parts. */
    async error(request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) {
      const search = failedSearch(request.raw.url ?? '/', facts())
      const state = () => pages.errorState({ ...shown, ...(search && { search }) }, locale, request.log)
      if (shown.statusCode !== unavailable || search) return send(request, reply, await state(), true)
      // Rendered once for all visitors: the server is overloaded.
      const rendering = overloadPages.get(locale) ?? state().then(renderer.whole)
      overloadPages.set(locale, rendering)
      rendering.catch(() => overloadPages.delete(locale))
      return sendRendered(reply, await rendering)
    },
  }
}

function failedSearch(url: string, facts: SiteFacts): FailedSearch | undefined {
  const target = resolve(url, facts)
  if (target.kind !== 'page') return undefined
  const { keywords } = readQuery(target)
  return keywords === '' ? undefined : { action: pathOf(target, target), keywords }
}

function renderFailed({ log, raw }: FastifyRequest) {
  return (err: unknown) => log.error({ err, url: raw.url }, 'render failed')
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
