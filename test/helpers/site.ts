// A whole site for a test: the application in front of a real local origin.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import type { Test } from 'tap'
import { createApp } from '../../server/app.ts'
import { type Build, readBuild } from '../../server/base/build.ts'
import { upstreamFields } from '../../server/commands/create-content-source.ts'
import { parseConfig } from '../../server/config/config.ts'
import type { Config } from '../../server/config/schema.ts'
import { createFaults } from '../../server/telemetry/faults.ts'
import { createSecretMask } from '../../server/telemetry/log.ts'
import { createMetrics } from '../../server/telemetry/metrics.ts'
import { createUpstream } from '../../server/upstream/upstream.ts'
import { createLog, type LogLine } from './log.ts'
import { createTestOrigin, sampleFolder, type TestOrigin } from './origin.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const distDir = join(import.meta.dirname, '../../dist')
export const siteUrl = 'https://www.tinglan.example'
export const personAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
export const botAgent = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

export type Site = {
  app: FastifyInstance
  config: Config
  origin: TestOrigin
  build: Build
  lines: LogLine[]
  /** A GET as a browser in Chinese sends it. */
  get: (
    url: string,
    headers?: Record<string, string>,
    options?: InjectOptions,
  ) => Promise<LightMyRequestResponse>
  /** Starts listening on a free port; the base URL. */
  listen: () => Promise<string>
}

type Options = {
  /** Settings, as an operator writes them. */
  env?: Record<string, string>
  config?: Partial<Config>
  timeoutMs?: number
  folder?: string
  development?: boolean
  now?: () => number
  /** Default: moves with `now`. */
  monotonic?: () => number
  formTimeoutMs?: number
  partTimeoutMs?: number
  renderSlotMs?: number
  walkPauseMs?: number
  warm?: boolean
  draining?: AbortSignal
  /** Path of API_BASE. */
  prefix?: string
  /** To the upstream. */
  connections?: number
  mostRenders?: number
  earlierAsset?: (name: string) => Promise<string | undefined>
  maxWaiting?: number
  /** The folder of another build. */
  dist?: string
  /** Of another site. */
  origin?: TestOrigin
}

/** Longer than anything takes on a busy machine; tests of a deadline bring a shorter one. */
const patientMs = 60_000

/** Closes with the test; its data folder is its own. `timeoutMs` is the deadline for the upstream. */
export async function createSite(
  t: Test,
  {
    env: settings = {},
    config = {},
    timeoutMs = patientMs,
    folder = sampleFolder,
    development = false,
    now = Date.now,
    monotonic = now,
    warm = false,
    draining,
    formTimeoutMs,
    connections,
    mostRenders,
    earlierAsset,
    prefix = '',
    maxWaiting,
    partTimeoutMs = patientMs,
    renderSlotMs = 2 * patientMs,
    walkPauseMs = 0,
    dist = distDir,
    origin: given,
  }: Options = {},
): Promise<Site> {
  const origin = given ?? (await createTestOrigin(t, { folder }))
  const { log, lines } = createLog()
  const dataDir = temporaryFolder(t, 'site-data')
  const env = {
    SITE_URL: siteUrl,
    API_BASE: origin.url + prefix,
    DATA_DIR: dataDir,
    CACHE_SNAPSHOT_SECONDS: '0',
    // Their store is a third of the time of a start. test/helpers/pictures.ts has sites with copies.
    MEDIA_COPIES_BYTES: '0',
    ...settings,
  }
  const parsed = parseConfig(env, sampleFolder)
  if ('problems' in parsed) throw new Error(JSON.stringify(parsed.problems))
  const build = await readBuild(dist)
  const metrics = createMetrics({ build: build.id })
  const whole = { ...parsed.config, ...config }
  const withoutSecrets = createSecretMask(whole)
  const telemetry = { log, metrics, faults: createFaults({ log, metrics, withoutSecrets, now }) }
  const app = await createApp({
    config: whole,
    source: createUpstream({
      base: origin.url + prefix,
      fields: upstreamFields(whole),
      ...(connections && { connections }),
      monotonic,
      ...(maxWaiting !== undefined && { maxWaiting }),
      timeoutMs,
      telemetry,
    }),
    build,
    distDir: dist,
    telemetry,
    time: {
      now,
      monotonic,
      partTimeoutMs,
      renderSlotMs,
      walkPauseMs,
      ...(formTimeoutMs && { formTimeoutMs }),
    },
    ...(mostRenders && { mostRenders }),
    ...(earlierAsset && { earlierAsset }),
    mode: { development, warm, ...(draining && { draining }) },
  })
  t.teardown(() => app.close())
  return {
    app,
    config: whole,
    origin,
    build,
    lines,
    get: (url, headers = {}, options = {}) =>
      app.inject({
        method: 'GET',
        url,
        headers: { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'zh-CN', ...headers },
        ...options,
      }),
    listen: async () => {
      await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
  }
}
