// serve: creates the application, listens, and shuts down on a signal.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { createApp } from '../app.ts'
import { readBuild } from '../base/build.ts'
import { connectRedis } from '../cache/redis/client.ts'
import { createSharedIds } from '../cache/redis/shared-ids.ts'
import { createSharedPull } from '../cache/redis/shared-pull.ts'
import type { Config } from '../config/config.ts'
import { startProblems } from '../config/start.ts'
import { createFormStores } from '../forms/form-stores.ts'
import { moveFormerMessages } from '../forms/former-messages.ts'
import { reportSeveralServers } from '../forms/several-servers.ts'
import { reportContentFaults } from '../http/development.ts'
import { installShutdown, reportContentChange, reportPort } from '../ops/shutdown.ts'
import { createSiteLog } from '../telemetry/log.ts'
import { createMetrics, type Metrics, serveMetrics } from '../telemetry/metrics.ts'
import { createOriginProblems, secretsOf } from '../telemetry/origin-problems.ts'
import { createSourceStack } from '../telemetry/source-stack.ts'
import { createTracing } from '../telemetry/tracing.ts'
import { type Command, exitCodes, readConfig, reportMapProblem } from './command.ts'
import { createOrigin } from './create-origin.ts'
import { unknownSettings } from './unknown-settings.ts'

export const usage = `node dist/server/main.js serve

  Serves the site until a signal. Everything is set by environment variables; server/ops/README.md has their table.
  SIGTERM or SIGHUP: /readyz responds 503 for DRAIN_SECONDS (default 5), requests in flight get SHUTDOWN_SECONDS; exit code 0.
  A second signal ends the process at once.
`

export const run: Command['run'] = async (_args, world) => {
  const config = readConfig(world, startProblems(world))
  if (!config) return exitCodes.configuration
  const development = world.env['NODE_ENV'] === 'development'
  const isPretty = development || process.stdout.isTTY === true
  const sourceStack = createSourceStack(join(world.distDir, 'server'))
  const log = createSiteLog({ level: config.logLevel, isPretty, sourceStack })
  for (const problem of unknownSettings(world.env)) log.warn({ problem }, 'environment variable ignored')
  const releaseDataDir = reportSeveralServers({ config, log })
  const build = await readBuild(world.distDir)
  const metrics = createMetrics({ ofProcess: true, build: build.id })
  const tracing = createTracing()
  const problems = createOriginProblems({
    ...{ log, count: metrics.countRejectedResponse, secrets: secretsOf(config) },
  })
  const { redis, formStores, giveUp } = await openStores(config, log, metrics)
  const origin = await createOrigin({
    config,
    distDir: world.distDir,
    log,
    watch: true,
    saveMessage: formStores.saveMessage,
    sharedIds: createSharedIds(redis),
    sharedPull: createSharedPull({ redis, config }),
    metrics,
    tracing,
    problems,
  }).catch(reportMapProblem)
  if (!origin) return giveUp()
  const draining = new AbortController()
  const app = await createApp({
    ...{ config, origin, redis, formStores, build, log, metrics, tracing, problems, development },
    distDir: world.distDir,
    warm: true,
    draining: draining.signal,
  })
  const metricsServer = config.metricsPort
    ? await serveMetrics(metrics, { host: config.host, port: config.metricsPort })
    : undefined
  installShutdown({
    log,
    draining,
    drainMs: development ? 0 : config.drainMs,
    limitMs: config.shutdownMs,
    server: app.server,
    close: async () => {
      await app.close()
      await metricsServer?.close()
      releaseDataDir()
    },
  })
  if (development) origin.onChange?.(() => reportContentChange())
  const url = await app.listen({ host: config.host, port: config.port })
  if (isPretty) process.stdout.write(`\n  ${url}\n\n`)
  // Listening on a port, not on a socket.
  reportPort((app.server.address() as AddressInfo).port)
  if (development) reportContentFaults(origin)
  return undefined
}

async function openStores(config: Config, log: FastifyBaseLogger, metrics: Metrics) {
  const redis = await connectRedis({ url: config.redisUrl, log })
  const { countMissing } = metrics.forms
  const formStores = await createFormStores({ config, redis, log, resume: true, countMissing })
  await moveFormerMessages({ dataDir: config.dataDir, stores: formStores, redis, log })
  const giveUp = async () => {
    await formStores.close()
    await redis?.close()
    return exitCodes.configuration
  }
  return { redis, formStores, giveUp }
}
