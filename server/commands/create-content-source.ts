// Creates the content source as configured: an upstream with the contract, or the embedded content API.
import type { AppContext } from '../app-context.ts'
import type { ContentSource } from '../base/content-source.ts'
import type { Config } from '../config/schema.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import { viaName } from '../http/loop-detection.ts'

/** A server loads the HTTP client for an upstream, or else Markdown and search. `watch`: see createEmbeddedContent. */
export async function createContentSource(
  { config, distDir, telemetry }: Pick<AppContext, 'config' | 'distDir' | 'telemetry'>,
  saveMessage: SaveMessage,
  watch = false,
): Promise<ContentSource> {
  if (config.apiBase) {
    const { createUpstream } = await import('../upstream/upstream.ts')
    return createUpstream({ base: config.apiBase, fields: upstreamFields(config), telemetry })
  }
  const { createEmbeddedContent } = await import('../content/embedded-content.ts')
  return createEmbeddedContent({ config, distDir, telemetry }, saveMessage, watch)
}

export function upstreamFields({ siteUrl, apiToken, apiFields }: Config): Record<string, string> {
  return {
    ...(apiToken && { authorization: `Bearer ${apiToken}` }),
    ...apiFields,
    via: `1.1 ${viaName(siteUrl)}`,
  }
}
