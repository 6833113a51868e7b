// Server processes and their CPU time and memory, from /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '../../helpers/free-port.ts'

export const root = join(import.meta.dirname, '../../..')
export const site = 'dist/server/main.js'
/** As in the command of the README. */
const siteArgs =
  readFileSync(join(root, 'package.json'), 'utf8').match(/--max-[\w=-]+(?=.* dist\/server\/main.js",)/g) ?? []
export const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36' }

export type Server = {
  url: string
  /** Milliseconds from the start of the process to its first good response. */
  startMs: number
  cpuMs: () => number
  residentBytes: () => number
  stop: () => Promise<void>
}
type Options = { args?: string[]; path?: string; env?: Record<string, string> }

const pollMs = 2
const common = { MALLOC_ARENA_MAX: '1', HOST: '127.0.0.1', LOG_LEVEL: 'silent', DRAIN_SECONDS: '0' }

/** With a data folder of its own. Resolves when `path` gets a status below 400. */
export async function startServer(
  script: string,
  { args = [], path = '/livez', env = {} }: Options = {},
): Promise<Server> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'bench-'))
  const started = performance.now()
  const child = spawn(process.execPath, [...(script === site ? siteArgs : []), script, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    // MALLOC_ARENA_MAX: as in the Dockerfile.
    env: { ...process.env, ...common, PORT: String(port), DATA_DIR: folder, ...env },
  })
  // A bench that fails leaves no server behind.
  process.setMaxListeners(0).once('exit', () => child.kill())
  const url = `http://127.0.0.1:${port}`
  while ((await get(url, path).catch(() => ({ status: 599 }))).status >= 400) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    await sleep(pollMs)
  }
  return {
    url,
    startMs: performance.now() - started,
    cpuMs: () => cpuMs(child),
    residentBytes: () => residentBytes(child),
    stop: async () => {
      await new Promise((done) => child.once('exit', done).kill('SIGTERM'))
      await rm(folder, { recursive: true })
    },
  }
}

const firstCall = '/api/home/about/1?lang=zh'

/** An upstream in front of the command `origin`, see origin.ts. */
export async function startOrigin(env: Record<string, string> = {}): Promise<Server> {
  const content = await startServer(site, { args: ['origin'], path: firstCall })
  const origin = await startServer('test/tools/bench/origin.ts', {
    path: firstCall,
    env: { ...env, CONTENT_URL: content.url },
  })
  return { ...origin, stop: async () => void (await Promise.all([origin.stop(), content.stop()])) }
}

/** The whole body, and its headers. */
export async function get(url: string, path: string, headers: Record<string, string> = {}) {
  const sent = await request(url + path, { headers: { ...browser, ...headers }, reset: true })
  const { statusCode: status, headers: fields, body } = sent
  return { status, fields, body: Buffer.from(await body.arrayBuffer()) }
}

/** User and system time so far (proc(5), in ticks of 10 ms). */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

function residentBytes({ pid }: ChildProcess): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}
