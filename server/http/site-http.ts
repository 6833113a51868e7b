// What every request meets, as configured: request log, security, limits, errors, previews, redirects and files.
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import { createClientAddress } from '../base/client-address.ts'
import { createPreviewLinks } from '../ops/preview-links.ts'
import { installMetrics } from '../telemetry/metrics.ts'
import { createRequestRecord, installRequestLog } from '../telemetry/request-log.ts'
import { createAddressRates, installAddressRates } from './address-rates.ts'
import { installAssets } from './assets.ts'
import { installCompression } from './compression.ts'
import { type ErrorReply, installErrors } from './errors.ts'
import { installLanguageSwitch } from './language.ts'
import { createOpenResponses } from './parser-errors.ts'
import { createPreviews } from './previews.ts'
import { installRedirects } from './redirects.ts'
import { installRequestValidation } from './request-validation.ts'
import { installSearchLimit } from './search-limit.ts'
import { createSecurity, installSecurity } from './security.ts'
import { installSecurityTxt } from './security-txt.ts'

export type SiteHttp = ReturnType<typeof createSiteHttp>

const isHttps = ({ siteUrl }: AppContext['config']) => siteUrl.startsWith('https:')

export function createSiteHttp({ config, build, facts, telemetry: { log, metrics }, time }: AppContext) {
  const { now, monotonic } = time
  const clientAddress = createClientAddress(config.trustProxy)
  const previewLinks = createPreviewLinks({ opsToken: config.opsToken, siteUrl: config.siteUrl, now })
  return {
    clientAddress,
    record: createRequestRecord({
      log,
      metrics,
      clientAddress,
      assetsOneIn: config.logAssetsOneIn,
      addresses: config.logAddresses,
    }),
    security: createSecurity({
      https: isHttps(config),
      isIndexable: config.robots,
      imageHosts: config.imageHosts,
      inlineScripts: Object.values(build.inlineScripts),
      analytics: config.analytics,
    }),
    openResponses: createOpenResponses(),
    rates: createAddressRates({
      percent: config.addressRate,
      monotonic,
      countRejected: metrics.countRejected,
    }),
    previewLinks,
    previews: createPreviews(previewLinks, facts.now),
  }
}

/** The parts are installed in the order in which a request meets them. */
export async function installSiteHttp(
  app: FastifyInstance,
  context: AppContext,
  { record, clientAddress, security, rates, previews }: SiteHttp,
  { replyError, busyMessage }: { replyError: ErrorReply; busyMessage: (url: string) => string },
) {
  const { config, build, distDir, facts, telemetry, time } = context
  const { log, metrics, visitors } = telemetry
  installRequestLog(app, { record, visitors, clientAddress })
  installSecurity(app, security)
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
  previews.install(app, rates.wrongPreview)
  installRedirects(app, build.redirects)
  installLanguageSwitch(app, { secure: isHttps(config), facts: facts.now })
  await installAssets(app, { distDir, sharedDir: config.assetsDir, log })
  installSecurityTxt(app, config, time.now)
  if (config.metricsPort === 0) installMetrics(app, metrics)
}
