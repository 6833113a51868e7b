// The application: its rooms, each after those it needs, then their hooks and routes in reading order.
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createAppContext } from './app-context.ts'
import { createSiteCache } from './cache/site-cache.ts'
import { createForms } from './forms/forms.ts'
import { openStores, type Stores } from './forms/stores.ts'
import { createAddressRates } from './http/address-rates.ts'
import { createClientAddress } from './http/client-address.ts'
import { installHttp } from './http/http.ts'
import { createContextOf } from './http/request-context.ts'
import { createSecurity } from './http/security.ts'
import { installBuilds } from './ops/builds.ts'
import { installHealth } from './ops/health.ts'
import { installPurge } from './ops/purge.ts'
import { createTargetsOfItem } from './origin/changed-item.ts'
import { createSiteCalls } from './origin/transport.ts'
import { createSitePages } from './pages/site-pages.ts'
import { createPictures } from './pictures/pictures.ts'
import { installFormApi } from './proxy/form-api.ts'
import { createHttpServer } from './proxy/http-server.ts'
import { installProxy } from './proxy/proxy.ts'
import { createSiteRendering } from './render/site-rendering.ts'
import { installDiscovery } from './seo/discovery.ts'

/** `stores`: those that the origin uses. Closing the app closes the origin and the stores. */
export async function createApp(options: AppOptions & { stores?: Stores }): Promise<FastifyInstance> {
  const context = createAppContext(options)
  const { config, origin, build, facts, telemetry } = context
  const { metrics } = telemetry
  const stores = options.stores ?? (await openStores(context))

  const calls = createSiteCalls(context)
  const cache = await createSiteCache(context, stores, calls.reader)
  const pictures = createPictures(context, cache.renewPicture)
  const rendering = await createSiteRendering(context, pictures)
  const { messages, translations } = rendering
  const forms = await createForms(context, stores, messages)
  const { submitForm } = forms
  const security = createSecurity(context)
  const rates = createAddressRates(context)
  const clientAddress = createClientAddress(config.trustProxy)
  const contextOf = createContextOf(context, clientAddress)
  const pages = createSitePages(context, { calls, cache, rendering, security })
  const { warmUp, renderWarnings, replyError, apiFor, sendFile } = pages
  const stopFacts = await pages.followFacts()

  const app = createHttpServer(context, { security, contextOf, replyError })
  app.addHook('onClose', async () => {
    stopFacts()
    await forms.close()
    await cache.close()
    await calls.close()
    await pictures.close()
    await origin.close()
    await stores.close()
  })
  metrics.watchOrigin(origin)
  const http = { contextOf, clientAddress, security, rates, translations, replyError }
  const httpWarnings = await installHttp(app, context, http)
  const discovery = installDiscovery(app, context, { cache, rendering, apiFor, sendFile })
  installHealth(app, context, warmUp, () => [
    ...httpWarnings(),
    ...renderWarnings(),
    ...discovery.warnings(),
    ...forms.warnings(),
  ])
  installBuilds(app, build)
  installPurge(app, context, {
    purge: pictures.purging(cache.purge),
    targetsOfItem: createTargetsOfItem(facts.sections),
    secondsForWrong: rates.wrongToken,
  })
  await installProxy(app, context, { cache, pictures })
  await installFormApi(app, context, { submitForm, messages })
  await pages.install(app, submitForm)
  return app
}
