// A whole site over the embedded content of a folder that the test changes, with a clock that it moves.
import { join } from 'node:path'
import type { Test } from 'tap'
import { createApp } from '../../server/app.ts'
import { readBuild } from '../../server/base/build.ts'
import { parseConfig } from '../../server/config/config.ts'
import { createLocalSource } from '../../server/content/calls/local-source.ts'
import { openStores } from '../../server/forms/stores.ts'
import { createFaults } from '../../server/telemetry/faults.ts'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { createLocalReader, createLocalSearch } from './content-reader.ts'
import { createLog } from './log.ts'
import { distDir, personAgent, siteUrl } from './site.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

type Options = {
  folder: string
  /** Milliseconds since 1970. */
  now?: () => number
  env?: Record<string, string>
  /** Folder of an earlier site, which is closed. */
  dataDir?: string
  /** Whether the content index stays for the next start. */
  storesIndex?: boolean
  watch?: boolean
}

/** As `npm start` with `CONTENT_DIR`. Closes with the test. */
export async function createEmbeddedSite(t: Test, options: Options) {
  const { folder, now = Date.now, env = {}, dataDir = temporaryFolder(t), storesIndex = true } = options
  const parsed = parseConfig({ SITE_URL: siteUrl, DATA_DIR: dataDir, CONTENT_DIR: folder, ...env }, folder)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const { log, lines } = createLog()
  const metrics = createMetrics()
  const time = { now, monotonic: now }
  const stores = await openStores({ config: parsed.config, telemetry: { log }, time })
  const origin = await createLocalSource({
    folder,
    saveMessage: stores.saveMessage,
    store: {
      reader: createLocalReader(),
      search: createLocalSearch,
      showsDrafts: parsed.config.showDrafts,
      ...(storesIndex && { indexFolder: join(dataDir, 'content') }),
    },
    log,
    now,
    watch: options.watch ?? true,
  })
  const build = await readBuild(distDir)
  const app = await createApp({
    config: parsed.config,
    source: origin,
    build,
    distDir,
    telemetry: { log, metrics, faults: createFaults({ log, metrics, now }) },
    stores,
    time,
  })
  t.teardown(() => app.close())
  const get = (url: string, headers: Record<string, string> = {}) =>
    app.inject({
      url,
      headers: { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh-CN', ...headers },
    })
  return {
    app,
    build,
    origin,
    lines,
    dataDir,
    get,
    body: async (url: string) => (await get(url)).body,
    /** Whether a response comes from the cache, by its Cache-Status. */
    isHit: async (url: string) => /; hit/.test(String((await get(url)).headers['cache-status'])),
    post: (url: string, payload: object) => app.inject({ method: 'POST', url, payload }),
    close: () => app.close(),
  }
}

/** File system events have no defined delay. */
export const eventually = (condition: () => boolean | Promise<boolean>): Promise<void> => until(condition)
