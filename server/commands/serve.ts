// serve: creates the application, listens, and shuts down on a signal.
import { createApp } from '../app.ts'
import { readBuild } from '../base/build.ts'
import { createSharedIds } from '../cache/redis/shared-ids.ts'
import { startProblems } from '../config/start.ts'
import { reportSeveralServers } from '../forms/several-servers.ts'
import { createSiteFormStore } from '../forms/site-form-store.ts'
import { reportContentFaults, reportPort } from '../http/development.ts'
import { installShutdown } from '../ops/shutdown.ts'
import { createOrigin } from '../origin/create-origin.ts'
import { createSiteLog } from '../telemetry/log.ts'
import { createMetrics, serveMetrics } from '../telemetry/metrics.ts'
import { createOriginProblems, secretsOf } from '../telemetry/origin-problems.ts'
import { createTracing } from '../telemetry/tracing.ts'
import { type Command, exitCodes, readConfig, reportMapProblem } from './command.ts'

export const usage = `node dist/server/main.js serve

  Serves the site until SIGTERM or SIGINT. Everything is set by environment variables; server/ops/README.md has their table.
  SIGTERM: /readyz responds 503 for DRAIN_SECONDS (default 5), requests in flight get SHUTDOWN_SECONDS; exit code 0.
  A second signal ends the process at once.
`

export const run: Command['run'] = async (_args, world) => {
  const config = readConfig(world, startProblems(world))
  if (!config) return exitCodes.configuration
  const development = world.env['NODE_ENV'] === 'development'
  const isPretty = development || process.stdout.isTTY === true
  const log = createSiteLog({ level: config.logLevel, isPretty })
  const releaseDataDir = reportSeveralServers({ config, log })
  const build = await readBuild(world.distDir)
  const metrics = createMetrics({ ofProcess: true, build: build.id })
  const tracing = createTracing()
  const problems = createOriginProblems({
    ...{ log, count: metrics.countRejectedResponse, secrets: secretsOf(config) },
  })
  const origin = await createOrigin({
    config,
    distDir: world.distDir,
    log,
    watch: true,
    formStore: () => createSiteFormStore({ config, log }),
    sharedIds: () => createSharedIds({ config, log }),
    metrics,
    tracing,
    problems,
  }).catch(reportMapProblem)
  if (!origin) return exitCodes.configuration
  const draining = new AbortController()
  const app = await createApp({
    ...{ config, origin, build, log, metrics, tracing, problems, development },
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
  const url = await app.listen({ host: config.host, port: config.port })
  if (isPretty) process.stdout.write(`\n  ${url}\n\n`)
  if (development) reportPort(app.server)
  if (development) reportContentFaults(origin)
  return undefined
}
