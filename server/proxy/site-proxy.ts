// The way of a request as configured: HTTP server, Fastify, and what is passed on to the origin.
import { randomUUID } from 'node:crypto'
import fastify, { type FastifyInstance, LogController } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { SiteCache } from '../cache/site-cache.ts'
import type { SubmitForm } from '../forms/submission-service.ts'
import { createFrameworkErrorHandler, type ErrorReply } from '../http/errors.ts'
import { createParserErrorHandler } from '../http/parser-errors.ts'
import type { SiteHttp } from '../http/site-http.ts'
import type { Pictures } from '../pictures/pictures.ts'
import type { SiteRendering } from '../render/site-rendering.ts'
import { installFormApi } from './form-api.ts'
import { createHttpServer } from './http-server.ts'
import { installProxy } from './proxy.ts'

type FastifyOptions = { http: SiteHttp; replyError: ErrorReply }

export function createFastify(
  { config, telemetry: { log, metrics }, mode }: AppContext,
  { http, replyError }: FastifyOptions,
): FastifyInstance {
  const { security, openResponses } = http
  return fastify({
    serverFactory: createHttpServer({
      openResponses,
      keepAliveMs: config.keepAliveMs,
      draining: mode.draining,
      maxConnections: config.maxConnections,
      onDrop: () => metrics.countRejected('connections'),
    }),
    clientErrorHandler: createParserErrorHandler(security, openResponses),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // Requests on open connections are served while the app is closing.
    return503OnClosing: false,
    bodyLimit: 65_536,
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: createFrameworkErrorHandler(replyError, security),
  })
}

type SiteProxyOptions = {
  cache: SiteCache
  rendering: SiteRendering
  pictures: Pictures
  submitForm: SubmitForm
}

export async function installSiteProxy(
  app: FastifyInstance,
  { config, facts }: AppContext,
  { cache, rendering, pictures, submitForm }: SiteProxyOptions,
) {
  const { apiBase, downloadId, formName, siteUrl } = config
  await installProxy(app, {
    send: cache.send,
    sendMedia: pictures.send,
    apiBase,
    downloadId,
    sections: facts.sections,
    encodings: cache.encodings,
  })
  await installFormApi(app, {
    submitForm,
    formName,
    siteUrl,
    languages: facts.languages,
    messages: rendering.messages,
  })
}
