// Entry: the embedded content API as an HTTP server of its own.
import { join } from 'node:path'
import closeWithGrace from 'close-with-grace'
import pino from 'pino'
import { parseConfig } from './config.ts'
import { createEmbeddedOrigin } from './content/embedded-origin.ts'
import { serveOrigin } from './content/serve.ts'

const configurationError = 78
const defaultPort = '4000'

const root = join(import.meta.dirname, '../..')
const parsed = parseConfig(
  { ...process.env, PORT: process.env['PORT'] || defaultPort },
  join(root, 'server/content/sample'),
)
if ('problems' in parsed) {
  process.stderr.write(parsed.problems.map(({ name, problem }) => `${name} ${problem}\n`).join(''))
  process.exit(configurationError)
}

const { config } = parsed
const log = pino({ level: config.logLevel })
const origin = await createEmbeddedOrigin({
  folder: config.contentDir,
  dataFile: join(config.dataDir, 'forms.sqlite'),
  log,
  watch: true,
  now: Date.now,
})
const server = await serveOrigin(origin, { host: config.host, port: config.port, log })
closeWithGrace({ logger: log }, () => server.close())
