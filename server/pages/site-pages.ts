// Pages: documents, payloads, islands, form posts, error pages and made files, over the cache and the renderer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { defaultForm } from '../../shared/form.ts'
import { islandFolder } from '../../shared/island.ts'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SubmitForm } from '../forms/forms.ts'
import { createDevelopmentErrors, installDevelopment } from '../http/development.ts'
import { createErrorReply } from '../http/errors.ts'
import type { Security } from '../http/security.ts'
import type { SiteCalls } from '../origin/transport.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { createApiSource } from './apis.ts'
import { createColdPages } from './cold-pages.ts'
import { createDocuments } from './documents.ts'
import { createErrorPages } from './error-pages.ts'
import { installFormPosts } from './form-posts.ts'
import { createSendFile } from './made-files.ts'
import { createMakePage, createPageCache } from './page-cache.ts'
import { createPageSender } from './page-response.ts'
import { createPages } from './pages.ts'
import { createPayloads } from './payloads.ts'
import { createRenderLimit } from './render-limit.ts'
import { createTracked } from './tracked.ts'
import { createWarmUp } from './warm-up.ts'

type SitePagesOptions = {
  calls: SiteCalls
  cache: SiteCache
  rendering: SiteRendering
  security: Security
}

export function createSitePages(
  context: AppContext,
  { calls, cache, rendering, security }: SitePagesOptions,
) {
  const { config, origin, telemetry, mode, time } = context
  const { log, problems, metrics } = telemetry
  const { renderer, settings, translations, messages } = rendering
  const build = context.build.id
  const { languages, now: facts } = context.facts
  const documentFields = security.document

  const apiSource = createApiSource({ ...calls, origin, send: cache.send })
  const pages = createPages({
    apiSource,
    renderer,
    settings,
    form: () => origin.form?.(),
    facts: context.facts,
    translations,
    partTimeoutMs: time.partTimeoutMs,
  })
  const renderLimit = createRenderLimit({
    most: config.renderConcurrency,
    deadlineMs: time.renderSlotMs,
    monotonic: time.monotonic,
    metrics: metrics.renders,
    log,
  })
  const coldPages = createColdPages()
  const track = createTracked({ send: cache.send, apiSource, nextAt: origin.nextAt, log, now: time.now })
  const pageCache = createPageCache({
    // Off: nothing is stored, and every page is rendered for one visitor.
    cache: config.cachePages ? cache : { ...cache, serve: async () => undefined, mayBeShared: () => false },
    make: createMakePage({ track, documentFields }),
    pages,
    renderer,
    coldPages,
    renderLimit,
    facts: context.facts,
    build,
  })
  const pageSender = createPageSender(cache.encodings)

  const shared = { pages, renderer, renderLimit, pageCache, pageSender, documentFields, facts }
  const documents = createDocuments({ ...shared, coldPages, moved: origin.moved })
  const payloads = createPayloads({ ...shared, build, translations })
  const errorPages = createErrorPages({ ...shared, documents })
  const errorPage = mode.development
    ? createDevelopmentErrors({ build: context.build, documentFields, errorPage: errorPages })
    : errorPages
  const firstApi = () => apiSource.ordinary(languages()[0])

  return {
    apiFor: apiSource.ordinary,
    sendFile: createSendFile({ cache, track, pageSender, edition: pageCache.edition }),
    replyError: createErrorReply({ errorPage, isProtected: config.previewPassword !== '' }),
    renderWarnings: renderLimit.warnings,
    warmUp: createWarmUp({ api: firstApi, facts, pageCache, renderLimit, problems, log }),

    /**
     * Follows the facts of the site where its content is our own: read at the start, and again when it changes. Those of an
     * upstream are learned from each site configuration that a page reads. Where it cannot be read, the last good facts count.
     * Resolves with what ends it.
     */
    async followFacts() {
      if (!origin.read) return () => {}
      const follow = () =>
        firstApi()
          .siteConfig({})
          .catch((err: unknown) =>
            log.info({ err }, 'languages and time zone of the site not read: the last ones count'),
          )
      await follow()
      return origin.onChange(() => void follow())
    },

    async install(app: FastifyInstance, submitForm: SubmitForm) {
      if (mode.development)
        installDevelopment(app, {
          kit: () => renderer.kit(translations, settings),
          faults: () => origin.problems?.() ?? [],
          documentFields,
        })
      const { formName, siteUrl } = config
      const form = () => origin.form?.() ?? defaultForm
      await installFormPosts(app, { documents, submitForm, formName, form, siteUrl, messages })
      // The handlers set content-length for HEAD.
      const read = { method: ['GET', 'HEAD'], exposeHeadRoute: false }
      app.route({ ...read, url: `${islandFolder}*`, handler: payloads.sendIsland })
      app.route({
        ...read,
        url: '/*',
        handler: (request: FastifyRequest, reply: FastifyReply) =>
          request.site.isPayload ? payloads.sendPayload(request, reply) : documents.send(request, reply),
      })
    },
  }
}
