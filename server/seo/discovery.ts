// What leads search engines to the pages: sitemaps, robots.txt, llms.txt, over one index of the pages.
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Messages } from '../../shared/i18n/messages.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Config } from '../config/config.ts'
import { installLlms } from './llms.ts'
import { createPageIndexKeeper } from './pages/stored-page-index.ts'
import { discoveryMaxAgeSeconds, sendDiscovery } from './send-discovery.ts'
import { divide, installSitemaps, sitemapLimits } from './sitemaps.ts'

type Options = {
  config: Pick<Config, 'siteUrl' | 'apiBase' | 'contentDir' | 'dataDir'>
  apiFor: (locale: Locale) => Api
  messages: Record<Locale, Messages>
  limits?: typeof sitemapLimits
  now: () => number
  monotonic: () => number
}

/** Of the index's form: with another one, what an earlier release left is made anew. */
const version = 1

export function installDiscovery(app: FastifyInstance, options: Options) {
  const { config, apiFor, messages, limits = sitemapLimits, now, monotonic } = options
  const { siteUrl, apiBase, contentDir, dataDir } = config
  const keeper = createPageIndexKeeper({
    folder: join(dataDir, 'pages'),
    identity: JSON.stringify([version, siteUrl, apiBase || contentDir, limits]),
    apiFor,
    complete: (index, step) => divide(index, siteUrl, limits, step),
    log: app.log,
    now,
    monotonic,
    maxAgeMs: discoveryMaxAgeSeconds * 1000,
  })
  app.addHook('onClose', () => keeper.close())
  installSitemaps(app, { siteUrl, keeper, apiFor, now })
  installLlms(app, { siteUrl, keeper, apiFor, messages })
}

type RobotsOptions = { siteUrl: string; isIndexable: boolean }

export function installRobots(app: FastifyInstance, { siteUrl, isIndexable }: RobotsOptions) {
  const rules = isIndexable
    ? // The switch without JavaScript leads to pages that are linked to anyway.
      `User-agent: *\nAllow: /\nDisallow: /language/\n\nSitemap: ${siteUrl}/sitemap.xml\n`
    : 'User-agent: *\nDisallow: /\n'
  app.get('/robots.txt', async (request, reply) =>
    sendDiscovery(request, reply, { type: 'text/plain; charset=utf-8', body: rules }),
  )
}
