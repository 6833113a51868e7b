// Test deployment on one machine: nginx with the recipe's configuration, servers, a content API that counts requests.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Test } from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { distDir } from '../../helpers/site.ts'
import { isUp, until } from '../../helpers/until.ts'

export const nginxProgram = process.env['NGINX'] || '/usr/sbin/nginx'
const recipe = join(import.meta.dirname, '../../../server/ops/deploy/nginx.conf')
const startMs = 30_000

export type Server = Awaited<ReturnType<typeof createServer>>
export type World = Awaited<ReturnType<typeof createWorld>>

/** Torn down with `t`. Resolves when the servers are ready. */
export async function createWorld(t: Test, env: Record<string, string>, count = 3) {
  const [origin, folder] = await Promise.all([createTestOrigin(t), mkdtemp(join(tmpdir(), 'topology-'))])
  t.teardown(() => rm(folder, { recursive: true, force: true }))
  const settings = { API_BASE: origin.url, ...env }
  const servers = await Promise.all(
    Array.from({ length: count }, (_, at) => createServer(t, join(folder, `${at}`), settings)),
  )
  await Promise.all(servers.map((server) => server.start()))
  const url = await startNginx(t, folder, servers)
  return { url, servers, origin }
}

async function createServer(t: Test, dataDir: string, env: Record<string, string>) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let started = distDir
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return null
    const gone = once(child, 'exit')
    child.kill(signal)
    return ((await gone) as [number | null])[0]
  }
  t.teardown(() => end('SIGKILL'))
  process.setMaxListeners(0).once('exit', () => child?.kill('SIGKILL'))
  const { LOG_LEVEL = '', PATH = '' } = process.env
  const own = { PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, LOG_LEVEL: LOG_LEVEL || 'error' }
  const common = { SITE_URL: 'http://localhost', TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '1' }
  // All these visitors have one address.
  const manyOfOne = { ADDRESS_RATE: '0', FORM_RATE_LIMIT: '0' }
  return {
    url,
    port,
    dist: () => started,
    async start(dist = distDir) {
      started = dist
      child = spawn(process.execPath, [join(dist, 'server/main.js')], {
        stdio: ['ignore', LOG_LEVEL ? 'inherit' : 'ignore', 'inherit'],
        env: { PATH, ...common, ...manyOfOne, ...own, ...env },
      })
      await until(() => isUp(`${url}/readyz`), { limitMs: startMs, what: `${url} is ready` })
    },
    /** Resolves with the exit code. */
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}

/** The recipe, with the addresses and files of this deployment; nothing listens at those of servers that it does not have. */
async function startNginx(t: Test, folder: string, servers: Server[]): Promise<string> {
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  const away = await freePort()
  const addresses = (await readFile(recipe, 'utf8')).replace(
    /172\.30\.0\.1(\d):3000/g,
    (_, number) => `127.0.0.1:${servers[Number(number) - 1]?.port ?? away}`,
  )
  const own = addresses.replace('listen 80 ', `listen 127.0.0.1:${port} `)
  await writeFile(file, own.replace('http {', 'http {\n  access_log off;'))
  runNginx(t, folder)
  const url = `http://127.0.0.1:${port}`
  await until(() => isUp(`${url}/readyz`), { what: 'nginx answers' })
  return url
}

/** With the file nginx.conf of a folder, until the end of the test. */
export function runNginx(t: Test, folder: string): void {
  const user = process.getuid?.() === 0 ? 'user root; ' : ''
  const globals = `daemon off; ${user}pid ${join(folder, 'nginx.pid')}; error_log stderr crit;`
  const child = spawn(nginxProgram, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', globals], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const gone = once(child, 'exit')
  t.teardown(() => child.kill('SIGTERM') && gone)
  process.once('exit', () => child.kill('SIGTERM'))
}
