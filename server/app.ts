// The application: resources, hooks and plugins for every request, routes, in reading order.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { defaultLocale, requestTimeoutMs } from '../shared/constants.ts'
import { localeOfPath, type RouteMatch } from '../shared/resolve.ts'
import type { Build } from './base/build.ts'
import type { Origin } from './base/origin.ts'
import { connectRedis, type RedisClient } from './cache/redis/client.ts'
import type { Config } from './config/config.ts'
import { createFormStores, type FormStores } from './forms/form-stores.ts'
import { createAddressRates, installAddressRates } from './http/address-rates.ts'
import { installAssets } from './http/assets.ts'
import { installCompression } from './http/compression.ts'
import { createDevelopmentErrors, installDevelopment } from './http/development.ts'
import { createErrorReply, createFrameworkErrorHandler, installErrors } from './http/errors.ts'
import { installLanguageSwitch } from './http/language.ts'
import { createOpenResponses, createParserErrorHandler } from './http/parser-errors.ts'
import { installRedirects } from './http/redirects.ts'
import { createRequestValidation } from './http/request-validation.ts'
import { installSearchLimit } from './http/search-limit.ts'
import { installSecurity } from './http/security.ts'
import { installSecurityTxt } from './http/security-txt.ts'
import { installBuilds } from './ops/builds.ts'
import { installClientErrors } from './ops/client-errors.ts'
import { contentWarnings } from './ops/content-warnings.ts'
import { installHealth } from './ops/health.ts'
import { createOperatorCheck } from './ops/operator.ts'
import { installPolicyReports } from './ops/policy-reports.ts'
import { installPreview } from './ops/preview.ts'
import { installPurge } from './ops/purge.ts'
import { installWebhook } from './ops/webhook.ts'
import { withDeadline } from './origin/local-deadline.ts'
import { createNoticeTargets } from './origin/notices.ts'
import { installFormPosts } from './pages/form-posts.ts'
import { installIslands } from './pages/islands.ts'
import { isPayload } from './pages/payloads.ts'
import { createWarmUp } from './pages/warm-up.ts'
import { installFormApi } from './proxy/form-api.ts'
import { createHttpServer } from './proxy/http-server.ts'
import { installProxy } from './proxy/proxy.ts'
import { createResources } from './resources.ts'
import { installBrandFiles } from './seo/brand-files.ts'
import { createCardRenderer } from './seo/cards/card-renderer.ts'
import { installCards } from './seo/cards/cards.ts'
import { installDiscovery, installRobots } from './seo/discovery.ts'
import { installFeeds } from './seo/feeds/feeds.ts'
import { createReadMark } from './seo/mark.ts'
import { installKeyFile } from './seo/push/engines.ts'
import { createMetrics, installMetrics, type Metrics } from './telemetry/metrics.ts'
import { createOriginProblems, type OriginProblems, secretsOf } from './telemetry/origin-problems.ts'
import { installRequestLog } from './telemetry/request-log.ts'
import { createTracing, type Tracing } from './telemetry/tracing.ts'

type AppOptions = {
  config: Config
  origin: Origin
  build: Build
  /** The output folder of build.mjs. */
  distDir: string
  log: FastifyBaseLogger
  metrics?: Metrics
  /** The instance that the origin uses. Closing the app closes it. */
  redis?: RedisClient | undefined
  /** The instance that the origin uses. Closing the app closes it. */
  formStores?: FormStores
  /** The instance that the origin uses. */
  tracing?: Tracing
  /** The instance that the origin uses. */
  problems?: OriginProblems
  /** Milliseconds since 1970. */
  now?: () => number
  /** Milliseconds of a monotonic clock, for timeouts and limits. */
  monotonic?: () => number
  /** How long a form submission waits for the origin's response, in milliseconds. */
  formTimeoutMs?: number
  /** How long a page waits for an optional part, in milliseconds. */
  partTimeoutMs?: number
  /** Deadline of a call of an origin in the same process, in milliseconds. */
  originTimeoutMs?: number
  /** Fills the cache before the server is ready. */
  warm?: boolean
  /** Aborted when the process is stopping, before the app is closed. */
  draining?: AbortSignal
  /** Set by the development server: the page of all components. */
  development?: boolean
}

/** Closing the app closes the origin. */
export async function createApp({
  config,
  origin: given,
  build: built,
  distDir,
  log,
  metrics = createMetrics({ build: built.id }),
  tracing = createTracing(),
  redis: givenRedis,
  formStores: givenStores,
  now = Date.now,
  problems = createOriginProblems({
    ...{ log, now, count: metrics.countRejectedResponse, secrets: secretsOf(config) },
  }),
  monotonic = () => performance.now(),
  formTimeoutMs = 2500,
  partTimeoutMs = 2500,
  originTimeoutMs = requestTimeoutMs,
  warm = false,
  draining = new AbortController().signal,
  development = false,
}: AppOptions): Promise<FastifyInstance> {
  const origin = withDeadline(given, originTimeoutMs)
  const redis = givenRedis ?? (await connectRedis({ url: config.redisUrl, log }))
  const formStores =
    givenStores ??
    (await createFormStores({
      ...{ config, redis, log, now, monotonic, resume: true, countMissing: metrics.forms.countMissing },
    }))
  const resources = await createResources({
    ...{ config, origin, redis, formStores, build: built, distDir, log, metrics, problems, now, monotonic },
    ...{ formTimeoutMs, partTimeoutMs },
  })
  const { build, messages, settings, isHttps, security, documentFields, cache, renderer, forms } = resources
  const { clientAddress, record, encodings, hotPath, pages, renderLimit, pageCache, pageSender } = resources
  const { apiSource, documents, payloads, previewLinks, previews } = resources
  const { error: errorPage } = documents
  const replyError = createErrorReply(
    development ? createDevelopmentErrors({ build, documentFields, errorPage }) : errorPage,
  )

  const validation = createRequestValidation()
  const openResponses = createOpenResponses()

  const app = fastify({
    serverFactory: createHttpServer({
      hotPath,
      validation,
      openResponses,
      keepAliveMs: config.keepAliveMs,
      draining,
      connections: config.maxConnections,
      addressConnections: config.addressConnections,
      trusted: config.trustProxy,
      onDrop: () => metrics.countRejected('connections'),
    }),
    clientErrorHandler: createParserErrorHandler(security, openResponses),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    rewriteUrl: previews.rewriteUrl,
    trustProxy: config.trustProxy.length > 0 ? clientAddress.isTrusted : false,
    forceCloseConnections: 'idle',
    // Requests on open connections are served while the app is closing.
    return503OnClosing: false,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: createFrameworkErrorHandler(replyError, security),
  })
  app.addHook('onClose', async () => {
    await forms.close()
    await cache.close()
    await resources.largeTexts.close()
    await origin.close()
    await formStores.close()
    await redis?.close()
  })

  if (origin.breakerState) metrics.watchBreaker(origin.breakerState)
  if (origin.problems) metrics.watchContent(origin.problems)
  if (origin.pullFacts) metrics.watchPull(origin.pullFacts)
  installRequestLog(app, { record, tracing, clientAddress })
  installSecurity(app, security)
  validation.install(app)
  // Before anything reads it: a visitor's browser may have stored an id before the setting was changed.
  if (!config.fingerprint)
    app.addHook('onRequest', async ({ headers }) => void delete headers['finger-print'])
  await installCompression(app)
  await app.register(cookie)
  installErrors(app, replyError)
  const rates = createAddressRates({
    percent: config.addressRate,
    monotonic,
    countRejected: metrics.countRejected,
  })
  installAddressRates(app, rates)
  installSearchLimit(app, {
    most: Math.ceil(config.renderConcurrency / 2),
    isByAddress: config.addressRate > 0,
    countRejected: metrics.countRejected,
    messageOf: (url) =>
      isPayload(url)
        ? resources.translations[localeOfPath(url) ?? defaultLocale].t('search.busy')
        : 'Service Unavailable',
  })
  previews.install(app, rates.wrongPreview)

  installRobots(app, { siteUrl: config.siteUrl, isIndexable: config.robots })
  installRedirects(app, build.redirects)
  installHealth(app, {
    warmUp: warm
      ? createWarmUp({ api: apiSource.ordinary('zh'), pageCache, renderLimit, problems, log })
      : undefined,
    warnings: () => [...(origin.warnings?.() ?? []), ...contentWarnings(origin.problems?.() ?? [])],
    draining,
    log,
  })
  installBuilds(app, build)
  installLanguageSwitch(app, { secure: isHttps })
  await installAssets(app, { distDir, sharedDir: config.assetsDir, log })
  if (development)
    installDevelopment(app, {
      ...{ kit: () => renderer.kit(resources.translations, settings), documentFields },
      faults: () => origin.problems?.() ?? [],
    })
  installSecurityTxt(app, config, now)
  if (config.metricsPort === 0) installMetrics(app, metrics)
  await installClientErrors(app, { countError: metrics.countClientError, monotonic })
  await installPolicyReports(app, { countReport: metrics.countPolicyReport, monotonic })
  if (config.opsToken !== '') {
    const { opsToken: token } = config
    const checkOperator = createOperatorCheck({ token, secondsForWrong: rates.wrongToken })
    installPurge(app, { checkOperator, purge: cache.purge })
    const { isMissingInPreview: isMissing } = documents
    installPreview(app, { checkOperator, links: previewLinks, redirects: build.redirects, isMissing })
  }
  if (config.webhookSecret !== '')
    await installWebhook(app, {
      ...{ secret: config.webhookSecret, kind: config.apiKind, purge: cache.purge, monotonic },
      secondsForWrong: rates.wrongWebhook,
      targetsOf: createNoticeTargets(origin),
    })
  await installProxy(app, {
    send: cache.send,
    sendMedia: resources.sendMedia,
    apiBase: config.apiBase,
    downloadId: config.downloadId,
    encodings,
    hotPath,
  })
  const { siteUrl, formName } = config
  const formOptions = { submitForm: forms.submitForm, formName, siteUrl, messages }
  await installFormApi(app, formOptions)
  const apiFor = apiSource.ordinary
  const version = () => origin.contentUpdate?.().version ?? ''
  installDiscovery(app, { config, apiFor, messages, now, monotonic, partTimeoutMs, version })
  installFeeds(app, { siteUrl, apiFor, messages, now, monotonic, partTimeoutMs, version })
  installKeyFile(app, { key: config.indexNowKey })
  const cardOf = (match: RouteMatch, log: FastifyBaseLogger) => pages.shareCard(match, { log })
  const readMark = createReadMark({ send: origin.send, distDir, log })
  const cardRenderer = createCardRenderer({ distDir })
  installCards(app, { bytes: resources.memory.cards, cardRenderer, readMark, version, cardOf })
  installBrandFiles(app, { siteUrl, apiFor, brandLook: resources.brandLook, readMark, cardRenderer })
  await installFormPosts(app, { documents, ...formOptions })
  installIslands(app, { renderer, pages, renderLimit, pageCache, pageSender, build: build.id })
  hotPath.install(app)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    // The handlers set content-length for HEAD.
    exposeHeadRoute: false,
    handler: (request, reply) =>
      (isPayload(request.raw.url ?? '') ? payloads : documents.document)(request, reply),
  })
  return app
}
