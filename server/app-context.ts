// Application context: what all rooms share, as it was given or by default.
import type { FastifyBaseLogger } from 'fastify'
import { requestTimeoutMs } from '../shared/constants.ts'
import { type Build, buildWith } from './base/build.ts'
import type { Origin } from './base/origin.ts'
import { connectRedis, type RedisClient } from './cache/redis/client.ts'
import type { Config } from './config/config.ts'
import { createFormStores, type FormStores } from './forms/form-stores.ts'
import { createMetrics, type Metrics } from './telemetry/metrics.ts'
import { createOriginProblems, type OriginProblems } from './telemetry/origin-problems.ts'
import { createSecretMask } from './telemetry/secret-mask.ts'
import { createTracing, type Tracing } from './telemetry/tracing.ts'

/** `metrics`, `tracing` and `problems` are the instances that the origin uses. */
export type Telemetry = {
  log: FastifyBaseLogger
  metrics: Metrics
  tracing: Tracing
  problems: OriginProblems
}

export type Time = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock, for timeouts and limits. */
  monotonic: () => number
  /** How long a form submission waits for the origin's response, in milliseconds. */
  formTimeoutMs: number
  /** How long a page waits for an optional part, in milliseconds. */
  partTimeoutMs: number
  /** Deadline of a call of an origin in the same process, in milliseconds. */
  originTimeoutMs: number
}

type Mode = {
  /** Fills the cache before the server is ready. */
  warm: boolean
  /** Aborted when the process is stopping, before the app is closed. */
  draining: AbortSignal
  /** Set by the development server: the page of all components. */
  development: boolean
}

/** What outlives a request. */
export type Stores = {
  redis: RedisClient | undefined
  forms: FormStores
  close: () => Promise<void>
}

export type AppContext = {
  config: Config
  origin: Origin
  /** With the redirects of the configuration. */
  build: Build
  /** The output folder of build.mjs. */
  distDir: string
  telemetry: Telemetry
  /** The instances that the origin uses. Closing the app closes them. */
  stores: Stores
  time: Time
  mode: Mode
}

export type AppOptions = Pick<AppContext, 'config' | 'origin' | 'build' | 'distDir'> & {
  telemetry: Pick<Telemetry, 'log'> & Partial<Telemetry>
  stores?: Stores
  time?: Partial<Time>
  mode?: Partial<Mode>
}

/** Resolves after the first attempt to connect to Redis, successful or not. */
export async function openStores({
  config,
  telemetry: { log, metrics },
  time = {},
}: {
  config: Config
  telemetry: Pick<Telemetry, 'log' | 'metrics'>
  time?: Partial<Pick<Time, 'now' | 'monotonic'>>
}): Promise<Stores> {
  const redis = await connectRedis({ url: config.redisUrl, log })
  const countMissing = metrics.forms.countMissing
  const forms = await createFormStores({ config, redis, log, resume: true, countMissing, ...time })
  const close = async () => {
    await forms.close()
    await redis?.close()
  }
  return { redis, forms, close }
}

export async function createAppContext(options: AppOptions): Promise<AppContext> {
  const { config, origin, distDir } = options
  const { log, metrics = createMetrics({ build: options.build.id }) } = options.telemetry
  const time: Time = {
    now: Date.now,
    monotonic: () => performance.now(),
    formTimeoutMs: 2500,
    partTimeoutMs: 2500,
    originTimeoutMs: requestTimeoutMs,
    ...options.time,
  }
  const problems = () =>
    createOriginProblems({
      log,
      now: time.now,
      count: metrics.countRejectedResponse,
      withoutSecrets: createSecretMask(config),
    })
  const { tracing = createTracing(), problems: known = problems() } = options.telemetry
  return {
    config,
    origin,
    build: buildWith(options.build, config.redirects),
    distDir,
    telemetry: { log, metrics, tracing, problems: known },
    stores: options.stores ?? (await openStores({ config, telemetry: { log, metrics }, time })),
    time,
    mode: { warm: false, draining: new AbortController().signal, development: false, ...options.mode },
  }
}
