// A real redis-server for one test file: on a free port, in memory alone by default, gone at the end.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import type { Test } from 'tap'
import { endWithProcess } from '../helpers/end-with-process.ts'
import { freePort } from '../helpers/free-port.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'

/** Another one may be named, valkey-server say. */
export const program = process.env['REDIS_SERVER'] || '/usr/bin/redis-server'

export type RedisServer = {
  url: string
  port: number
  /** A client of the test's own, to look inside. */
  look: Redis
  signal: (name: 'SIGSTOP' | 'SIGCONT') => void
  /** As a crash would. */
  kill: () => Promise<void>
  /** On the same port, with what its append-only file has. */
  restart: () => Promise<void>
}

/** Says in one line why the file is skipped; REDIS_TESTS=required makes that a failure. */
export function isRedisMissing(t: Test): boolean {
  if (existsSync(program)) return false
  if (process.env['REDIS_TESTS'] === 'required') t.fail(`${program} is missing, and REDIS_TESTS=required`)
  else t.pass('tests with Redis', { skip: `${program} is missing` })
  return true
}

type ProcessOptions = { settings?: Record<string, string>; password?: string; port?: number; args?: string[] }

export async function startProcess(t: Test, options: ProcessOptions): Promise<RedisServer> {
  const { settings = {}, password = '', port = await freePort(), args = [] } = options
  const dir = temporaryFolder(t)
  const file = join(dir, 'redis.conf')
  const common = { port: String(port), bind: '127.0.0.1', dir, save: '""', requirepass: `"${password}"` }
  const lines = Object.entries({ ...common, ...settings }).map(([name, value]) => `${name} ${value}\n`)
  writeFileSync(file, lines.join(''))
  let child: ChildProcess | undefined
  const look = new Redis(port, '127.0.0.1', { password, retryStrategy: () => 20, maxRetriesPerRequest: null })
  look.on('error', () => {})

  const start = async () => {
    child = endWithProcess(spawn(program, [file, ...args], { stdio: 'ignore' }))
    await until(async () => look.status === 'ready' && (await look.ping()) === 'PONG')
  }
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const exit = once(child, 'exit')
    child.kill('SIGKILL')
    await exit
  }
  t.teardown(async () => {
    look.disconnect()
    await kill()
  })
  await start()
  const url = `redis://127.0.0.1:${port}`
  return { url, port, look, signal: (name) => void child?.kill(name), kill, restart: start }
}

export function startRedis(t: Test, password = ''): Promise<RedisServer> {
  return startProcess(t, { password })
}

/** Every write is on the disk before it responds. */
export const durable = { appendonly: 'yes', appendfsync: 'always' }

export function startDurableRedis(t: Test): Promise<RedisServer> {
  return startProcess(t, { settings: durable })
}
