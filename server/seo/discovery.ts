// Discovery files for search engines: sitemaps and robots.txt.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { hasTwo, type SiteLanguages } from '../../shared/languages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Config } from '../config/config.ts'
import { createStoredPageIndex } from './pages/stored-page-index.ts'
import { discoveryMaxAgeSeconds, sendDiscovery } from './send-discovery.ts'
import { divide, installSitemaps, sitemapLimits } from './sitemaps.ts'

type DiscoveryOptions = {
  config: Pick<Config, 'siteUrl' | 'apiBase' | 'contentDir' | 'dataDir' | 'downloadId'>
  facts: Pick<KeptFacts, 'now' | 'languages' | 'edition'>
  /** `onStale`: called for each stale response. */
  apiFor: (locale: Locale, onStale?: () => void) => Api
  limits?: typeof sitemapLimits
  /** `partTimeoutMs`: how long an optional part is waited for. */
  time: { now: () => number; monotonic: () => number; partTimeoutMs: number }
  /** Version of the content, '' where the origin names none. */
  version?: () => string
}

/** Version of the index schema: an index of another version is rebuilt. */
const version = 7

export function installDiscovery(app: FastifyInstance, options: DiscoveryOptions) {
  const { config, facts, apiFor, limits = sitemapLimits, time } = options
  const { version: contentVersion = () => '' } = options
  const { now, partTimeoutMs } = time
  const { siteUrl, apiBase, contentDir, dataDir, downloadId } = config
  const pageIndex = createStoredPageIndex({
    folder: join(dataDir, 'pages'),
    identity: JSON.stringify([version, siteUrl, apiBase || contentDir, downloadId, limits]),
    walks: { apiFor, facts: facts.now, downloadId, partTimeoutMs },
    complete: (index, step) => divide(index, { siteUrl, languages: facts.languages() }, limits, step),
    log: app.log,
    time,
    // The index of other languages or sections is built again.
    version: () => `${facts.edition()} ${contentVersion()}`,
    maxAgeMs: discoveryMaxAgeSeconds * 1000,
  })
  app.addHook('onClose', () => pageIndex.close())
  installSitemaps(app, { siteUrl, facts: facts.now, pageIndex, apiFor, now, partTimeoutMs })
}

type RobotsOptions = { siteUrl: string; isIndexable: boolean; languages: () => SiteLanguages }

export function installRobots(app: FastifyInstance, { siteUrl, isIndexable, languages }: RobotsOptions) {
  // The language switch without JavaScript redirects to pages that are linked anyway.
  const hidden = () => (hasTwo(languages()) ? 'Disallow: /language/\n' : '')
  const rules = () =>
    isIndexable
      ? `User-agent: *\nAllow: /\n${hidden()}\nSitemap: ${siteUrl}/sitemap.xml\n`
      : 'User-agent: *\nDisallow: /\n'
  app.get('/robots.txt', async (request, reply) =>
    sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body: rules() }),
  )
}
