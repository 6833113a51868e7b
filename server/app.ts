// The application: its rooms, each after those it needs, then their hooks and routes in reading order.
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createAppContext } from './app-context.ts'
import { createSiteCache } from './cache/site-cache.ts'
import { createSiteForms } from './forms/site-forms.ts'
import { openStores, type Stores } from './forms/stores.ts'
import { createSiteHttp, installSiteHttp } from './http/site-http.ts'
import { installSiteOps } from './ops/site-ops.ts'
import { createTargetsOfItem } from './origin/changed-item.ts'
import { createSiteCalls } from './origin/site-calls.ts'
import { createSitePages } from './pages/site-pages.ts'
import { createPictures } from './pictures/pictures.ts'
import { createFastify, installSiteProxy } from './proxy/site-proxy.ts'
import { createSiteRendering } from './render/site-rendering.ts'
import { installSiteSeo } from './seo/site-seo.ts'

/** `stores`: those that the origin uses. Closing the app closes the origin and the stores. */
export async function createApp(options: AppOptions & { stores?: Stores }): Promise<FastifyInstance> {
  const context = createAppContext(options)
  const { config, origin, telemetry, time } = context
  const { log, metrics } = telemetry
  const stores = options.stores ?? (await openStores(context))

  const calls = createSiteCalls(context)
  const cache = await createSiteCache(context, stores, calls.reader)
  const pictures = createPictures(context, cache.renewPicture)
  const rendering = await createSiteRendering(context, pictures)
  const { messages } = rendering
  const forms = await createSiteForms({
    config,
    stores: stores.forms,
    origin,
    log,
    metrics: metrics.forms,
    messages,
    facts: context.facts,
    time,
  })
  const { submitForm } = forms
  const http = createSiteHttp(context)
  const pages = createSitePages(context, { calls, cache, rendering, http })
  const { warmUp, renderWarnings, apiFor, sendFile } = pages
  const stopFacts = await pages.followFacts()

  const app = createFastify(context, { http, replyError: pages.replyError })
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
  const httpWarnings = await installSiteHttp(app, context, http, pages)
  const seo = installSiteSeo(app, context, { cache, rendering, apiFor, sendFile })
  await installSiteOps(app, context, {
    warmUp,
    warnings: () => [...httpWarnings(), ...renderWarnings(), ...seo.warnings()],
    purge: pictures.purging(cache.purge),
    targetsOfItem: createTargetsOfItem(context.facts.sections),
    rates: http.rates,
  })
  await installSiteProxy(app, context, { cache, rendering, pictures, submitForm })
  await pages.install(app, submitForm)
  return app
}
