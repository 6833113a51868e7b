// The entry: reads the environment, makes the application, listens, closes on a signal.
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { createApp } from './app.ts'
import { readBuild } from './build.ts'
import { parseConfig } from './config.ts'
import { createMetrics } from './ops/metrics.ts'
import { createOrigin } from './origin/create-origin.ts'

const configurationError = 78
const closeDelayMs = 10_000

const distDir = join(import.meta.dirname, '..')
const sampleDir = join(distDir, '../server/content/sample')
const development = process.env['NODE_ENV'] === 'development'

const parsed = parseConfig(process.env, sampleDir)
if ('problems' in parsed) {
  const lines = parsed.problems.map(({ name, problem }) => `  ${name} ${problem}`)
  process.stderr.write(`The configuration has mistakes:\n${lines.join('\n')}\n`)
  process.exit(configurationError)
}

const { config } = parsed
const log = pino({ level: config.logLevel })
const metrics = createMetrics()
const origin = await createOrigin({ config, log, watch: development, metrics })
const app = await createApp({
  config,
  origin,
  build: await readBuild(distDir),
  distDir,
  log,
  metrics,
  warm: true,
  development,
})

closeWithGrace({ delay: closeDelayMs, logger: log }, async ({ err, signal }) => {
  if (err) log.fatal({ err }, 'stopping after an error')
  else log.info({ signal }, 'stopping')
  await app.close()
})

await app.listen({ host: config.host, port: config.port })
