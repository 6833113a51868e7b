// Files for search engines, feed readers and social networks, as configured.
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { installBrandFiles } from './brand-files.ts'
import { installDiscovery, installRobots } from './discovery.ts'
import { createDrawings } from './drawings.ts'
import { installFeeds } from './feeds/feeds.ts'
import { createReadMark } from './mark.ts'
import type { SendFile } from './send-discovery.ts'
import { installSharePictures } from './share-pictures.ts'

type SiteSeoOptions = {
  cache: Pick<SiteCache, 'serve' | 'purges'>
  rendering: SiteRendering
  apiFor: (locale: Locale, onStale?: () => void) => Api
  sendFile: SendFile
}

export function installSiteSeo(app: FastifyInstance, context: AppContext, options: SiteSeoOptions) {
  const { config, origin, build, distDir, facts, telemetry, time } = context
  const { languages } = facts
  const { cache, rendering, apiFor, sendFile } = options
  const { brandLook } = rendering
  const { siteUrl } = config
  const { monotonic, partTimeoutMs } = time
  installRobots(app, { siteUrl, isIndexable: config.robots, languages })
  const version = () => `${origin.contentUpdate?.().version ?? ''} ${cache.purges()}`
  installDiscovery(app, { config, facts, apiFor, time, version })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, monotonic, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log: telemetry.log })
  const drawings = createDrawings(distDir, cache, build.id)
  installSharePictures(app, { drawings, send: origin.send })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook, readMark, drawings })
}
