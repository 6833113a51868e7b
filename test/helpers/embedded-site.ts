// A whole site over the embedded content of a folder that the test changes, with a clock that it moves.
import { join } from 'node:path'
import type { Test } from 'tap'
import { createLocalSource } from '../../server/content/calls/local-source.ts'
import { createCurrentContent } from '../../server/content/store/current-content.ts'
import { watchFolder } from '../../server/content/store/watch.ts'
import { openStores } from '../../server/forms/stores.ts'
import { createLocalReader, createLocalSearch } from './content-reader.ts'
import { type Parts, startApp } from './site.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

type Options = {
  folder: string
  /** Milliseconds since 1970. */
  now?: () => number
  env?: Record<string, string>
  /** Folder of an earlier site, which is closed. */
  dataDir?: string
  watch?: boolean
}

/** As `npm start` with `CONTENT_DIR`. Closes with the test. */
export async function createEmbeddedSite(t: Test, options: Options) {
  const { folder, now = Date.now, dataDir = temporaryFolder(t) } = options
  const env = { DATA_DIR: dataDir, CONTENT_DIR: folder, ...options.env }
  const time = { now, monotonic: now }
  const open = async ({ config, telemetry }: Parts) => {
    const stores = await openStores({ config, telemetry, time })
    const { log } = telemetry
    const content = await createCurrentContent({
      ...{ folder, log, now, reader: createLocalReader(), search: createLocalSearch },
      ...{ showsDrafts: config.showDrafts, richText: { imageHosts: [] } },
      indexFolder: join(dataDir, 'content'),
      watch: (options.watch ?? true) ? watchFolder : undefined,
    })
    const source = createLocalSource(content, stores.saveMessage, { folder, log, now })
    return { stores, source: { ...source, reload: content.reload } }
  }
  const site = await startApp(t, { env }, { folder, time, open })
  const { source: origin, app, get } = site
  return {
    ...site,
    origin,
    dataDir,
    body: async (url: string) => (await get(url)).body,
    /** Whether a response comes from the cache, by its Cache-Status. */
    isHit: async (url: string) => /; hit/.test(String((await get(url)).headers['cache-status'])),
    post: (url: string, payload: object) => app.inject({ method: 'POST', url, payload }),
    close: () => app.close(),
  }
}

/** File system events have no defined delay. */
export const eventually = (condition: () => boolean | Promise<boolean>): Promise<void> => until(condition)
