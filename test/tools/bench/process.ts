// Server processes and their CPU time and memory, from /proc.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { request } from 'undici'
import { freePort } from '../../helpers/free-port.ts'

export const root = join(import.meta.dirname, '../../..')
export const site = 'dist/server/main.js'
/** The site is started with the command of the README. */
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}
const siteArgs = scripts.start.split(' ').filter((word) => word.startsWith('--max-'))
export const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36' }

export type Server = {
  url: string
  /** Milliseconds from the start of the process to its first good response. */
  startMs: number
  cpuMs: () => number
  residentBytes: () => number
  stop: () => Promise<void>
}
type Options = { args?: string[]; path?: string; env?: Record<string, string>; pollMs?: number }

/** Resolves when `path` gets a status below 400. */
export async function startServer(
  script: string,
  { args = [], path = '/livez', env = {}, pollMs = 2 }: Options = {},
): Promise<Server> {
  const port = await freePort()
  const started = performance.now()
  const child = spawn(process.execPath, [...(script === site ? siteArgs : []), script, ...args], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // As in the Dockerfile.
      MALLOC_ARENA_MAX: '1',
      PORT: String(port),
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DRAIN_SECONDS: '0',
      ...env,
    },
  })
  // A bench that fails leaves no server behind.
  const end = () => child.kill()
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const url = `http://127.0.0.1:${port}`
  while (!(await isUp(url, path))) {
    if (child.exitCode !== null) throw new Error(`${script} ended with ${child.exitCode}`)
    await sleep(pollMs)
  }
  return {
    url,
    startMs: performance.now() - started,
    cpuMs: () => cpuMs(child),
    residentBytes: () => residentBytes(child),
    stop: () => new Promise((done) => void child.once('exit', () => done()).kill('SIGTERM')),
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

async function isUp(url: string, path: string): Promise<boolean> {
  return get(url, path).then(
    ({ status }) => status < 400,
    () => false,
  )
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
