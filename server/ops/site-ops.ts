// Operation as configured: health, builds, and what operators send.
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../app-context.ts'
import type { SecondsForWrong } from '../base/rate-limit.ts'
import { installBuilds } from './builds.ts'
import { contentWarnings } from './content-warnings.ts'
import { installHealth, type WarmUp } from './health.ts'
import { createOperatorCheck } from './operator.ts'
import { installPurge, type Purge, type TargetsOfItem } from './purge.ts'

type SiteOpsOptions = {
  warmUp: WarmUp
  /** Of the HTTP server and of the pages. */
  warnings: () => string[]
  purge: Purge
  targetsOfItem: TargetsOfItem
  rates: { wrongToken: SecondsForWrong }
}

export async function installSiteOps(app: FastifyInstance, context: AppContext, options: SiteOpsOptions) {
  const { config, origin, build, mode } = context
  const { log, problems } = context.telemetry
  const { warmUp, warnings, purge, targetsOfItem, rates } = options
  installHealth(app, {
    warmUp: mode.warm ? warmUp : undefined,
    warnings: () => [
      ...context.telemetry.warnings(),
      ...warnings(),
      ...contentWarnings(origin.problems?.() ?? []),
      ...problems.warnings(),
    ],
    draining: mode.draining,
    log,
  })
  installBuilds(app, build)
  if (config.opsToken !== '') {
    const checkOperator = createOperatorCheck({ token: config.opsToken, secondsForWrong: rates.wrongToken })
    installPurge(app, { checkOperator, purge, targetsOfItem })
  }
}
