// Discovery: files for search engines, feed readers and social networks.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { Cache } from '../cache/cache.ts'
import type { Rendering } from '../render/render.tsx'
import { installBrandFiles } from './brand-files.ts'
import { createDrawings } from './drawings.ts'
import { installFeeds } from './feeds/feeds.ts'
import type { Site, SitePages } from './found-pages.ts'
import { createReadMark } from './mark.ts'
import { findOwnPages } from './own-pages.ts'
import type { SendFile } from './send-discovery.ts'
import { installSharePictures } from './share-pictures.ts'
import { type Progress, SitemapFiles } from './sitemap-files.ts'
import { installSitemaps } from './sitemaps.ts'
import { walkUpstream } from './walk.ts'

type DiscoveryOptions = {
  cache: Pick<Cache, 'serve' | 'purges'>
  rendering: Pick<Rendering, 'brandLook'>
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
  const { log } = telemetry
  const { now, partTimeoutMs, walkPauseMs: pauseMs } = time
  const findPages = (site: Site, { onStale, ...progress }: Progress): Promise<SitePages> =>
    origin.kind === 'local'
      ? findOwnPages(site, origin.publicItems)
      : walkUpstream({
          ...site,
          ...progress,
          apiFor: (locale) => apiFor(locale, onStale),
          onMissingPart: (err) => log.warn({ err }, 'links missing in the sitemaps'),
          pauseMs,
          partTimeoutMs,
        })
  const files = new SitemapFiles({
    siteUrl,
    file: join(dataDir, 'sitemaps'),
    identity: JSON.stringify([formatOfFiles, siteUrl, apiBase || contentDir, downloadId]),
    site: () => ({ ...facts.now(), downloadId }),
    findPages,
    // Those of other languages or sections, or of content before a purge, are made again.
    version: () => `${facts.edition()} ${origin.contentUpdate()?.version ?? ''} ${cache.purges()}`,
    log,
    time,
  })
  app.addHook('onClose', () => files.close())
  installSitemaps(app, { siteUrl, isIndexable, languages, files, apiFor, now, partTimeoutMs })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log })
  const drawings = createDrawings(distDir, cache, build.id)
  installSharePictures(app, { drawings, send: origin.send })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook: rendering.brandLook, readMark, drawings })
  return { warnings: () => files.warnings() }
}
