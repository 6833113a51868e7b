// Creates the origin as configured: an upstream, or the embedded content API.
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../base/origin.ts'
import type { Config } from '../config/config.ts'
import type { FormStore } from '../content/form-store.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Tracing } from '../telemetry/tracing.ts'
import { createUpstream } from './upstream.ts'

type Options = {
  config: Config
  /** The output folder of build.mjs. */
  distDir: string
  log: FastifyBaseLogger
  watch: boolean
  /** Of the embedded content API. */
  formStore: () => Promise<FormStore>
  metrics: Metrics
  tracing: Tracing
}

export async function createOrigin({
  config,
  distDir,
  log,
  watch,
  formStore,
  metrics,
  tracing,
}: Options): Promise<Origin> {
  if (config.apiBase) {
    const upstream = createUpstream({
      base: config.apiBase,
      connections: config.originConnections,
      caFile: config.originCa || undefined,
      log,
      observe: metrics.observeOrigin,
      onOverload: () => metrics.countRejected('origin'),
      tracing: tracing.outgoing,
      client: tracing.client,
    })
    if (config.brandDir === '') return upstream
    const { createBrandOverlay } = await import('./brand-overlay.ts')
    return createBrandOverlay(upstream, {
      ...{ folder: config.brandDir, responseLimit: config.originResponseLimit, log },
    })
  }
  // Loaded on demand: a server with an upstream needs neither Markdown nor search.
  const { createSiteContent } = await import('../content/embedded-origin.ts')
  return createSiteContent({ config, formStore: await formStore(), distDir, log, watch })
}
