// The built program as a process of its own, as operators start it.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { Test } from 'tap'
import { endWithProcess } from '../../helpers/end-with-process.ts'
import { freePort } from '../../helpers/free-port.ts'
import type { LogLine } from '../../helpers/log.ts'
import { distDir } from '../../helpers/site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { until } from '../../helpers/until.ts'

export const program = join(distDir, 'server/main.js')
/** As in the npm scripts: Node 22 warns of node:sqlite. */
export const nodeArgs = ['--disable-warning=ExperimentalWarning']
type Env = Record<string, string>

/** Runs to its end. */
export async function runProgram(args: string[], env: Env = {}, moreArgs: string[] = [], file = program) {
  const child = spawn(process.execPath, [...nodeArgs, ...moreArgs, file, ...args], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { out, err, code: code as number | null }
}

type StartOptions = {
  moreArgs?: string[]
  through?: string[]
  args?: string[]
  dist?: string
  stdout?: number | 'unread'
  isUp?: (readyz: Response) => boolean
}
export type Running = { url: string; child: ChildProcess; ended: Promise<number | null>; lines: LogLine[] }

/**
 * A server that is ready, or `isUp`; killed at the end of the test. `through`: a program that starts it, with its arguments;
 * `args`: of the command `origin`, which is ready when it responds; `dist`: another build; `stdout`: a file, or not read.
 */
export async function startProgram(t: Test, env: Env = {}, options: StartOptions = {}): Promise<Running> {
  const { moreArgs = [], through = [], args: own = [], dist = distDir, stdout } = options
  const { isUp = ({ ok }) => ok || own.length > 0 } = options
  const port = Number(env['PORT'] ?? (await freePort()))
  // A folder of its own for each server, also where one test starts several.
  const dataDir = temporaryFolder(t, 'site-data')
  const main = join(dist, 'server/main.js')
  const [file = '', ...args] = [...through, process.execPath, ...nodeArgs, ...moreArgs, main, ...own]
  const spawned = spawn(file, args, {
    env: { PATH: process.env['PATH'] ?? '', PORT: `${port}`, HOST: '127.0.0.1', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', typeof stdout === 'number' ? stdout : 'pipe', 'inherit'],
  })
  const child = endWithProcess(spawned)
  const ended = once(child, 'exit').then(([code]) => code as number | null)
  t.teardown(() => child.kill('SIGKILL'))
  const lines: LogLine[] = []
  let rest = ''
  const read = stdout === 'unread' ? undefined : child.stdout
  read?.on('data', (chunk: Buffer) => {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop() ?? ''
    lines.push(...parts.map((line) => JSON.parse(line) as LogLine))
  })
  const url = `http://127.0.0.1:${port}`
  const isReady = async () => {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`ended before it was ready: ${JSON.stringify(lines.slice(-3))}`)
    return fetch(`${url}/readyz`).then(isUp, () => false)
  }
  try {
    await until(isReady, { limitMs: 120_000, what: `${url}/readyz` })
  } catch (error) {
    // A process of another test has taken the port meanwhile.
    const isTaken = env['PORT'] === undefined && String(error).includes('EADDRINUSE')
    if (isTaken) return startProgram(t, env, options)
    throw error
  }
  return { url, child, ended, lines }
}
