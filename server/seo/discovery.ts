// Discovery: files for search engines, feed readers and social networks.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { installBrandFiles } from './brand-files.ts'
import { createDrawings } from './drawings.ts'
import { installFeeds } from './feeds/feeds.ts'
import { createReadMark } from './mark.ts'
import type { SendFile } from './send-discovery.ts'
import { installSharePictures } from './share-pictures.ts'
import { createSitemapFiles } from './sitemap-files.ts'
import { installSitemaps } from './sitemaps.ts'

type DiscoveryOptions = {
  cache: Pick<SiteCache, 'serve' | 'purges'>
  rendering: Pick<SiteRendering, 'brandLook'>
  /** `onStale`: called for each stale response. */
  apiFor: (locale: Locale, onStale?: () => void) => Api
  sendFile: SendFile
}

/** Files of another format are not read. */
const formatOfFiles = 1

/** Returns the warnings of /readyz. */
export function installDiscovery(app: FastifyInstance, context: AppContext, options: DiscoveryOptions) {
  const { config, origin, build, distDir, facts, telemetry, time } = context
  const { cache, rendering, apiFor, sendFile } = options
  const { siteUrl, apiBase, contentDir, dataDir, downloadId, robots: isIndexable } = config
  const { languages } = facts
  const { now, monotonic, partTimeoutMs } = time
  const files = createSitemapFiles({
    siteUrl,
    file: join(dataDir, 'sitemaps'),
    identity: JSON.stringify([formatOfFiles, siteUrl, apiBase || contentDir, downloadId]),
    apiFor,
    facts: facts.now,
    downloadId,
    isRemote: origin.kind === 'upstream',
    // Those of other languages or sections, or of content before a purge, are made again.
    version: () => `${facts.edition()} ${origin.contentUpdate()?.version ?? ''} ${cache.purges()}`,
    log: telemetry.log,
    time,
  })
  app.addHook('onClose', () => files.close())
  installSitemaps(app, { siteUrl, isIndexable, languages, files, apiFor, now, partTimeoutMs })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, monotonic, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log: telemetry.log })
  const drawings = createDrawings(distDir, cache, build.id)
  installSharePictures(app, { drawings, send: origin.send })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook: rendering.brandLook, readMark, drawings })
  return { warnings: files.warnings }
}
