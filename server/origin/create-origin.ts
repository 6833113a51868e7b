// Creates the origin as configured: an upstream, or the embedded content API.
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { createUpstream } from './upstream.ts'

type Options = {
  config: Config
  log: FastifyBaseLogger
  watch: boolean
  metrics: Metrics
  tracing: Tracing
}

export async function createOrigin({ config, log, watch, metrics, tracing }: Options): Promise<Origin> {
  if (config.apiBase) {
    return createUpstream({
      base: config.apiBase,
      connections: config.originConnections,
      caFile: config.originCa || undefined,
      log,
      observe: metrics.observeOrigin,
      onOverload: () => metrics.countRejected('origin'),
      tracing: tracing.outgoing,
      client: tracing.client,
    })
  }
  // Loaded on demand: a server with an upstream needs neither Markdown nor search.
  const { createEmbeddedOrigin } = await import('../content/embedded-origin.ts')
  return createEmbeddedOrigin({
    folder: config.contentDir,
    dataFile: join(config.dataDir, 'forms.sqlite'),
    log,
    watch,
    now: Date.now,
  })
}
