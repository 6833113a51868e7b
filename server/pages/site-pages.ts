// Pages as configured: documents, payloads, islands, form posts and made files, over the cache and the renderer.
import type { FastifyInstance } from 'fastify'
import { defaultLocale } from '../../shared/constants.ts'
import { localeOfPath, resolve } from '../../shared/resolve.ts'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SubmitForm } from '../forms/submission-service.ts'
import { createDevelopmentErrors, installDevelopment } from '../http/development.ts'
import { createErrorReply } from '../http/errors.ts'
import type { SiteHttp } from '../http/site-http.ts'
import type { SiteCalls } from '../origin/site-calls.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { createApiSource } from './apis.ts'
import { createColdPages } from './cold-pages.ts'
import { createDocuments, createEarlyHints } from './documents.ts'
import { installFormPosts } from './form-posts.ts'
import { installIslands } from './islands.ts'
import { createSendFile } from './made-files.ts'
import { createPageCache } from './page-cache.ts'
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
  /** Called with the URL and the key of each page from the cache. */
  onHit: (url: string, key: string) => void
}

export type SitePages = ReturnType<typeof createSitePages>

export function createSitePages(context: AppContext, options: SitePagesOptions) {
  const { config, origin, sections, build, telemetry, time, mode } = context
  const { log, metrics, problems } = telemetry
  const { calls, cache, rendering, http, onHit } = options
  const { reader, transportOver } = calls
  const { renderer, settings, translations } = rendering
  const documentFields = http.security.document
  const resolveNow = (url: string) => resolve(url, sections.now())
  const apiSource = createApiSource({ origin, send: cache.send, transportOver, reader })
  const pages = createPages({
    apiSource,
    renderer,
    settings,
    sections: sections.now,
    translations,
    partTimeoutMs: time.partTimeoutMs,
  })
  const renderLimit = createRenderLimit({
    most: config.renderConcurrency,
    maxWaiting: config.renderQueue,
    metrics: metrics.renders,
    log,
  })
  const coldPages = createColdPages(renderer)
  const track = createTracked({ cache, apiSource, nextAt: origin.nextAt, log, now: time.now })
  const pageCache = createPageCache({
    // Off: nothing is stored, and every page is rendered for one visitor.
    cache: config.cachePages ? cache : { ...cache, serve: async () => undefined, mayBeShared: () => false },
    track,
    pages,
    renderer,
    coldPages,
    documentFields,
    renderLimit,
    build: build.id,
  })
  const pageSender = createPageSender({ encodings: cache.encodings, onHit })
  const documents = createDocuments({
    pages,
    renderer,
    renderLimit,
    pageCache,
    coldPages,
    pageSender,
    resolve: resolveNow,
    fields: { of: documentFields, early: createEarlyHints(build, config.earlyHints) },
    previews: { of: http.previews.of, apis: apiSource.preview },
  })
  const payloads = createPayloads({
    pages,
    renderLimit,
    pageCache,
    pageSender,
    build: build.id,
    resolve: resolveNow,
    translations,
  })
  const errorPage = mode.development
    ? createDevelopmentErrors({ build, documentFields, errorPage: documents.error })
    : documents.error
  return {
    apiFor: apiSource.ordinary,
    shareCard: pages.shareCard,
    sendFile: createSendFile({ cache, track, pageSender, build: build.id }),
    replyError: createErrorReply(errorPage),
    isMissingInPreview: documents.isMissingInPreview,
    warmUp: createWarmUp({
      api: apiSource.ordinary('zh'),
      ...{ pageCache, renderLimit, problems, log },
      resolve: resolveNow,
    }),
    /** Of a rejected search. */
    busyMessage: (url: string) =>
      isPayload(url)
        ? translations[localeOfPath(url) ?? defaultLocale].t('search.busy')
        : 'Service Unavailable',
    async install(app: FastifyInstance, submitForm: SubmitForm) {
      if (mode.development)
        installDevelopment(app, {
          kit: () => renderer.kit(translations, settings),
          faults: () => origin.problems?.() ?? [],
          documentFields,
        })
      const { formName, siteUrl } = config
      await installFormPosts(app, {
        documents,
        resolve: resolveNow,
        submitForm,
        formName,
        siteUrl,
        messages: rendering.messages,
      })
      installIslands(app, {
        ...{ renderer, pages, renderLimit, pageCache, pageSender },
        ...{ build: build.id, sections: sections.now },
      })
      app.route({
        method: ['GET', 'HEAD'],
        url: '/*',
        // The handlers set content-length for HEAD.
        exposeHeadRoute: false,
        handler: (request, reply) =>
          (isPayload(request.raw.url ?? '') ? payloads : documents.document)(request, reply),
      })
    },
  }
}
