// serve: creates the application, listens, and shuts down on a signal.
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import project from '../../package.json' with { type: 'json' }
import { createApp } from '../app.ts'
import { readBuild } from '../base/build.ts'
import { takeFileLock } from '../base/open-database.ts'
import { startProblems } from '../config/config.ts'
import type { Config } from '../config/schema.ts'
import { openStores } from '../forms/stores.ts'
import { reportContentFaults } from '../http/development.ts'
import { installShutdown } from '../ops/shutdown.ts'
import { serveMetrics } from '../telemetry/metrics.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { type Command, listening, readConfig } from './command.ts'
import { createContentSource } from './create-content-source.ts'
import { createEarlierAssets } from './earlier-assets.ts'
import { unknownSettings } from './unknown-settings.ts'

export const usage = `node dist/server/main.js serve

  Serves the site until a signal. Everything is set by environment variables; server/ops/README.md has their table.
  SIGTERM or SIGHUP: /readyz responds 503 for DRAIN_SECONDS (default 5), requests in flight get SHUTDOWN_SECONDS; exit code 0.
  A second signal ends the process at once.
`

export const run: Command['run'] = async (_args, world) => {
  const { config } = readConfig(world, startProblems)
  const { host, port } = config
  const { distDir } = world
  const development = world.env['NODE_ENV'] === 'development'
  const isPretty = development || process.stdout.isTTY === true
  const build = await readBuild(distDir)
  const telemetry = createTelemetry(config, { isPretty, build: build.id })
  const { log, metrics } = telemetry
  log.info({ version: project.version, build: build.id }, 'starting')
  for (const problem of unknownSettings(world.env)) log.warn({ problem }, 'environment variable ignored')
  const releaseDataDir = reportSeveralServers(config, log)
  const stores = await openStores({ config, telemetry })
  const source = await createContentSource({ config, distDir, telemetry }, stores.saveMessage, true)
  const draining = new AbortController()
  const mode = { warm: true, draining: draining.signal, development }
  const assets = await createEarlierAssets(config.dataDir, distDir, stores.redis, log)
  const storing = development ? undefined : assets.store()
  const { folderOf: earlierAsset } = assets
  const app = await createApp({ config, source, build, distDir, telemetry, stores, mode, earlierAsset })
  await storing
  const metricsServer = config.metricsPort
    ? await listening(serveMetrics(metrics, { host, port: config.metricsPort }), 'METRICS_PORT', log)
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
  // To the program that started this one, over its IPC channel: a change, so that open pages are reloaded, and the port.
  if (development) source.onChange(() => void process.send?.({ content: 'changed' }))
  // The development server is in front of it, with an address of its own.
  const place = development ? ', behind the development server' : ''
  const listenTextResolver = (address: string) => `Server listening at ${address}${place}`
  const url = await listening(app.listen({ host, port, listenTextResolver }), 'HOST, PORT', log)
  if (isPretty && !development) world.print(`\n  ${url}\n\n`)
  // Listening on a port, not on a socket.
  process.send?.({ port: (app.server.address() as AddressInfo).port })
  if (development) reportContentFaults(source)
}

const aloneMessage =
  'embedded content without REDIS_URL: form messages are on the disk of this server only, cache and rate limits are its own; set REDIS_URL if there are several servers'
const takenMessage =
  'another server uses this DATA_DIR: form messages may be sent to the upstream twice, and each overwrites the cache snapshot of the other; set a DATA_DIR for each server'
const unlockedMessage = 'DATA_DIR not locked: another server with the same folder is not noticed'

/** What a server without a shared store, or with the DATA_DIR of another one, means for messages. Returns a function that releases DATA_DIR. */
function reportSeveralServers({ dataDir, redis, apiBase }: Config, log: FastifyBaseLogger) {
  if (!redis && !apiBase) log.info({ dataDir }, aloneMessage)
  try {
    const lock = takeFileLock(join(dataDir, 'server-lock.sqlite'))
    return () => lock.close()
  } catch (err) {
    if ((err as Error).message.includes('locked')) log.warn({ dataDir }, takenMessage)
    else log.warn({ err, dataDir }, unlockedMessage)
    return () => {}
  }
}
