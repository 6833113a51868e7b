// Files for search engines, feed readers and social networks, as configured.
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

type SiteSeoOptions = {
  cache: Pick<SiteCache, 'serve' | 'purges'>
  rendering: SiteRendering
  apiFor: (locale: Locale, onStale?: () => void) => Api
  sendFile: SendFile
}

/** Files of another format are not read. */
const formatOfFiles = 1

export function installSiteSeo(app: FastifyInstance, context: AppContext, options: SiteSeoOptions) {
  const { config, origin, build, distDir, facts, telemetry, time } = context
  const { languages } = facts
  const { cache, rendering, apiFor, sendFile } = options
  const { brandLook } = rendering
  const { siteUrl, apiBase, contentDir, dataDir, downloadId } = config
  const { monotonic, partTimeoutMs } = time
  const files = createSitemapFiles({
    siteUrl,
    file: join(dataDir, 'sitemaps'),
    identity: JSON.stringify([formatOfFiles, siteUrl, apiBase || contentDir, downloadId]),
    apiFor,
    facts: facts.now,
    downloadId,
    isRemote: !origin.read,
    // Those of other languages or sections are made again.
    version: () => `${facts.edition()} ${origin.contentUpdate?.().version ?? ''} ${cache.purges()}`,
    log: telemetry.log,
    time,
  })
  app.addHook('onClose', () => files.close())
  const isIndexable = config.robots
  installSitemaps(app, { siteUrl, isIndexable, languages, files, apiFor, now: time.now, partTimeoutMs })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, monotonic, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log: telemetry.log })
  const drawings = createDrawings(distDir, cache, build.id)
  installSharePictures(app, { drawings, send: origin.send })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook, readMark, drawings })
  return { warnings: files.warnings }
}
