// What every request meets, as configured: request log, security, limits, errors, redirects and files.
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { createClientAddress } from '../base/client-address.ts'
import { viaName } from '../base/via.ts'
import { createRequestRecord, installRequestLog } from '../telemetry/request-log.ts'
import { createAddressRates, installAddressRates } from './address-rates.ts'
import { installAssets } from './assets.ts'
import { installCompression } from './compression.ts'
import { installDraftsAccess, installNoStore } from './drafts-access.ts'
import { type ErrorReply, installErrors } from './errors.ts'
import { installLanguageSwitch } from './language.ts'
import { installLoopDetection } from './loop-detection.ts'
import { installMetrics } from './metrics.ts'
import { createOpenResponses } from './parser-errors.ts'
import { installRedirects } from './redirects.ts'
import { installRequestValidation } from './request-validation.ts'
import { installSearchLimit } from './search-limit.ts'
import { createSecurity, installSecurity } from './security.ts'
import { installSecurityTxt } from './security-txt.ts'
import { installUnreadProxy } from './unread-proxy.ts'

export type SiteHttp = ReturnType<typeof createSiteHttp>

const isHttps = ({ siteUrl }: AppContext['config']) => siteUrl.startsWith('https:')

export function createSiteHttp({ config, build, telemetry: { log, metrics }, time }: AppContext) {
  const { monotonic } = time
  const clientAddress = createClientAddress(config.trustProxy)
  return {
    clientAddress,
    record: createRequestRecord({
      log,
      metrics,
      addresses: config.logAddresses,
    }),
    security: createSecurity({
      https: isHttps(config),
      isIndexable: config.robots,
      imageHosts: config.imageHosts,
      inlineScripts: Object.values(build.inlineScripts),
      analytics: config.analytics,
      analyticsHost: config.analyticsHost,
    }),
    openResponses: createOpenResponses(),
    rates: createAddressRates({
      percent: config.addressRate,
      monotonic,
      countRejected: metrics.countRejected,
    }),
  }
}

/** The parts are installed in the order in which a request meets them. Returns the warnings of /readyz. */
export async function installSiteHttp(
  app: FastifyInstance,
  context: AppContext,
  { record, clientAddress, security, rates }: SiteHttp,
  { replyError, busyMessage }: { replyError: ErrorReply; busyMessage: (url: string) => string },
) {
  const { config, build, distDir, facts, telemetry, time, mode } = context
  const { log, metrics, visitors } = telemetry
  installRequestLog(app, { record, visitors, clientAddress })
  installSecurity(app, security)
  if (config.showDrafts || mode.development) installNoStore(app)
  if (config.metricsPort === 0)
    installMetrics(app, { metrics, opsToken: config.opsToken, secondsForWrong: rates.wrongToken })
  // Before validation, which rejects with an error page.
  if (config.previewPassword) await installDraftsAccess(app, config.previewPassword, rates.wrongPassword)
  const proxyWarnings = installUnreadProxy(app, { isTrusted: clientAddress.isTrusted, log })
  // A site on its own content sends no such requests.
  const loopWarnings =
    config.apiBase === ''
      ? () => []
      : installLoopDetection(app, { name: viaName(config.siteUrl), log, monotonic: time.monotonic })
  installRequestValidation(app)
  // Before anything reads it: a visitor's browser may have stored an id before the setting was changed.
  if (!config.fingerprint)
    app.addHook('onRequest', async ({ headers }) => void delete headers['finger-print'])
  await installCompression(app)
  await app.register(cookie)
  installErrors(app, replyError, facts.now)
  installAddressRates(app, rates)
  installSearchLimit(app, {
    most: Math.ceil(config.renderConcurrency / 2),
    isByAddress: config.addressRate > 0,
    countRejected: metrics.countRejected,
    messageOf: busyMessage,
  })
  installRedirects(app, build.redirects)
  installLanguageSwitch(app, { secure: isHttps(config), facts: facts.now })
  await installAssets(app, { distDir, sharedDir: config.assetsDir, log })
  installSecurityTxt(app, config, time.now)
  return () => [...proxyWarnings(), ...loopWarnings()]
}
