// Creates the origin as configured: an upstream with the contract, a content system, or the embedded content API.
import type { Telemetry } from '../app-context.ts'
import type { KeptFacts } from '../base/kept-facts.ts'
import type { Origin } from '../base/origin.ts'
import type { SaveMessage } from '../calls/form-call.ts'
import type { PulledOptions } from '../calls/pulled-origin.ts'
import type { Config } from '../config/config.ts'
import { withOptionalSearch } from '../origin/optional-search.ts'
import { withLifetimes } from '../origin/origin-lifetime.ts'
import { createUpstream } from '../origin/upstream.ts'
import type { SharedIds } from '../sources/systems/ids.ts'
import type { SharedPull } from '../store/pull/shared-copy.ts'
import { recordsFile } from '../store/records.ts'

/** As for the parts of a page that are not needed. */
const searchTimeoutMs = 2500

type OriginOptions = {
  config: Config
  /** The output folder of build.mjs. */
  distDir: string
  telemetry: Telemetry
  facts: Pick<KeptFacts, 'sections'>
  watch: boolean
  /** Stores the messages of an origin in this process. */
  saveMessage: SaveMessage
  /** Numbers of items that several servers share. */
  sharedIds?: SharedIds | undefined
  /** What several servers share of what one of them pulls. */
  sharedPull?: SharedPull | undefined
}

export async function createOrigin({
  config,
  distDir,
  telemetry,
  facts,
  watch,
  saveMessage,
  sharedIds,
  sharedPull,
}: OriginOptions): Promise<Origin> {
  const { log, metrics, tracing, problems } = telemetry
  const searches = { onOverload: () => metrics.countRejected('searches') }
  const connect = (base: string, fields: Record<string, string>) =>
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
  if (config.apiBase) {
    const origin =
      config.apiKind === 'native'
        ? connect(config.apiBase, nativeFields(config))
        : await pulled({
            config,
            log,
            distDir,
            saveMessage,
            system: { connect, report: problems.report },
            servers: { sharedIds, sharedPull },
            searches,
          })
    const { originResponseLimit: responseLimit } = config
    const searching = { sections: facts.sections, responseLimit, timeoutMs: searchTimeoutMs }
    const upstream = origin.isLocal ? withLifetimes(origin) : withOptionalSearch(origin, searching)
    if (config.brandDir === '') return upstream
    const { createBrandOverlay } = await import('../calls/brand-overlay.ts')
    const { createSiteReader } = await import('../store/reading-thread.ts')
    return createBrandOverlay(upstream, {
      folder: config.brandDir,
      responseLimit,
      log,
      recordsFile: recordsFile(config.dataDir),
      reader: createSiteReader(distDir, log),
    })
  }
  // Loaded on demand: a server with an upstream needs neither Markdown nor search.
  const { createSiteContent } = await import('../calls/embedded-origin.ts')
  const content = await createSiteContent({
    config,
    saveMessage,
    distDir,
    log,
    watch,
    searches,
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
