// The application: resources, what every request meets, routes, in reading order.
import { randomUUID } from 'node:crypto'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { pageError } from '../shared/errors.ts'
import type { Settings } from '../shared/payload.ts'
import { resolve } from '../shared/resolve.ts'
import type { Build } from './build.ts'
import type { Config } from './config.ts'
import { installAssets } from './http/assets.ts'
import { installCompression } from './http/compression.ts'
import { installDevelopment } from './http/development.ts'
import { createErrorReply, installErrors } from './http/errors.ts'
import { installLanguageSwitch } from './http/language.ts'
import { installRequestLog } from './http/request-log.ts'
import { installSecurity, setRefusalFields } from './http/security.ts'
import { installBuilds } from './ops/builds.ts'
import { installHealth } from './ops/health.ts'
import type { Origin } from './origin/origin.ts'
import { createServerTransport } from './origin/transport.ts'
import { createDocuments } from './pages/documents.ts'
import { installFormPosts } from './pages/form-posts.ts'
import { createPages } from './pages/pages.ts'
import { createPayloads, isPayload } from './pages/payloads.ts'
import { installProxy } from './proxy/proxy.ts'
import { createRenderer } from './render.tsx'
import { installSitemaps } from './seo/sitemaps.ts'
import { createTranslations } from './translations.ts'

export type AppOptions = {
  config: Config
  origin: Origin
  build: Build
  /** Where build.mjs left its files. */
  distDir: string
  log: FastifyBaseLogger
  /** Set by the development server: live reload and the overlay for build errors. */
  development?: boolean
}

/** Closing the app closes the origin. */
export async function createApp({
  config,
  origin,
  build,
  distDir,
  log,
  development = false,
}: AppOptions): Promise<FastifyInstance> {
  const messages = await createTranslations({ log })
  const settings: Settings = {
    siteUrl: config.siteUrl,
    build: build.id,
    formName: config.formName,
    messageAssets: build.messages,
  }
  const transport = createServerTransport({ send: origin.send, responseLimit: config.originResponseLimit })
  const renderer = await createRenderer(build)
  const pages = createPages({ transport, renderer, settings, messages })
  const documents = createDocuments({ pages, renderer })
  const payloads = createPayloads({ pages, build: build.id })
  const replyError = createErrorReply(documents.error)

  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    forceCloseConnections: 'idle',
    bodyLimit: 65_536,
    requestTimeout: 30_000,
    connectionTimeout: 60_000,
    keepAliveTimeout: 72_000,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) =>
      frameworkError(error, request as FastifyRequest, reply as FastifyReply),
  })
  const frameworkError = (error: Error, request: FastifyRequest, reply: FastifyReply) => {
    setRefusalFields(reply)
    const isMalformed = resolve(request.raw.url ?? '').kind === 'malformed'
    // Nobody waits for this promise, so its failure has to end here.
    replyError(request, reply, isMalformed ? pageError(400, 'Malformed URL') : error).catch(
      (err: unknown) => {
        request.log.error({ err }, 'error answer failed')
        if (!reply.sent) reply.raw.writeHead(500).end()
      },
    )
  }
  app.addHook('onClose', () => origin.close())

  installRequestLog(app)
  await installSecurity(app, { https: config.siteUrl.startsWith('https:') })
  await installCompression(app)
  await app.register(cookie)
  installErrors(app, replyError)

  installHealth(app)
  await installBuilds(app, { id: build.id, distDir })
  installLanguageSwitch(app)
  await installAssets(app, { distDir })
  if (development) await installDevelopment(app, { distDir })
  await installProxy(app, { send: origin.send })
  installSitemaps(app, { siteUrl: config.siteUrl, apiFor: pages.apiFor })
  await installFormPosts(app, { documents, pages, formName: config.formName })
  app.get('/*', (request, reply) =>
    (isPayload(request.raw.url ?? '') ? payloads : documents.document)(request, reply),
  )
  return app
}
