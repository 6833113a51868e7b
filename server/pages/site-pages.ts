// Pages as configured: documents, payloads, islands, form posts and made files, over the cache and the renderer.
import type { FastifyInstance } from 'fastify'
import { defaultForm } from '../../shared/form.ts'
import { localeOfPath } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SubmitForm } from '../forms/submission-service.ts'
import { createDevelopmentErrors, installDevelopment } from '../http/development.ts'
import { createErrorReply } from '../http/errors.ts'
import type { SiteHttp } from '../http/site-http.ts'
import type { SiteCalls } from '../origin/site-calls.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { createApiSource } from './apis.ts'
import { createColdPages } from './cold-pages.ts'
import { createDocuments } from './documents.ts'
import { createErrorPages } from './error-pages.ts'
import { installFormPosts } from './form-posts.ts'
import { installIslands } from './islands.ts'
import { createSendFile } from './made-files.ts'
import { createOwnPages } from './own-pages.ts'
import { createMakePage, createPageCache } from './page-cache.ts'
import { createPageSender } from './page-response.ts'
import { createPages } from './pages.ts'
import { createPayloads, isPayload } from './payloads.ts'
import { createRenderLimit } from './render-limit.ts'
import { createTracked } from './tracked.ts'
import { createWarmUp } from './warm-up.ts'

type SitePagesOptions = {
  calls: SiteCalls
  cache: SiteCache
  rendering: SiteRendering
  http: SiteHttp
}

export function createSitePages(context: AppContext, options: SitePagesOptions) {
  const { config, origin, build, telemetry, mode, facts } = context
  const { languages } = facts
  const { log, problems } = telemetry
  const { cache, rendering, http } = options
  const { renderer, translations } = rendering
  const documentFields = http.security.document
  const parts = createParts(context, options)
  const { apiSource, pages, renderLimit, pageCache, coldPages, pageSender } = parts
  const ownPages = createOwnPages({ pages, renderer, renderLimit, fieldsOf: documentFields })
  const sendDocument = createDocuments({
    facts: facts.now,
    pageCache,
    coldPages,
    pageSender,
    ownPages,
    moved: origin.moved,
  })
  const ownErrorPage = createErrorPages({ pages, renderer, ownPages, facts: facts.now })
  const firstApi = () => apiSource.ordinary(languages()[0])
  const errorPage = mode.development
    ? createDevelopmentErrors({ build, documentFields, errorPage: ownErrorPage })
    : ownErrorPage
  return {
    apiFor: apiSource.ordinary,
    sendFile: createSendFile({ cache, track: parts.track, pageSender, edition: pageCache.edition }),
    replyError: createErrorReply({ errorPage, languages, isProtected: config.previewPassword !== '' }),
    renderWarnings: renderLimit.warnings,
    warmUp: createWarmUp({ api: firstApi, facts: facts.now, pageCache, renderLimit, problems, log }),
    /** Resolves with what ends it. */
    followFacts: () => followFacts(context, async () => void (await firstApi().siteConfig({}))),
    /** The message of a rejected search. */
    busyMessage: (url: string) =>
      isPayload(url)
        ? translations[localeOfPath(url, languages()) ?? languages()[0]].t('search.busy')
        : 'Service Unavailable',
    async install(app: FastifyInstance, submitForm: SubmitForm) {
      if (mode.development) installDevelopmentPages(app, context, options)
      const { formName, siteUrl } = config
      const { messages } = rendering
      const form = () => origin.form?.() ?? defaultForm
      const posts = { ownPages, submitForm, formName, form, siteUrl, messages }
      await installFormPosts(app, { ...posts, facts: facts.now })
      installRoutes(app, { ...parts, sendDocument, rendering, facts, build: build.id })
    },
  }
}

/**
 * Follows the facts of the site where its content is our own: read at the start, and again when it changes. Those of an
 * upstream are learned from each site configuration that a page reads. Where `read` fails, the last good facts count.
 */
async function followFacts({ origin, telemetry: { log } }: AppContext, read: () => Promise<void>) {
  if (!origin.read) return () => {}
  const follow = () =>
    read().catch((err: unknown) =>
      log.info({ err }, 'languages and time zone of the site not read: the last ones count'),
    )
  await follow()
  return origin.onChange(() => void follow())
}

type Parts = ReturnType<typeof createParts>

function createParts(context: AppContext, { calls, cache, rendering, http }: SitePagesOptions) {
  const { config, origin, build, telemetry, time, facts } = context
  const { log, metrics } = telemetry
  const { reader, transportOver } = calls
  const { renderer, settings, translations } = rendering
  const { partTimeoutMs, now } = time
  const apiSource = createApiSource({ origin, send: cache.send, transportOver, reader })
  const form = () => origin.form?.()
  const pages = createPages({ apiSource, renderer, settings, form, facts, translations, partTimeoutMs })
  const renderLimit = createRenderLimit({
    most: config.renderConcurrency,
    deadlineMs: time.renderSlotMs,
    monotonic: time.monotonic,
    metrics: metrics.renders,
    log,
  })
  const coldPages = createColdPages(renderer)
  const track = createTracked({ send: cache.send, apiSource, nextAt: origin.nextAt, log, now })
  const pageCache = createPageCache({
    // Off: nothing is stored, and every page is rendered for one visitor.
    cache: config.cachePages ? cache : { ...cache, serve: async () => undefined, mayBeShared: () => false },
    make: createMakePage({ track, coldPages, documentFields: http.security.document }),
    pages,
    renderer,
    coldPages,
    renderLimit,
    facts,
    build: build.id,
  })
  const pageSender = createPageSender({ encodings: cache.encodings, languages: facts.languages })
  return { apiSource, pages, renderLimit, coldPages, track, pageCache, pageSender }
}

function installDevelopmentPages(
  app: FastifyInstance,
  { origin }: AppContext,
  { rendering, http }: SitePagesOptions,
) {
  const { renderer, translations, settings } = rendering
  installDevelopment(app, {
    kit: () => renderer.kit(translations, settings),
    faults: () => origin.problems?.() ?? [],
    documentFields: http.security.document,
  })
}

type RouteOptions = Pick<Parts, 'pages' | 'renderLimit' | 'pageCache' | 'pageSender'> & {
  sendDocument: ReturnType<typeof createDocuments>
  rendering: SiteRendering
  facts: KeptFacts
  build: string
}

function installRoutes(app: FastifyInstance, options: RouteOptions) {
  const { pages, renderLimit, pageCache, pageSender, sendDocument, rendering, facts, build } = options
  const { renderer, translations } = rendering
  const payloads = createPayloads({
    pages,
    renderLimit,
    pageCache,
    pageSender,
    build,
    facts: facts.now,
    translations,
  })
  const { sections } = facts
  installIslands(app, { renderer, pages, renderLimit, pageCache, pageSender, build, sections })
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // The handlers set content-length for HEAD.
    exposeHeadRoute: false,
    handler: (request, reply) => (isPayload(request.raw.url ?? '') ? payloads : sendDocument)(request, reply),
  })
}
