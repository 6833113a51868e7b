// Embedded content: a folder as a content API. A thread reads its files into a database, the calls read the database.
import { join } from 'node:path'
import type { AppContext } from '../app-context.ts'
import type { LocalSource } from '../base/content-source.ts'
import type { SaveMessage } from './calls/form-call.ts'
import { createLocalSource } from './calls/local-source.ts'
import { createSearchThread } from './search/search-thread.ts'
import { createContentReader } from './store/content-reader.ts'
import { createCurrentContent } from './store/current-content.ts'
import { watchFolder } from './store/watch.ts'

/**
 * Rejects when the folder cannot be read. `saveMessage` stores the messages of forms. `watch`: changes in the folder, and items that
 * become due, are served without a restart.
 */
export async function createEmbeddedContent(
  { config, distDir, telemetry }: Pick<AppContext, 'config' | 'distDir' | 'telemetry'>,
  saveMessage: SaveMessage,
  watch: boolean,
): Promise<LocalSource> {
  const { contentDir: folder, dataDir, imageHosts, showDrafts: showsDrafts } = config
  const { log, metrics } = telemetry
  const onOverload = () => metrics.count('site_refused_total', { limit: 'searches' })
  const content = await createCurrentContent({
    folder,
    reader: createContentReader(distDir),
    search: (indexFile) => createSearchThread(distDir, indexFile, { log, onOverload }),
    indexFolder: join(dataDir, 'content'),
    richText: { imageHosts },
    showsDrafts,
    watch: watch ? watchFolder : undefined,
    log,
    now: Date.now,
  })
  return createLocalSource(content, saveMessage, { folder, log, now: Date.now })
}
