// Telemetry of a server: the metrics, the log on standard output, and the faults.
import type { FastifyBaseLogger } from 'fastify'
import { createFaults, type Faults } from './faults.ts'
import { createLogOutput, createSecretMask, createSiteLog, type UpstreamAccess } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'

export type Telemetry = {
  log: FastifyBaseLogger
  metrics: Metrics
  faults: Faults
}

/** `build`: of a site, whose process is measured. */
export function createTelemetry(
  config: UpstreamAccess & { logLevel: string },
  { isPretty, build = '' }: { isPretty: boolean; build?: string },
): Telemetry {
  const withoutSecrets = createSecretMask(config)
  const metrics = createMetrics(build, build !== '')
  const output = createLogOutput(() => metrics.count('site_log_dropped_total', {}))
  const log = createSiteLog({ level: config.logLevel, isPretty, withoutSecrets, write: output.write })
  const faults = createFaults(log, metrics, withoutSecrets)
  faults.watch('log lines dropped', output.fault)
  return { log, metrics, faults }
}
