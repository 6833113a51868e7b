// The application: resources, what every request meets, routes, in reading order.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Settings } from '../shared/payload.ts'
import type { RouteMatch } from '../shared/resolve.ts'
import type { Build } from './build.ts'
import { createEncodings } from './cache/encodings.ts'
import { createSiteCache } from './cache/site-cache.ts'
import type { Config } from './config.ts'
import { installFormApi } from './forms/form-api.ts'
import { createSiteForms } from './forms/site-forms.ts'
import { installAssets } from './http/assets.ts'
import { installCompression } from './http/compression.ts'
import { installDevelopment } from './http/development.ts'
import { createErrorReply, installErrors } from './http/errors.ts'
import { createHttpServer } from './http/http-server.ts'
import { installLanguageSwitch } from './http/language.ts'
import { installRedirects } from './http/redirects.ts'
import { createRefusal } from './http/refusal.ts'
import { installRequestLog } from './http/request-log.ts'
import { installSecurity } from './http/security.ts'
import { installBuilds } from './ops/builds.ts'
import { installClientErrors } from './ops/client-errors.ts'
import { installHealth } from './ops/health.ts'
import { createMetrics, installMetrics, type Metrics } from './ops/metrics.ts'
import { installPurge } from './ops/purge.ts'
import type { Origin } from './origin/origin.ts'
import { createServerTransports } from './origin/transport.ts'
import { createDocuments } from './pages/documents.ts'
import { createEarlyHints } from './pages/early-hints.ts'
import { installFormPosts } from './pages/form-posts.ts'
import { installIslands } from './pages/islands.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPages } from './pages/pages.ts'
import { createPayloads, isPayload } from './pages/payloads.ts'
import { createSendMade } from './pages/send-made.ts'
import { warmUp } from './pages/warm-up.ts'
import { createHotPath } from './proxy/hot-path.ts'
import { createHotPathLog, installHotPath } from './proxy/install-hot-path.ts'
import { installProxy } from './proxy/proxy.ts'
import { buildWith } from './redirects/build-with.ts'
import { createRenderer } from './render.tsx'
import { createArtist } from './seo/cards/artist.ts'
import { installCards } from './seo/cards/cards.ts'
import { installDiscovery } from './seo/discovery.ts'
import { installFeeds } from './seo/feeds/feeds.ts'
import { installKeyFile } from './seo/push/key-file.ts'
import { installRobots } from './seo/robots.ts'
import { createTranslations } from './translations.ts'

export type AppOptions = {
  config: Config
  origin: Origin
  build: Build
  /** Where build.mjs left its files. */
  distDir: string
  log: FastifyBaseLogger
  metrics?: Metrics
  /** Milliseconds since 1970; tests move it by hand. */
  now?: () => number
  /** How long the sender of a form waits for the origin's own answer, in milliseconds. */
  formPatienceMs?: number
  /** Fills the cache before the server says that it is ready. */
  warm?: boolean
  /** Set by the development server: live reload and the overlay for build errors. */
  development?: boolean
}

/** Closing the app closes the origin. */
export async function createApp({
  config,
  origin,
  build: built,
  distDir,
  log,
  metrics = createMetrics(),
  now = Date.now,
  formPatienceMs = 2500,
  warm = false,
  development = false,
}: AppOptions): Promise<FastifyInstance> {
  const build = buildWith(built, config.redirects)
  const messages = await createTranslations({ log })
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    messageAssets: build.messages,
  }
  const cache = await createSiteCache({ config, origin, log, metrics, now })
  const transportOver = createServerTransports({ responseLimit: config.originResponseLimit })
  const renderer = await createRenderer(build)
  const forms = await createSiteForms({
    config,
    send: origin.send,
    log,
    metrics: metrics.forms,
    messages,
    now,
    patienceMs: formPatienceMs,
  })
  const encodings = createEncodings(cache.memory)
  const hotPath = createHotPath({
    memory: cache.memory,
    encodings,
    now,
    countHit: metrics.countHit,
    onAnswer: createHotPathLog(log),
  })
  const pages = createPages({ transportOver, send: cache.send, renderer, settings, messages })
  const pageCache = createPageCache({
    cache,
    pages,
    renderer,
    build: build.id,
    isOn: config.cachePages,
    log,
    now,
  })
  const sendMade = createSendMade({ encodings, hotPath })
  const documents = createDocuments({
    pages,
    renderer,
    pageCache,
    earlyHints: createEarlyHints(build, config.earlyHints),
    sendMade,
  })
  const payloads = createPayloads({ pages, pageCache, sendMade, build: build.id })
  const replyError = createErrorReply(documents.error)

  const app = fastify({
    serverFactory: createHttpServer(hotPath),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: 'idle',
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: createRefusal(replyError),
  })
  app.addHook('onClose', async () => {
    await forms.close()
    await cache.close()
    await origin.close()
  })

  installRequestLog(app)
  await installSecurity(app, { https: config.siteUrl.startsWith('https:') })
  await installCompression(app)
  await app.register(cookie)
  installErrors(app, replyError)

  installRobots(app, { siteUrl: config.siteUrl, isFindable: config.robots })
  installRedirects(app, build.redirects)
  installHealth(app, warm ? () => warmUp(pageCache, log) : undefined)
  installBuilds(app, build)
  installLanguageSwitch(app)
  await installAssets(app, { distDir })
  if (development) await installDevelopment(app, { distDir, kit: () => renderer.kit(messages, settings) })
  installMetrics(app, metrics)
  await installClientErrors(app, { metrics, now })
  installPurge(app, { token: config.opsToken, purge: cache.purge })
  await installProxy(app, {
    send: cache.send,
    sendMedia: origin.send,
    apiBase: config.apiBase,
    encodings,
    hotPath,
  })
  const { siteUrl, formName } = config
  const formOptions = { take: forms.take, formName, siteUrl, messages }
  await installFormApi(app, formOptions)
  installDiscovery(app, { config, apiFor: pages.apiFor, messages, now })
  installFeeds(app, { siteUrl, apiFor: pages.apiFor, messages, now })
  installKeyFile(app, { key: config.indexNowKey })
  const cardOf = (match: RouteMatch, log: FastifyBaseLogger) => pages.shareCard(match, { log })
  installCards(app, { artist: createArtist({ distDir }), cardOf })
  await installFormPosts(app, { documents, ...formOptions })
  installIslands(app, { renderer, pages, pageCache, sendMade, build: build.id })
  installHotPath(app, hotPath)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // Answers know themselves how long they would be.
    exposeHeadRoute: false,
    handler: (request, reply) =>
      (isPayload(request.raw.url ?? '') ? payloads : documents.document)(request, reply),
  })
  return app
}
