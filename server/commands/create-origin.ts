// Creates the origin as configured: an upstream with the contract, a content system, or the embedded content API.
import type { Telemetry } from '../app-context.ts'
import type { Origin } from '../base/origin.ts'
import type { SaveMessage } from '../calls/form-call.ts'
import type { PulledOptions } from '../calls/pulled-origin.ts'
import type { Config } from '../config/config.ts'
import { withLifetimes } from '../origin/origin-lifetime.ts'
import type { SharedIds } from '../sources/systems/ids.ts'
import type { SharedPull } from '../store/pull/shared-copy.ts'

export type OriginOptions = {
  config: Config
  /** The output folder of build.mjs. */
  distDir: string
  telemetry: Telemetry
  watch: boolean
  /** Stores the messages of an origin in this process. */
  saveMessage: SaveMessage
  /** Numbers of items that several servers share. */
  sharedIds?: SharedIds | undefined
  /** What several servers share of what one of them pulls. */
  sharedPull?: SharedPull | undefined
}

export async function createOrigin(options: OriginOptions): Promise<Origin> {
  const { config, distDir, telemetry, watch, saveMessage } = options
  const { log, metrics } = telemetry
  const searches = { onOverload: () => metrics.countRejected('searches') }
  if (!config.apiBase) {
    // Loaded on demand: a server needs the HTTP client for an upstream, or else Markdown and search.
    const { createSiteContent } = await import('../calls/embedded-origin.ts')
    return withLifetimes(await createSiteContent({ config, saveMessage, distDir, log, watch, searches }))
  }
  const connect = await connectTo(config, telemetry)
  const origin =
    config.apiKind === 'native'
      ? connect(config.apiBase, nativeFields(config))
      : await pulled({
          config,
          log,
          distDir,
          saveMessage,
          system: { connect, report: telemetry.problems.report },
          servers: { sharedIds: options.sharedIds, sharedPull: options.sharedPull },
          searches,
        })
  return origin.isLocal ? withLifetimes(origin) : origin
}

async function connectTo(config: Config, { log, metrics, tracing }: Telemetry) {
  const { createUpstream } = await import('../origin/upstream.ts')
  return (base: string, fields: Record<string, string>) =>
    createUpstream({
      base,
      fields,
      log,
      connections: config.originConnections,
      caFile: config.originCa || undefined,
      telemetry: {
        observe: metrics.observeOrigin,
        onOverload: () => metrics.countRejected('origin'),
        outgoing: tracing.outgoing,
        client: tracing.client,
      },
    })
}

async function pulled(options: PulledOptions): Promise<Origin> {
  const { createPulled } = await import('../calls/pulled-origin.ts')
  return createPulled(options)
}

function nativeFields({ apiToken, apiFields }: Config): Record<string, string> {
  return { ...(apiToken && { authorization: `Bearer ${apiToken}` }), ...apiFields }
}
