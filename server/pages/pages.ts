// Pages: documents, payloads, islands, feeds, form posts and error pages, over the cache and the renderer.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { islandFolder } from '../../shared/island.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { Cache } from '../cache/cache.ts'
import type { SubmitForm } from '../forms/forms.ts'
import { installDevelopment, sendStack } from '../http/development.ts'
import type { ErrorPage } from '../http/errors.ts'
import { createDocumentFields } from '../http/security.ts'
import type { Rendering } from '../render/render.tsx'
import { discoveryCaching, discoveryLifetime, type SendFile } from '../seo/send-discovery.ts'
import type { CallReader } from '../upstream/call-reader.ts'
import { createDocuments } from './documents.ts'
import { createErrorPages } from './error-pages.ts'
import { installFormPosts } from './form-posts.ts'
import { createApis } from './page-calls.ts'
import { createPageStates } from './page-state.ts'
import { createPageStore } from './page-store.ts'
import { createPayloads } from './payloads.ts'
import { createWarmUp } from './warm-up.ts'

export function createPages(context: AppContext, reader: CallReader, cache: Cache, rendering: Rendering) {
  const { source, mode, build, siteSettings, telemetry } = context

  const apisWith = createApis(context, reader, cache.send)
  const apis = apisWith()
  const store = createPageStore(context, cache, apisWith)
  const documentFields = createDocumentFields(context)
  const states = createPageStates(context, rendering)
  const parts = { store, states, rendering, documentFields }
  const documents = createDocuments(context, parts)
  const payloads = createPayloads(context, parts)
  const errorPages = createErrorPages(parts, documents)
  const errorPage: ErrorPage = (request, reply, shown, error) =>
    mode.development && shown.statusCode >= 500
      ? sendStack(reply, error, build, documentFields)
      : errorPages(request, reply, shown, request.site.locale)

  const sendFile: SendFile = (request, reply, { path, locale, fields, render }) =>
    store.send(request, reply, {
      format: 'feed',
      address: path,
      path,
      locale,
      lifetime: discoveryLifetime,
      render: async (source) => ({
        body: Buffer.from(await render(source.apis(locale))),
        fields: { ...discoveryCaching(false), ...fields },
      }),
    })

  return {
    /** `onStale`: called for each stale response. */
    apiFor: (locale: Locale, onStale = () => {}) =>
      apisWith({ onUse: ({ isStale }) => isStale && onStale() })(locale),
    sendFile,
    errorPage,
    warmUp: createWarmUp(context, parts, apis, documents),

    /**
     * Follows the settings of the site where its content is our own: read at the start, and again when it changes. Those of an
     * upstream are updated from each site configuration that a page reads. Where it cannot be read, the last good settings count.
     * Resolves with what ends it.
     */
    async followSiteSettings() {
      if (source.kind === 'upstream') return () => {}
      const follow = () =>
        apis(siteSettings.languages()[0])
          .siteConfig({})
          .catch((err) =>
            telemetry.log.info({ err }, 'languages and time zone of the site not read: the last ones count'),
          )
      await follow()
      return source.onChange(() => void follow())
    },

    async install(app: FastifyInstance, submitForm: SubmitForm) {
      if (mode.development) installDevelopment(app, rendering.renderer.kit, documentFields)
      await installFormPosts(app, context, documents, submitForm)
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
