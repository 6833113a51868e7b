// HTTP: the server, the steps of every request before its route, errors and files.
import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Translation } from '../../shared/payload.ts'
import { createFindRedirect, type FindRedirect } from '../../shared/redirects.ts'
import type { AppContext } from '../app-context.ts'
import { logAtEnd } from '../telemetry/request-log.ts'
import {
  checkPassword,
  installNoStore,
  installPassword,
  isUnauthenticated,
  rejectCrossSite,
  sendMetrics,
} from './access.ts'
import { installAssets, installBuilds } from './assets.ts'
import { checkProxy, createClientAddress } from './client-address.ts'
import { installCompression } from './compression.ts'
import { type ErrorPage, type ErrorReply, installErrors, sendError } from './errors.ts'
import { createHttpServer } from './http-server.ts'
import { installLanguageSwitch } from './language.ts'
import { createAddressRates, createSearchLimit } from './limits.ts'
import { rejectLoop } from './loop-detection.ts'
import { type ContextOf, RequestContext } from './request-context.ts'
import { validateRequest } from './request-validation.ts'
import { securityFields } from './security.ts'
import { installSecurityTxt } from './security-txt.ts'

/** A step that has sent a response, or has thrown, is the last one. */
type Step = (request: FastifyRequest, reply: FastifyReply) => unknown

/** `rates`: of wrong secrets. */
export async function createHttp(
  context: AppContext,
  translations: Record<Locale, Translation>,
  errorPage: ErrorPage,
) {
  const { config, build, siteSettings, telemetry, mode } = context
  const security = securityFields(context)
  const clientAddress = createClientAddress(config.trustProxy)
  const contextOf: ContextOf = (raw) => new RequestContext(raw, clientAddress.of(raw), siteSettings.now())
  const isProtected = config.previewPassword !== ''
  const replyError: ErrorReply = (request, reply, error) =>
    sendError(request, reply, error, isProtected && isUnauthenticated(request) ? undefined : errorPage)
  const rates = createAddressRates(context)
  const app = createHttpServer(context, { security, contextOf, replyError }, clientAddress)
  const ofAll: (Step | false)[] = [
    config.metricsPort === 0 && ((request, reply) => sendMetrics(request, reply, context, rates.wrongToken)),
    // Before validation, which rejects with an error page.
    isProtected && ((request, reply) => checkPassword(request, reply, rates.wrongPassword)),
    (request) => checkProxy(request, clientAddress, telemetry.faults),
    // A site on its own content sends no such requests.
    config.apiBase !== '' && ((request, reply) => rejectLoop(request, reply, context)),
    validateRequest,
    (request) => rejectCrossSite(request, config.siteUrl),
  ]
  const findRedirect = createFindRedirect(build.redirects)
  const beyondAssets: (Step | false)[] = [
    // Before anything reads it: a visitor's browser may have stored an id before the setting was changed.
    !config.fingerprint && (({ headers }) => delete headers['finger-print']),
    rates.check,
    createSearchLimit(app, context, translations),
    (request, reply) => redirectMoved(request, reply, findRedirect),
  ]
  const stepsOfAssets = ofAll.filter((step) => step !== false)
  const steps = [...stepsOfAssets, ...beyondAssets.filter((step) => step !== false)]
  const take = async (request: FastifyRequest, reply: FastifyReply) => {
    for (const step of request.site.isAsset ? stepsOfAssets : steps) {
      await step(request, reply)
      if (reply.sent) return
    }
  }

  app.decorateRequest('site')
  app.addHook('onRequest', (request, reply, done) => {
    request.site = contextOf(request.raw)
    logAtEnd(request, reply, telemetry, config.logAddresses)
    reply.headers(security)
    take(request, reply).then(() => done(), done)
  })
  if (config.showDrafts || mode.development) installNoStore(app)
  if (isProtected) await installPassword(app, config.previewPassword)
  // Read by the context of few requests.
  await app.register(cookie, { hook: false })
  await installCompression(app)
  installErrors(app, replyError)
  installLanguageSwitch(app, context)
  await installAssets(app, context)
  installSecurityTxt(app, context)
  installBuilds(app, build)
  return { app, rates }
}

/** Moved pages, and 410 for removed ones, by the redirect table. */
function redirectMoved({ url, site }: FastifyRequest, reply: FastifyReply, find: FindRedirect) {
  const redirect = site.isRead ? find(site) : undefined
  if (redirect?.status === 410) throw pageError(410, `Page gone: ${url}`)
  if (!redirect) return undefined
  // A temporary redirect must be revalidated.
  const cacheControl = redirect.status === 302 ? 'no-cache' : 'public, max-age=3600'
  return reply.header('cache-control', cacheControl).redirect(redirect.to, redirect.status)
}
