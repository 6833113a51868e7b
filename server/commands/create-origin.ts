// Creates the origin as configured: an upstream with the contract, a content system, or the embedded content API.
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../base/origin.ts'
import type { FormStore } from '../calls/form-store.ts'
import type { PulledOptions } from '../calls/pulled-origin.ts'
import type { Config } from '../config/config.ts'
import { withOptionalSearch } from '../origin/optional-search.ts'
import { withLifetimes } from '../origin/origin-lifetime.ts'
import { createUpstream } from '../origin/upstream.ts'
import type { SharedIds } from '../sources/systems/ids.ts'
import type { SharedPull } from '../store/pull/shared-copy.ts'
import { recordsFile } from '../store/records.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { OriginProblems } from '../telemetry/origin-problems.ts'
import type { Tracing } from '../telemetry/tracing.ts'

/** As for the parts of a page that are not needed. */
const searchTimeoutMs = 2500

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
  problems: OriginProblems
  /** Numbers of items that several servers share. */
  sharedIds: () => Promise<SharedIds | undefined>
  /** What several servers share of what one of them pulls. */
  sharedPull?: () => Promise<SharedPull | undefined>
}

export async function createOrigin({
  config,
  distDir,
  log,
  watch,
  formStore,
  metrics,
  tracing,
  problems,
  sharedIds,
  sharedPull,
}: Options): Promise<Origin> {
  const connect = (base: string, fields: Record<string, string>) =>
    createUpstream({
      base,
      fields,
      log,
      connections: config.originConnections,
      caFile: config.originCa || undefined,
      observe: metrics.observeOrigin,
      onOverload: () => metrics.countRejected('origin'),
      tracing: tracing.outgoing,
      client: tracing.client,
    })
  const limits = { responseLimit: config.originResponseLimit, timeoutMs: searchTimeoutMs }
  if (config.apiBase) {
    const origin =
      config.apiKind === 'native'
        ? connect(config.apiBase, nativeFields(config))
        : await pulled({
            config,
            log,
            distDir,
            onSearchOverload: () => metrics.countRejected('searches'),
            connect,
            formStore: await formStore(),
            sharedIds: await sharedIds(),
            sharedPull: await sharedPull?.(),
            report: problems.report,
          })
    const upstream = origin.isLocal ? withLifetimes(origin) : withOptionalSearch(origin, limits)
    if (config.brandDir === '') return upstream
    const { createBrandOverlay } = await import('../calls/brand-overlay.ts')
    const { createSiteReader } = await import('../store/reading-thread.ts')
    return createBrandOverlay(upstream, {
      folder: config.brandDir,
      responseLimit: config.originResponseLimit,
      log,
      recordsFile: recordsFile(config.dataDir),
      reader: createSiteReader(distDir, log),
    })
  }
  // Loaded on demand: a server with an upstream needs neither Markdown nor search.
  const { createSiteContent } = await import('../calls/embedded-origin.ts')
  const content = await createSiteContent({
    config,
    formStore: await formStore(),
    distDir,
    log,
    watch,
    onSearchOverload: () => metrics.countRejected('searches'),
  })
  return withLifetimes(content)
}

async function pulled(options: PulledOptions): Promise<Origin> {
  const { createPulled } = await import('../calls/pulled-origin.ts')
  return createPulled(options)
}

function nativeFields({ apiToken, apiFields }: Config): Record<string, string> {
  return { ...(apiToken && { authorization: `Bearer ${apiToken}` }), ...apiFields }
}
