// Creates the origin as configured: an upstream with the contract, a content system, or the embedded content API.
import type { FastifyBaseLogger } from 'fastify'
import type { Origin } from '../base/origin.ts'
import type { SaveMessage } from '../calls/form-call.ts'
import type { PulledOptions } from '../calls/pulled-origin.ts'
import type { Config } from '../config/config.ts'
import { internalHost, secretTexts } from '../origin/hidden-text.ts'
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
  /** Stores the messages of an origin in this process. */
  saveMessage: SaveMessage
  metrics: Metrics
  tracing: Tracing
  problems: OriginProblems
  /** Numbers of items that several servers share. */
  sharedIds?: SharedIds | undefined
  /** What several servers share of what one of them pulls. */
  sharedPull?: SharedPull | undefined
}

export async function createOrigin({
  config,
  distDir,
  log,
  watch,
  saveMessage,
  metrics,
  tracing,
  problems,
  sharedIds,
  sharedPull,
}: Options): Promise<Origin> {
  const connect = (base: string, fields: Record<string, string>, isNative = false) =>
    createUpstream({
      ...{ base, fields, log },
      // A source replaces the addresses of its system itself.
      hidden: { texts: secretTexts(fields), host: isNative ? internalHost(base) : undefined },
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
        ? connect(config.apiBase, nativeFields(config), true)
        : await pulled({
            ...{ config, log, distDir, onSearchOverload: () => metrics.countRejected('searches') },
            connect,
            ...{ saveMessage, sharedIds, sharedPull },
            report: problems.report,
          })
    const upstream = origin.isLocal ? withLifetimes(origin) : withOptionalSearch(origin, limits)
    if (config.brandDir === '') return upstream
    const { createBrandOverlay } = await import('../calls/brand-overlay.ts')
    const { createSiteReader } = await import('../store/reading-thread.ts')
    return createBrandOverlay(upstream, {
      ...{ folder: config.brandDir, responseLimit: config.originResponseLimit, log },
      ...{ recordsFile: recordsFile(config.dataDir), reader: createSiteReader(distDir, log) },
    })
  }
  // Loaded on demand: a server with an upstream needs neither Markdown nor search.
  const { createSiteContent } = await import('../calls/embedded-origin.ts')
  const content = await createSiteContent({
    ...{ config, saveMessage, distDir, log, watch },
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
