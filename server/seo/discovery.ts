// Discovery: files for search engines, feed readers and social networks.
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { Cache } from '../cache/cache.ts'
import type { Drawings } from '../pictures/drawings.ts'
import type { Rendering } from '../render/render.tsx'
import { installBrandFiles } from './brand-files.ts'
import { installFeeds } from './feeds/feeds.ts'
import type { SendFile } from './send-discovery.ts'
import { installSharePictures } from './share-pictures.ts'
import { SitemapFiles } from './sitemap-files.ts'
import { installSitemaps } from './sitemaps.ts'
import type { ApiFor } from './walk.ts'

type DiscoveryOptions = {
  cache: Pick<Cache, 'purges'>
  drawings: Drawings
  rendering: Pick<Rendering, 'brandLook'>
  apiFor: ApiFor
  sendFile: SendFile
}

/** Returns the warnings of /readyz. */
export function installDiscovery(app: FastifyInstance, context: AppContext, options: DiscoveryOptions) {
  const { cache, drawings, rendering, apiFor, sendFile } = options
  const sitemaps = new SitemapFiles(context, cache, apiFor)
  app.addHook('onClose', () => sitemaps.close())
  installSitemaps(app, context, { sitemaps, apiFor })
  installFeeds(app, context, sendFile)
  installSharePictures(app, drawings)
  installBrandFiles(app, context, { apiFor, brandLook: rendering.brandLook, drawings })
  return { warnings: () => sitemaps.warnings() }
}
