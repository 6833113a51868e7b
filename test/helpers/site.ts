// A whole site for a test: the application in front of a real local origin, or of another source.
import { join } from 'node:path'
import type { InjectOptions } from 'fastify'
import type { Test } from 'tap'
import { createApp } from '../../server/app.ts'
import type { AppOptions } from '../../server/app-context.ts'
import { readBuild } from '../../server/base/build.ts'
import type { ContentSource } from '../../server/base/content-source.ts'
import { upstreamFields } from '../../server/commands/create-content-source.ts'
import { parseConfig } from '../../server/config/config.ts'
import { openStores, type Stores } from '../../server/forms/stores.ts'
import { createFaults } from '../../server/telemetry/faults.ts'
import { createSecretMask } from '../../server/telemetry/log.ts'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { createUpstream } from '../../server/upstream/upstream.ts'
import { createLog } from './log.ts'
import { createTestOrigin, sampleFolder, type TestOrigin } from './origin.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const distDir = join(import.meta.dirname, '../../dist')
export const siteUrl = 'https://www.tinglan.example'
export const personAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
export const botAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
/** A bot gets the whole page, which is stored if allowed. */
export const robot = { 'user-agent': botAgent }

export type Parts = Pick<AppOptions, 'config' | 'telemetry'>
type AppParts = Pick<AppOptions, 'mode' | 'mostRenders' | 'earlierAsset'> & {
  /** Settings, as an operator writes them. */
  env?: Record<string, string>
  config?: Partial<AppOptions['config']>
  /** The folder of another build. */
  dist?: string
}
type Times = NonNullable<AppOptions['time']>
type Modes = NonNullable<AppOptions['mode']>
type Options = Omit<AppParts, 'mode'> &
  Times &
  Modes & {
    /** Deadline for the upstream. */
    timeoutMs?: number
    /** And for Redis. */
    redisMs?: number
    folder?: string
    /** Path of API_BASE. */
    prefix?: string
    /** To the upstream. */
    connections?: number
    maxWaiting?: number
    /** Of another site. */
    origin?: TestOrigin
  }
export type Site = Awaited<ReturnType<typeof createSite>>

/** The application over a source; `folder`: the default of CONTENT_DIR. Closes with the test. */
export async function startApp<Source extends ContentSource>(
  t: Test,
  { env = {}, config: changes = {}, dist = distDir, ...parts }: AppParts,
  {
    folder,
    time,
    open,
  }: {
    folder: string
    time: Times
    open: (parts: Parts) => Promise<{ source: Source; stores: Stores }>
  },
) {
  const parsed = parseConfig({ SITE_URL: siteUrl, ...env }, folder)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const config = { ...parsed.config, ...changes }
  const build = await readBuild(dist)
  const { log, lines } = createLog()
  const metrics = createMetrics(build.id)
  const { now = Date.now } = time
  const faults = createFaults(log, metrics, createSecretMask(config), now)
  const telemetry = { log, metrics, faults }
  const opened = await open({ config, telemetry })
  const app = await createApp({ config, build, distDir: dist, telemetry, time, ...opened, ...parts })
  t.teardown(() => app.close())
  /** A GET as a browser in Chinese sends it. */
  const get = (url: string, headers: Record<string, string> = {}, options: InjectOptions = {}) =>
    app.inject({
      method: 'GET',
      url,
      headers: { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh-CN', ...headers },
      ...options,
    })
  return { app, config, source: opened.source, build, lines, get }
}

/** Longer than anything takes on a busy machine; tests of a deadline bring a shorter one. */
const patientMs = 60_000

/** Over an upstream. Closes with the test; its data folder is its own. The monotonic clock moves with `now` by default. */
export async function createSite(t: Test, options: Options = {}) {
  const { env, config = {}, dist = distDir, mostRenders, earlierAsset, ...others } = options
  const {
    folder = sampleFolder,
    timeoutMs = patientMs,
    redisMs = patientMs,
    prefix = '',
    connections,
    maxWaiting,
    ...rest
  } = others
  const { development = false, warm = false, draining, origin: given, now = Date.now, ...times } = rest
  const origin = given ?? (await createTestOrigin(t, { folder }))
  const base = origin.url + prefix
  const patient = { partTimeoutMs: patientMs, renderSlotMs: 2 * patientMs, walkPauseMs: 0 }
  const time = { now, monotonic: now, ...patient, ...times }
  const settings = {
    API_BASE: base,
    DATA_DIR: temporaryFolder(t, 'site-data'),
    CACHE_SNAPSHOT_SECONDS: '0',
    // Their store is a third of the time of a start. test/helpers/pictures.ts has sites with copies.
    MEDIA_COPIES_BYTES: '0',
    ...env,
  }
  const open = async ({ config, telemetry }: Parts) => ({
    stores: await openStores({ config, telemetry, time, redisMs }),
    source: createUpstream({
      ...{ base, timeoutMs, telemetry, fields: upstreamFields(config), monotonic: time.monotonic },
      ...(connections && { connections }),
      ...(maxWaiting !== undefined && { maxWaiting }),
    }),
  })
  const mode = { development, warm, ...(draining && { draining }) }
  const parts = { ...(mostRenders && { mostRenders }), ...(earlierAsset && { earlierAsset }) }
  const { source: _, ...site } = await startApp(
    t,
    { env: settings, config, dist, mode, ...parts },
    { folder: sampleFolder, time, open },
  )
  return {
    ...site,
    origin,
    /** Starts listening on a free port; the base URL. */
    listen: () => site.app.listen({ host: '127.0.0.1', port: 0 }),
  }
}
