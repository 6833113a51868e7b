// origin: the embedded content API as a separate HTTP server.
import { folderProblems } from '../config/config.ts'
import { serveContent } from '../content/calls/serve.ts'
import { openStores } from '../forms/stores.ts'
import { createWorker } from '../forms/worker.ts'
import { onStop } from '../ops/shutdown.ts'
import { createTelemetry } from '../telemetry/telemetry.ts'
import { type Command, listening, readConfig } from './command.ts'
import { createContentSource } from './create-content-source.ts'

const defaultPort = '4000'
const stopLimitMs = 12_000
const withoutUpstream = { API_BASE: '', API_TOKEN: '', API_HEADERS: '' }

export const usage = `node dist/server/main.js origin

  Serves the content API from CONTENT_DIR at HOST and PORT (${defaultPort} unless set), and watches that folder.
`

export const run: Command['run'] = async (_args, world) => {
  // The content API of a site that is started beside it does not count: this is one.
  const env = { ...world.env, PORT: world.env['PORT'] || defaultPort, ...withoutUpstream }
  // Drafts would need a password, which the content API has not.
  const config = { ...readConfig({ ...world, env }, folderProblems).config, showDrafts: false }
  const isPretty = world.env['NODE_ENV'] === 'development' || process.stdout.isTTY === true
  const telemetry = createTelemetry(config, { isPretty })
  const { log } = telemetry
  const stores = await openStores({ config, telemetry, resumes: false })
  // The sites notify the company.
  const worker = createWorker(stores, [], log)
  const { distDir } = world
  const source = await createContentSource({ config, distDir, telemetry }, stores.saveMessage, true)
  const { host, port } = config
  const close = await listening(serveContent(source, { host, port, log }), 'HOST, PORT', log)
  onStop({ log, delay: stopLimitMs }, async () => {
    await close()
    await worker.close()
    await stores.close()
  })
  process.send?.({ port })
}
