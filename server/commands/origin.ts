// origin: the embedded content API as a separate HTTP server.
import { join } from 'node:path'
import { createSiteContent } from '../calls/embedded-origin.ts'
import { serveOrigin } from '../calls/serve.ts'
import { folderProblems } from '../config/start.ts'
import { createSiteFormStore } from '../forms/site-form-store.ts'
import { onStop, reportPort } from '../ops/shutdown.ts'
import { withLifetimes } from '../origin/origin-lifetime.ts'
import { notifySites } from '../origin/site-notices.ts'
import { createSiteLog } from '../telemetry/log.ts'
import { createSourceStack } from '../telemetry/source-stack.ts'
import { type Command, exitCodes, readConfig } from './command.ts'

const defaultPort = '4000'
const stopLimitMs = 12_000

export const usage = `node dist/server/main.js origin

  Serves the content API from CONTENT_DIR at HOST and PORT (${defaultPort} unless set), and watches that folder.
  Notifies the sites of ORIGIN_SITES of what changes, with WEBHOOK_SECRET.
`

export const run: Command['run'] = async (_args, world) => {
  const env = { ...world.env, PORT: world.env['PORT'] || defaultPort }
  const config = readConfig({ ...world, env }, folderProblems(world))
  if (!config) return exitCodes.configuration
  const isPretty = world.env['NODE_ENV'] === 'development' || process.stdout.isTTY === true
  const sourceStack = createSourceStack(join(world.distDir, 'server'))
  const log = createSiteLog({ level: config.logLevel, isPretty, sourceStack })
  const formStore = await createSiteFormStore({ config, log })
  const origin = await createSiteContent({ config, formStore, distDir: world.distDir, log, watch: true })
  const server = await serveOrigin(withLifetimes(origin), { host: config.host, port: config.port, log })
  const { originSites: sites, webhookSecret: secret } = config
  const notices = notifySites({ origin, sites, secret, log })
  onStop({ log, delay: stopLimitMs }, async () => {
    await notices.close()
    await server.close()
  })
  reportPort(config.port)
  return undefined
}
