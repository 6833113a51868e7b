// Composition root: creates cache, renderer, pages and forms, each after its dependencies.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../shared/constants.ts'
import type { Settings } from '../shared/payload.ts'
import { type Build, buildWith } from './base/build.ts'
import { createClientAddress } from './base/client-address.ts'
import type { Origin } from './base/origin.ts'
import { createEncodings } from './cache/encodings.ts'
import type { RedisClient } from './cache/redis/client.ts'
import { createSiteCache } from './cache/site-cache.ts'
import type { Config } from './config/config.ts'
import type { FormStores } from './forms/form-stores.ts'
import { createSiteForms } from './forms/site-forms.ts'
import { createPreviews } from './http/previews.ts'
import { createSecurity } from './http/security.ts'
import { createPreviewLinks } from './ops/preview-links.ts'
import { createCallReader } from './origin/call-reader.ts'
import { createOmittedItemsLog } from './origin/omitted-items.ts'
import { createServerTransports } from './origin/transport.ts'
import { createApiSource } from './pages/apis.ts'
import { createColdPages } from './pages/cold-pages.ts'
import { createDocuments, createEarlyHints } from './pages/documents.ts'
import { createPageCache } from './pages/page-cache.ts'
import { createPageSender } from './pages/page-response.ts'
import { createPages } from './pages/pages.ts'
import { createPayloads } from './pages/payloads.ts'
import { createRenderLimit } from './pages/render-limit.ts'
import { createHotPath } from './proxy/hot-path.ts'
import { createImageResizer } from './proxy/image-resizer.ts'
import { createResizedMedia } from './proxy/resized-media.ts'
import { createBrandLook } from './render/brand-look.ts'
import { createRenderer } from './render/render.tsx'
import { createTranslations } from './render/translations.ts'
import { createLargeTexts } from './rich-text/large-texts.ts'
import type { Metrics } from './telemetry/metrics.ts'
import type { OriginProblems } from './telemetry/origin-problems.ts'
import { createRequestRecord } from './telemetry/request-log.ts'

type ResourceOptions = {
  config: Config
  origin: Origin
  redis: RedisClient | undefined
  formStores: FormStores
  build: Build
  /** The output folder of build.mjs. */
  distDir: string
  log: FastifyBaseLogger
  metrics: Metrics
  problems: OriginProblems
  now: () => number
  monotonic: () => number
  /** How long a form submission waits for the origin's response, in milliseconds. */
  formTimeoutMs: number
  /** How long a page waits for an optional part, in milliseconds. */
  partTimeoutMs: number
}

/** Shares of `CACHE_MEMORY_BYTES`. The rest is for tables that are bounded by their number of entries. */
function memoryOf(bytes: number) {
  const share = (part: number) => Math.floor(part * bytes)
  return { responses: share(0.65), fragments: share(0.1), metadata: share(0.05), cards: share(0.1) }
}

export async function createResources({
  config,
  origin,
  redis,
  formStores,
  build: built,
  distDir,
  log,
  metrics,
  problems,
  now,
  monotonic,
  formTimeoutMs,
  partTimeoutMs,
}: ResourceOptions) {
  const build = buildWith(built, config.redirects)
  const translations = await createTranslations({ log })
  const messages = { zh: translations.zh.messages, en: translations.en.messages }
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    downloadId: config.downloadId,
    ...(config.analytics && { analytics: config.analytics }),
    ...(config.mediaResize && { resizesMedia: true as const }),
    ...(!config.fingerprint && { fingerprintOff: true as const }),
  }
  const isHttps = config.siteUrl.startsWith('https:')
  const security = createSecurity({
    https: isHttps,
    isIndexable: config.robots,
    imageHosts: config.imageHosts,
    inlineScripts: Object.values(build.inlineScripts),
    analytics: config.analytics,
  })
  const documentFields = security.document
  const memory = memoryOf(config.cacheMemoryBytes)
  const { imageHosts, mediaResize } = config
  const file = join(distDir, 'server/rich-text-worker.js')
  const largeTexts = createLargeTexts({ file, imageHosts, mediaResize })
  const { richText, prepare } = largeTexts
  const reader = createCallReader(richText, createOmittedItemsLog({ log, now }), prepare)
  const cache = await createSiteCache({
    config,
    redis,
    bytes: memory.responses,
    origin,
    reader,
    problems,
    log,
    metrics,
    now,
    monotonic,
  })
  const transportOver = createServerTransports({
    ...{ parse: reader.parse, prepare: reader.prepare },
    responseLimit: config.originResponseLimit,
  })
  const brandLook = createBrandLook(log)
  const renderer = await createRenderer(build, memory, brandLook)
  const forms = await createSiteForms({
    config,
    stores: formStores,
    send: origin.send,
    isLocal: origin.isLocal === true,
    log,
    metrics: metrics.forms,
    messages,
    now,
    monotonic,
    timeoutMs: formTimeoutMs,
  })
  const clientAddress = createClientAddress(config.trustProxy)
  const record = createRequestRecord({
    ...{ log, metrics, clientAddress },
    assetsOneIn: config.logAssetsOneIn,
    addresses: config.logAddresses,
  })
  const encodings = createEncodings(cache.memory)
  const hotPath = createHotPath({
    memory: cache.memory,
    encodings,
    now,
    countHit: metrics.countHit,
    record,
    commonFields: security.fields,
  })
  const apiSource = createApiSource({ origin, send: cache.send, transportOver, reader })
  const pages = createPages({ apiSource, renderer, settings, translations, partTimeoutMs })
  const renderLimit = createRenderLimit({
    most: config.renderConcurrency,
    maxWaiting: config.renderQueue,
    metrics: metrics.renders,
    log,
  })
  const coldPages = createColdPages(renderer)
  const pageCache = createPageCache({
    ...{ cache, apiSource, nextAt: origin.nextAt },
    pages,
    renderer,
    coldPages,
    documentFields,
    renderLimit,
    build: build.id,
    isOn: config.cachePages,
    log,
    now,
  })
  const pageSender = createPageSender({ encodings, onHit: hotPath.addPage })
  const resize = config.mediaResize ? await createImageResizer() : undefined
  const sendMedia = resize
    ? createResizedMedia({ ...{ cache, resize, log }, send: origin.send, timeoutMs: requestTimeoutMs })
    : origin.send
  const previewLinks = createPreviewLinks({ opsToken: config.opsToken, siteUrl: config.siteUrl, now })
  const previews = createPreviews(previewLinks)
  const documents = createDocuments({
    pages,
    renderer,
    renderLimit,
    pageCache,
    coldPages,
    earlyHints: createEarlyHints(build, config.earlyHints),
    pageSender,
    documentFields,
    previewOf: previews.of,
    previewApis: apiSource.preview,
  })
  const payloads = createPayloads({
    ...{ pages, renderLimit, pageCache, pageSender, translations },
    build: build.id,
  })
  return {
    build,
    messages,
    translations,
    settings,
    isHttps,
    security,
    documentFields,
    cache,
    memory,
    largeTexts,
    brandLook,
    renderer,
    forms,
    clientAddress,
    record,
    encodings,
    hotPath,
    apiSource,
    pages,
    renderLimit,
    pageCache,
    pageSender,
    sendMedia,
    previewLinks,
    previews,
    documents,
    payloads,
  }
}
