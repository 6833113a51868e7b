// Creates the content source as configured: an upstream with the contract, or the embedded content API.
import type { AppContext } from '../app-context.ts'
import type { ContentSource } from '../base/content-source.ts'
import type { Config } from '../config/schema.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import { viaName } from '../http/loop-detection.ts'

/** `saveMessage`: for those of embedded content. */
type ContentSourceOptions = Pick<AppContext, 'config' | 'distDir' | 'telemetry'> & {
  watch?: boolean
  saveMessage: SaveMessage
}

/** A server loads the HTTP client for an upstream, or else Markdown and search. */
export async function createContentSource({
  telemetry,
  ...options
}: ContentSourceOptions): Promise<ContentSource> {
  const { config } = options
  if (config.apiBase) {
    const { createUpstream } = await import('../upstream/upstream.ts')
    return createUpstream({ base: config.apiBase, fields: upstreamFields(config), telemetry })
  }
  const { createSiteContent } = await import('../content/calls/local-source.ts')
  const { log, metrics } = telemetry
  const onOverload = () => metrics.count('site_refused_total', { limit: 'searches' })
  return createSiteContent({ ...options, log, onOverload })
}

export function upstreamFields({ siteUrl, apiToken, apiFields }: Config): Record<string, string> {
  return {
    ...(apiToken && { authorization: `Bearer ${apiToken}` }),
    ...apiFields,
    via: `1.1 ${viaName(siteUrl)}`,
  }
}
