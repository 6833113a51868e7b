// Bounded load on a local server, and what it cost the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Pool } from 'undici'

export const root = join(import.meta.dirname, '../..')
const agent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0'

export type Server = { url: string; child: ChildProcess; stop: () => Promise<void> }
export type Load = { perSecond: number; cpuPerRequestMs: number; p99Ms: number }

/** Starts a script of this project as its own process and waits for `path` to answer. */
export async function startServer(
  script: string,
  port: number,
  path: string,
  env: Record<string, string> = {},
): Promise<Server> {
  const child = spawn(process.execPath, ['--import', './test/hooks.mjs', script], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent', ...env },
  })
  const url = `http://127.0.0.1:${port}`
  while (child.exitCode === null)
    if (
      await get(url, path).then(
        () => true,
        () => false,
      )
    )
      break
  if (child.exitCode !== null) throw new Error(`${script} ended`)
  const stop = () => new Promise<void>((done) => void child.once('exit', () => done()).kill('SIGTERM'))
  return { url, child, stop }
}

export async function get(base: string, path: string, headers: Record<string, string> = {}): Promise<Buffer> {
  const pool = new Pool(base, { connections: 1 })
  try {
    const { body } = await pool.request({ method: 'GET', path, headers: { 'user-agent': agent, ...headers } })
    return Buffer.from(await body.arrayBuffer())
  } finally {
    await pool.close()
  }
}

/** `ms` of requests over `connections`; CPU time is the server's own, read from the system. */
export async function load(
  { url, child }: Server,
  path: string,
  { ms = 2000, connections = 16 } = {},
): Promise<Load> {
  const pool = new Pool(url, { connections })
  const times: number[] = []
  const cpuBefore = cpuMs(child)
  const started = performance.now()
  const worker = async () => {
    while (performance.now() - started < ms) {
      const at = performance.now()
      const { body } = await pool.request({ method: 'GET', path, headers: { 'user-agent': agent } })
      await body.dump({ limit: Number.MAX_SAFE_INTEGER })
      times.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: connections }, worker))
  const seconds = (performance.now() - started) / 1000
  const cpu = cpuMs(child) - cpuBefore
  await pool.close()
  times.sort((a, b) => a - b)
  return {
    perSecond: times.length / seconds,
    cpuPerRequestMs: cpu / times.length,
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  }
}

/** User and system time of a process so far (proc(5), in ticks of 10 ms). */
function cpuMs({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}
