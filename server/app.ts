// The application: its rooms, each after those it needs, then their hooks and routes in reading order.
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createAppContext } from './app-context.ts'
import { createCache } from './cache/cache.ts'
import { createForms } from './forms/forms.ts'
import { openStores, type Stores } from './forms/stores.ts'
import { createHttp } from './http/http.ts'
import { createSecurity } from './http/security.ts'
import { installHealth } from './ops/health.ts'
import { type ChangedItem, installPurge } from './ops/purge.ts'
import { createPages } from './pages/pages.ts'
import { createPictures } from './pictures/pictures.ts'
import { installFormApi } from './proxy/form-api.ts'
import { installProxy } from './proxy/proxy.ts'
import { createRendering } from './render/render.tsx'
import { installDiscovery } from './seo/discovery.ts'
import { createCallReader } from './upstream/call-reader.ts'
import { targetsOfItem } from './upstream/content-tags.ts'

/** `stores`: those that the upstream uses. Closing the app closes the upstream and the stores. */
export async function createApp(options: AppOptions & { stores?: Stores }): Promise<FastifyInstance> {
  const context = createAppContext(options)
  const { source, siteSettings } = context
  const stores = options.stores ?? (await openStores(context))

  const reader = createCallReader(context)
  const cache = await createCache(context, stores, reader)
  const pictures = createPictures(context, cache.renewPicture)
  const rendering = await createRendering(context, pictures.mediaFor)
  const { messages, translations } = rendering
  const forms = await createForms(context, stores, messages)
  const security = createSecurity(context)
  const pages = createPages(context, reader, cache, rendering, security)
  const stopFollowing = await pages.followSiteSettings()

  const http = await createHttp(context, security, translations, pages.errorPage)
  const { app, rates } = http
  app.addHook('onClose', async () => {
    stopFollowing()
    await forms.close()
    await cache.close()
    await reader.close()
    await pictures.close()
    await source.close()
    await stores.close()
  })
  const { drawings } = pictures
  installDiscovery(app, context, { cache, drawings, rendering }, pages)
  installHealth(app, context, pages.warmUp)
  const ofItem = (item: ChangedItem) => targetsOfItem(item, siteSettings.sections())
  installPurge(app, context, pictures.purging(cache.purge), ofItem, rates.wrongToken)
  await installProxy(app, context, cache, pictures)
  await installFormApi(app, context, forms.submitForm)
  await pages.install(app, forms.submitForm)
  return app
}
