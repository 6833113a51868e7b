// Creates the upstream as configured: an upstream with the contract, or the embedded content API.
import type { Telemetry } from '../app-context.ts'
import type { ContentSource } from '../base/content-source.ts'
import type { Config } from '../config/schema.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import { viaName } from '../http/loop-detection.ts'

type ContentSourceOptions = {
  config: Config
  /** The output folder of build.mjs. */
  distDir: string
  telemetry: Telemetry
  watch: boolean
  /** Stores the messages of an upstream in this process. */
  saveMessage: SaveMessage
}

export async function createContentSource(options: ContentSourceOptions): Promise<ContentSource> {
  const create = await loadContentSource(options.config)
  return create(options)
}

/** Loads what creates it: a server needs the HTTP client for an upstream, or else Markdown and search. */
export async function loadContentSource({ apiBase }: Pick<Config, 'apiBase'>) {
  if (apiBase) return upstreamOf
  const { createSiteContent } = await import('../content/calls/local-source.ts')
  return async ({
    telemetry: { log, metrics },
    ...options
  }: ContentSourceOptions): Promise<ContentSource> => {
    const onOverload = () => metrics.count('site_refused_total', { limit: 'searches' })
    return createSiteContent({ ...options, log, onOverload })
  }
}

async function upstreamOf({ config, telemetry }: ContentSourceOptions): Promise<ContentSource> {
  const { createUpstream } = await import('../upstream/upstream.ts')
  return createUpstream({ base: config.apiBase, fields: upstreamFields(config), telemetry })
}

export function upstreamFields({ siteUrl, apiToken, apiFields }: Config): Record<string, string> {
  return {
    ...(apiToken && { authorization: `Bearer ${apiToken}` }),
    ...apiFields,
    via: `1.1 ${viaName(siteUrl)}`,
  }
}
