// Creates the content source as configured: an upstream with the contract, or the embedded content API.
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { ContentSource } from '../base/content-source.ts'
import type { Config } from '../config/schema.ts'
import type { SaveMessage } from '../content/calls/form-call.ts'
import { viaName } from '../http/loop-detection.ts'

/**
 * A server loads the HTTP client for an upstream, or else Markdown and search. `watch`: changes of embedded content are served without
 * a restart.
 */
export async function createContentSource(
  { config, distDir, telemetry }: Pick<AppContext, 'config' | 'distDir' | 'telemetry'>,
  saveMessage: SaveMessage,
  watch = false,
): Promise<ContentSource> {
  if (config.apiBase) {
    const { createUpstream } = await import('../upstream/upstream.ts')
    return createUpstream({ base: config.apiBase, fields: upstreamFields(config), telemetry })
  }
  const { createLocalSource } = await import('../content/calls/local-source.ts')
  const { createContentReader } = await import('../content/store/content-reader.ts')
  const { createSearchThread } = await import('../content/search/search-thread.ts')
  const { contentDir: folder, dataDir, imageHosts, showDrafts: showsDrafts } = config
  const { log, metrics } = telemetry
  const onOverload = () => metrics.count('site_refused_total', { limit: 'searches' })
  const store = {
    reader: createContentReader(distDir),
    search: (indexFile: string) => createSearchThread(distDir, indexFile, { log, onOverload }),
    indexFolder: join(dataDir, 'content'),
    richText: { imageHosts },
    showsDrafts,
  }
  return createLocalSource({ folder, saveMessage, store, log, watch })
}

export function upstreamFields({ siteUrl, apiToken, apiFields }: Config): Record<string, string> {
  return {
    ...(apiToken && { authorization: `Bearer ${apiToken}` }),
    ...apiFields,
    via: `1.1 ${viaName(siteUrl)}`,
  }
}
