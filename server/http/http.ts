// HTTP: the server, the steps of every request before its route, errors and files.
import cookie from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageError } from '../../shared/errors.ts'
import type { Locale } from '../../shared/locale.ts'
import type { Translation } from '../../shared/payload.ts'
import { createFindRedirect, type Matcher } from '../../shared/redirects.ts'
import type { AppContext } from '../app-context.ts'
import { createRequestLog } from '../telemetry/request-log.ts'
import { createDraftsAccess, installNoStore, sendMetrics } from './access.ts'
import { installAssets, installBuilds } from './assets.ts'
import { checkProxy, createClientAddress } from './client-address.ts'
import { installCompression } from './compression.ts'
import { type ErrorReply, installErrors } from './errors.ts'
import { createHttpServer } from './http-server.ts'
import { installLanguageSwitch, negotiateLanguage } from './language.ts'
import { createAddressRates, createSearchLimit } from './limits.ts'
import { rejectLoop } from './loop-detection.ts'
import { type ContextOf, RequestContext } from './request-context.ts'
import { validateRequest } from './request-validation.ts'
import type { Security } from './security.ts'
import { installSecurityTxt } from './security-txt.ts'

/** A step that has sent a response, or has thrown, is the last one. */
type Step = (request: FastifyRequest, reply: FastifyReply) => unknown

type HttpOptions = {
  security: Security
  translations: Record<Locale, Translation>
  replyError: ErrorReply
}

/** `rates`: of wrong secrets. */
export async function createHttp(context: AppContext, { security, translations, replyError }: HttpOptions) {
  const { config, build, siteSettings, telemetry, mode } = context
  const clientAddress = createClientAddress(config.trustProxy)
  const contextOf: ContextOf = (raw) => new RequestContext(raw, clientAddress.of(raw), siteSettings.now())
  const rates = createAddressRates(context)
  const app = createHttpServer(context, { security, contextOf, replyError }, clientAddress)
  const { log, metrics, faults } = telemetry
  const logRequest = createRequestLog({ log, metrics, addresses: config.logAddresses })
  const ofAll: (Step | false)[] = [
    config.metricsPort === 0 && ((request, reply) => sendMetrics(request, reply, context, rates.wrongToken)),
    // Before validation, which rejects with an error page.
    config.previewPassword !== '' &&
      (await createDraftsAccess(app, config.previewPassword, rates.wrongPassword)),
    (request) => checkProxy(request, clientAddress, faults),
    // A site on its own content sends no such requests.
    config.apiBase !== '' && ((request, reply) => rejectLoop(request, reply, context)),
    validateRequest,
  ]
  const beyondAssets: (Step | false)[] = [
    // Before anything reads it: a visitor's browser may have stored an id before the setting was changed.
    !config.fingerprint && (({ headers }) => delete headers['finger-print']),
    rates.check,
    createSearchLimit(app, context, translations),
    createRedirect(build.redirects),
    (request, reply) => negotiateLanguage(request, reply, siteSettings.now()),
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
    logRequest(request, reply)
    reply.headers(security.fields)
    take(request, reply).then(() => done(), done)
  })
  if (config.showDrafts || mode.development) installNoStore(app)
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
function createRedirect(matcher: Matcher): Step | false {
  if (Object.values(matcher).every((rules) => Object.keys(rules).length === 0)) return false
  const find = createFindRedirect(matcher)
  return ({ url, site }, reply) => {
    if (!site.isRead) return undefined
    const redirect = find(site)
    if (redirect?.status === 410) throw pageError(410, `Page gone: ${url}`)
    if (!redirect) return undefined
    // A temporary redirect must be revalidated.
    const cacheControl = redirect.status === 302 ? 'no-cache' : 'public, max-age=3600'
    return reply.header('cache-control', cacheControl).redirect(redirect.to, redirect.status)
  }
}
