// Discovery files for search engines: sitemaps, robots.txt and llms.txt, from one index of the pages.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import { digest } from '../../shared/digest.ts'
import type { Messages } from '../../shared/i18n/translate.ts'
import type { Locale } from '../../shared/locale.ts'
import { listOf, type SiteSections } from '../../shared/sections.ts'
import type { Config } from '../config/config.ts'
import { installLlms } from './llms.ts'
import { createStoredPageIndex } from './pages/stored-page-index.ts'
import { discoveryMaxAgeSeconds, sendDiscovery } from './send-discovery.ts'
import { divide, installSitemaps, sitemapLimits } from './sitemaps.ts'

type Options = {
  config: Pick<Config, 'siteUrl' | 'apiBase' | 'contentDir' | 'dataDir' | 'downloadId'>
  apiFor: (locale: Locale) => Api
  messages: Record<Locale, Messages>
  sections: () => SiteSections
  limits?: typeof sitemapLimits
  now: () => number
  monotonic: () => number
  /** How long an optional part is waited for, in milliseconds. */
  partTimeoutMs: number
  /** Version of the content, '' where the origin names none. */
  version?: () => string
}

/** Version of the index schema: an index of another version is rebuilt. */
const version = 4

export function installDiscovery(app: FastifyInstance, options: Options) {
  const { config, apiFor, messages, sections, limits = sitemapLimits, now, monotonic } = options
  const { partTimeoutMs } = options
  const { version: contentVersion = () => '' } = options
  const { siteUrl, apiBase, contentDir, dataDir, downloadId } = config
  const pageIndex = createStoredPageIndex({
    folder: join(dataDir, 'pages'),
    identity: JSON.stringify([version, siteUrl, apiBase || contentDir, downloadId, limits]),
    walks: { apiFor, downloadId, sections, partTimeoutMs },
    complete: (index, step) => divide(index, siteUrl, limits, step),
    log: app.log,
    time: { now, monotonic },
    // With the sections: an index of others has pages that are gone.
    version: () => contentVersion() + ofSections(sections()),
    maxAgeMs: discoveryMaxAgeSeconds * 1000,
  })
  app.addHook('onClose', () => pageIndex.close())
  installSitemaps(app, { siteUrl, pageIndex, apiFor, sections, now, partTimeoutMs })
  installLlms(app, { siteUrl, pageIndex, apiFor, messages, sections, partTimeoutMs })
}

/** '' for the default ones. */
function ofSections(sections: SiteSections): string {
  const list = listOf(sections)
  return list ? ` ${digest(JSON.stringify(list))}` : ''
}

type RobotsOptions = { siteUrl: string; isIndexable: boolean }

export function installRobots(app: FastifyInstance, { siteUrl, isIndexable }: RobotsOptions) {
  const rules = isIndexable
    ? // The language switch without JavaScript redirects to pages that are linked anyway.
      `User-agent: *\nAllow: /\nDisallow: /language/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'
  app.get('/robots.txt', async (request, reply) =>
    sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body: rules }),
  )
}
