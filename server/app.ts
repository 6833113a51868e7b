// The application: its rooms, each after those it needs, then their hooks and routes in reading order.
import type { FastifyInstance } from 'fastify'
import { type AppOptions, createAppContext } from './app-context.ts'
import { createCache } from './cache/cache.ts'
import { createForms } from './forms/forms.ts'
import type { Stores } from './forms/stores.ts'
import { createHttp } from './http/http.ts'
import { installOps } from './ops/ops.ts'
import { createPages } from './pages/pages.ts'
import { createPictures } from './pictures/pictures.ts'
import { installProxy } from './proxy/proxy.ts'
import { createRendering } from './render/render.tsx'
import { installDiscovery } from './seo/discovery.ts'
import { createCallReader } from './upstream/call-reader.ts'

/** Closing the app closes the source and the stores. */
export async function createApp(options: AppOptions & { stores: Stores }): Promise<FastifyInstance> {
  const context = createAppContext(options)
  const { source, stores } = options

  const reader = createCallReader(context)
  const cache = await createCache(context, stores, reader)
  const pictures = createPictures(context, cache.renewPicture)
  const rendering = await createRendering(context, pictures.mediaFor)
  const { messages, translations } = rendering
  const forms = await createForms(context, stores, messages)
  const pages = createPages(context, reader, cache, rendering)
  const stopFollowing = await pages.followSiteSettings()

  const { app, rates } = await createHttp(context, translations, pages.errorPage)
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
  const purge = pictures.purging(cache.purge)
  const { targetsOfItem } = cache
  installDiscovery(app, context, { cache, drawings, rendering }, pages)
  installOps(app, context, pages.warmUp, { purge, targetsOfItem, secondsForWrong: rates.wrongToken })
  await installProxy(app, context, cache, pictures, forms.submitForm)
  await pages.install(app, forms.submitForm)
  return app
}
