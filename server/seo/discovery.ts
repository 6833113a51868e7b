// Discovery: files for search engines, feed readers and social networks.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { hasTwo } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { installBrandFiles } from './brand-files.ts'
import { createDrawings } from './drawings.ts'
import { installFeeds } from './feeds/feeds.ts'
import { createReadMark } from './mark.ts'
import { createStoredPageIndex } from './pages/stored-page-index.ts'
import { discoveryMaxAgeSeconds, type SendFile, sendDiscovery } from './send-discovery.ts'
import { installSharePictures } from './share-pictures.ts'
import { divide, installSitemaps, sitemapLimits } from './sitemaps.ts'

type DiscoveryOptions = {
  cache: Pick<SiteCache, 'serve' | 'purges'>
  rendering: Pick<SiteRendering, 'brandLook'>
  /** `onStale`: called for each stale response. */
  apiFor: (locale: Locale, onStale?: () => void) => Api
  sendFile: SendFile
}

/** Version of the index schema: an index of another version is rebuilt. */
const schemaVersion = 7

export function installDiscovery(app: FastifyInstance, context: AppContext, options: DiscoveryOptions) {
  const { config, origin, build, distDir, facts, telemetry, time } = context
  const { cache, rendering, apiFor, sendFile } = options
  const { siteUrl, apiBase, contentDir, dataDir, downloadId } = config
  const { languages } = facts
  const { now, monotonic, partTimeoutMs } = time
  installRobots(app, context)
  const pageIndex = createStoredPageIndex({
    folder: join(dataDir, 'pages'),
    identity: JSON.stringify([schemaVersion, siteUrl, apiBase || contentDir, downloadId, sitemapLimits]),
    walks: { apiFor, facts: facts.now, downloadId, partTimeoutMs },
    complete: (index, step) => divide(index, { siteUrl, languages: languages() }, sitemapLimits, step),
    log: app.log,
    time,
    // The index of other languages or sections, or of content before a purge, is built again.
    version: () => `${facts.edition()} ${origin.contentUpdate?.().version ?? ''} ${cache.purges()}`,
    maxAgeMs: discoveryMaxAgeSeconds * 1000,
  })
  app.addHook('onClose', () => pageIndex.close())
  installSitemaps(app, { siteUrl, facts: facts.now, pageIndex, apiFor, now, partTimeoutMs })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, monotonic, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log: telemetry.log })
  const drawings = createDrawings(distDir, cache, build.id)
  installSharePictures(app, { drawings, send: origin.send })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook: rendering.brandLook, readMark, drawings })
}

function installRobots(app: FastifyInstance, { config: { siteUrl, robots }, facts }: AppContext) {
  // The language switch without JavaScript redirects to pages that are linked anyway.
  const hidden = () => (hasTwo(facts.languages()) ? 'Disallow: /language/\n' : '')
  const rules = () =>
    robots
      ? `User-agent: *\nAllow: /\n${hidden()}\nSitemap: ${siteUrl}/sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
  app.get('/robots.txt', async (request, reply) =>
    sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body: rules() }),
  )
}
