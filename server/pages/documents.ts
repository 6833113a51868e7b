// Documents: a URL becomes a page, a redirect or an error.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { locales } from '../../shared/constants.ts'
import type { ShownError } from '../../shared/errors.ts'
import type { FormState } from '../../shared/form.ts'
import type { Locale } from '../../shared/locale.ts'
import type { DocumentState } from '../../shared/payload.ts'
import { isPersonal } from '../../shared/query.ts'
import { matchOf, type RouteMatch, resolve } from '../../shared/resolve.ts'
import type { Build } from '../base/build.ts'
import { isBot } from '../http/bots.ts'
import { sendCompressed } from '../http/compression.ts'
import { isNegotiated, languageRedirect } from '../http/language.ts'
import type { DocumentFields } from '../http/security.ts'
import type { Rendered, Renderer } from '../render/render.tsx'
import { type ColdPages, wholeForm } from './cold-pages.ts'
import { type PageCache, sharedMatch } from './page-cache.ts'
import type { SendMade } from './page-response.ts'
import type { Pages } from './pages.ts'
import type { RenderLimit } from './render-limit.ts'

type Options = {
  pages: Pages
  renderer: Renderer
  renderLimit: RenderLimit
  pageCache: PageCache
  coldPages: ColdPages
  earlyHints: EarlyHints
  sendMade: SendMade
  documentFields: DocumentFields
}
const unavailable = 503
const refusalMs = 10_000

export type Documents = ReturnType<typeof createDocuments>

export function createDocuments(options: Options) {
  const { pages, renderer, renderLimit, pageCache, coldPages, earlyHints, sendMade, documentFields } = options
  const refusals = new LRUCache<Locale, Promise<Buffer>>({ max: locales.length, ttl: refusalMs })

  /** For this visitor alone; streams unless told that the page has nothing to wait for. */
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    state: DocumentState,
    whole = isBot(request.headers['user-agent']),
  ) => {
    const onError = renderFailed(request)
    const isStreamed = !whole && (await renderer.hasDeferred(state))
    return answer(
      reply,
      isStreamed ? await renderer.stream(state, onError) : { body: await renderer.whole(state, onError) },
    )
  }

  const answer = (reply: FastifyReply, rendered: Rendered) => {
    const nonce = 'nonce' in rendered ? rendered.nonce : undefined
    reply.headers(documentFields(nonce))
    return sendCompressed(reply.type('text/html; charset=utf-8'), rendered.body)
  }

  const sendOwn = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    reply.header('cache-control', 'private, no-store')
    await renderLimit.enterUntilClosed('own', reply.raw)
    return send(request, reply, await pages.pageState(match, { log: request.log }))
  }

  const sendShared = async (request: FastifyRequest, reply: FastifyReply, match: RouteMatch) => {
    const url = request.raw.url ?? '/'
    const asked = pageCache.document(match)
    if (!pageCache.mayBeShared(asked)) return sendOwn(request, reply, match)
    const isCold = !pageCache.isWarm(asked)
    if (isCold) earlyHints(request, reply)
    const whole = pageCache.serve(asked, sendMade.requestOf(request, asked))
    // A bot gets the whole page, however long that takes.
    const first =
      isCold && !isBot(request.headers['user-agent'])
        ? await coldPages.firstForm(asked.key, whole, renderFailed(request))
        : wholeForm(await whole)
    switch (first.kind) {
      case 'whole':
        return sendMade.answer(request, reply, first.response, asked)
      case 'own':
        return sendOwn(request, reply, match)
      case 'stream':
        // The page is still made for later visitors; its failure is not this visitor's.
        whole.catch((err) => request.log.warn({ err, url }, 'page not stored'))
        reply.header('cache-control', 'private, no-store')
        return answer(reply, first.rendered)
      default:
        return first satisfies never
    }
  }

  return {
    async document(request: FastifyRequest, reply: FastifyReply) {
      const url = request.raw.url ?? '/'
      const target = resolve(url)
      if (target.kind === 'redirect')
        return reply.header('cache-control', 'public, max-age=3600').redirect(target.to, 308)
      const match = matchOf(target)
      const other = languageRedirect(url, request)
      if (isNegotiated(url)) reply.header('vary', 'Cookie, Accept-Language')
      if (other) return reply.header('cache-control', 'private, no-store').redirect(other, 302)
      if (isPersonal(match)) return sendOwn(request, reply, match)
      return sendShared(request, reply, sharedMatch(match))
    },

    /** The page of a form that was not taken, with what was typed. */
    async form(request: FastifyRequest, reply: FastifyReply, match: RouteMatch, form: FormState) {
      reply.header('cache-control', 'no-store')
      return send(request, reply, await pages.formState(match, request.log, form))
    },

    /** An error page is small and has nothing to wait for. */
    async error(request: FastifyRequest, reply: FastifyReply, shown: ShownError, locale: Locale) {
      const state = () => pages.errorState(shown, locale, request.log)
      if (shown.statusCode !== unavailable) return send(request, reply, await state(), true)
      // Made once for all who are told to come back: there is too much to do as it is.
      const making =
        refusals.get(locale) ?? state().then((made) => renderer.whole(made, renderFailed(request)))
      refusals.set(locale, making)
      making.catch(() => refusals.delete(locale))
      return answer(reply, { body: await making })
    },
  }
}

function renderFailed({ log, raw }: FastifyRequest) {
  return (err: unknown) => log.error({ err, url: raw.url }, 'render failed')
}

type EarlyHints = (request: FastifyRequest, reply: FastifyReply) => void

export function createEarlyHints({ styles }: Build, isOn: boolean): EarlyHints {
  const link = styles.map((href) => `<${href}>; rel=preload; as=style`)
  return ({ headers, raw }, reply) => {
    // Only browsers that load a page say so; others may not know what to do with a second answer.
    if (!isOn || headers['sec-fetch-mode'] !== 'navigate' || raw.httpVersion === '1.0') return
    reply.raw.writeEarlyHints({ link })
  }
}
