// Operation as configured: health, builds, reports of browsers, and what operators send.
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import { installBuilds } from './builds.ts'
import { installClientErrors } from './client-errors.ts'
import { contentWarnings } from './content-warnings.ts'
import { installHealth, type WarmUp } from './health.ts'
import { createOperatorCheck } from './operator.ts'
import { installPolicyReports } from './policy-reports.ts'
import { installPreview } from './preview.ts'
import type { PreviewLinks } from './preview-links.ts'
import { installPurge, type Purge, type TargetsOfItem } from './purge.ts'

type SiteOpsOptions = {
  warmUp: WarmUp
  purge: Purge
  previewLinks: PreviewLinks
  /** Drafts included. */
  isMissingInPreview: (path: string, log: FastifyBaseLogger) => Promise<boolean>
  targetsOfItem: TargetsOfItem
  rates: { wrongToken: SecondsForWrong }
}

export async function installSiteOps(app: FastifyInstance, context: AppContext, options: SiteOpsOptions) {
  const { config, origin, build, facts, mode, time } = context
  const { log, metrics } = context.telemetry
  const { warmUp, purge, previewLinks: links, isMissingInPreview: isMissing, targetsOfItem, rates } = options
  const { monotonic } = time
  installHealth(app, {
    warmUp: mode.warm ? warmUp : undefined,
    warnings: () => contentWarnings(origin.problems?.() ?? []),
    draining: mode.draining,
    log,
  })
  installBuilds(app, build)
  await installClientErrors(app, { countError: metrics.countClientError, monotonic })
  await installPolicyReports(app, { countReport: metrics.countPolicyReport, monotonic })
  if (config.opsToken !== '') {
    const checkOperator = createOperatorCheck({ token: config.opsToken, secondsForWrong: rates.wrongToken })
    installPurge(app, { checkOperator, purge, targetsOfItem })
    const { redirects } = build
    installPreview(app, { checkOperator, links, redirects, facts: facts.now, isMissing })
  }
}
