// Files for search engines, feed readers and social networks, as configured.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Api } from '../../shared/api/api.ts'
import type { Locale } from '../../shared/locale.ts'
import type { RouteMatch } from '../../shared/resolve.ts'
import type { ShareCard } from '../../shared/share-card.ts'
import type { AppContext } from '../app-context.ts'
import type { Cache } from '../cache/engine.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { installBrandFiles } from './brand-files.ts'
import { installCards } from './cards/cards.ts'
import { installDiscovery, installRobots } from './discovery.ts'
import { createCardRenderer, createStoredDrawings } from './drawing/card-renderer.ts'
import { installFeeds } from './feeds/feeds.ts'
import { createReadMark } from './mark.ts'
import type { SendFile } from './send-discovery.ts'

type SiteSeoOptions = {
  cache: Pick<Cache, 'serve'>
  rendering: SiteRendering
  apiFor: (locale: Locale) => Api
  sendFile: SendFile
  /** Undefined for a page with its own image; rejects where there is no such page. */
  shareCard: (match: RouteMatch, source: { log: FastifyBaseLogger }) => Promise<ShareCard | undefined>
}

export function installSiteSeo(app: FastifyInstance, context: AppContext, options: SiteSeoOptions) {
  const { config, origin, build, distDir, facts, telemetry, time } = context
  const { languages } = facts
  const { cache, rendering, apiFor, sendFile, shareCard } = options
  const { brandLook } = rendering
  const { siteUrl } = config
  const { monotonic, partTimeoutMs } = time
  installRobots(app, { siteUrl, isIndexable: config.robots, languages })
  const version = () => origin.contentUpdate?.().version ?? ''
  installDiscovery(app, { config, facts, apiFor, time, version })
  installFeeds(app, { siteUrl, facts: facts.now, sendFile, monotonic, partTimeoutMs })
  const readMark = createReadMark({ send: origin.send, distDir, log: telemetry.log })
  const cardRenderer = createStoredDrawings(createCardRenderer({ distDir }), cache, build.id)
  installCards(app, {
    cardRenderer,
    readMark,
    send: origin.send,
    distDir,
    log: telemetry.log,
    facts: facts.now,
    cardOf: (match, log) => shareCard(match, { log }),
  })
  installBrandFiles(app, { siteUrl, languages, apiFor, brandLook, readMark, cardRenderer })
}
