// A content system with the sample content, and the site in front of it: `npm run tool -- cms SYSTEM [--check|--record|--measure N]`.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '../helpers/free-port.ts'
import { checkSite } from './check.ts'
import { checkFaults } from './check-faults.ts'
import type { Cms } from './cms.ts'
import { measureSystem } from './measure.ts'
import { createScope, start, waitFor } from './process.ts'
import { record } from './record.ts'
import { systemNamed, systems } from './systems.ts'

const webhookSecret = 'webhook-secret-of-the-check'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    check: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    measure: { type: 'string' },
  },
})
const name = systemNamed(positionals[0])
if (!name) {
  process.stderr.write(
    `npm run tool -- cms ${Object.keys(systems).join('|')} [--check|--record|--measure ENTRIES]\n`,
  )
  process.exit(64)
}

const scope = createScope()
const folder = await mkdtemp(join(tmpdir(), `cms-${name}-`))
scope.defer(() => rm(folder, { recursive: true, force: true }))
const interrupted = new Promise<void>((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve))
try {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const webhook = { url: `${url}/ops/webhook/${name}`, secret: webhookSecret }
  const startCms = await systems[name]()
  const cms = await startCms({ scope, folder, webhook })
  const env = {
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    DATA_DIR: join(folder, 'data'),
    OPS_TOKEN: 'ops-token-of-the-check',
    WEBHOOK_SECRET: webhookSecret,
    ADDRESS_RATE: '0',
    ...cms.env,
  }
  if (values.measure === undefined) await runSite(cms, env, url)
  else await measureSystem({ scope, cms, env, folder, entries: Number(values.measure) })
} finally {
  await scope.end()
}

async function runSite(cms: Cms, env: Record<string, string>, url: string): Promise<void> {
  const log = join(folder, 'site.log')
  start(scope, process.execPath, ['dist/server/main.js'], { log, env })
  await waitFor(url, async () => (await fetch(`${url}/livez`)).ok).catch(async (error) => {
    process.stderr.write((await readFile(log, 'utf8')).slice(-5000))
    throw error
  })
  console.log(
    Object.entries(cms.env)
      .map(([key, value]) => `${key}='${value}'`)
      .join(' '),
  )
  console.log(`${url}  (${folder})`)
  if (values.record) await record(name!, cms)
  if (values.check) {
    const isGood = await checkSite({ url, log, cms, env })
    const copes = await checkFaults({ scope, folder, cms, env })
    process.exitCode = isGood && copes ? 0 : 1
  }
  if (!values.record && !values.check) await interrupted
}
