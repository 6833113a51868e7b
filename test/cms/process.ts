// Child processes of a content system: started, waited for, stopped in reverse order.
import { type ChildProcess, spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'

export type Scope = { defer: (end: () => unknown) => void }

/** Everything that is started ends with `end`, the last first. */
export function createScope(): Scope & { end: () => Promise<void> } {
  const ends: (() => unknown)[] = []
  return {
    defer: (end) => void ends.unshift(end),
    async end() {
      for (const end of ends.splice(0)) await end()
    },
  }
}

type Options = { log: string; env?: NodeJS.ProcessEnv; cwd?: string }

/** Stopped with the scope. */
export function start(scope: Scope, command: string, args: string[], options: Options): ChildProcess {
  const { log, env = {}, cwd } = options
  const child = spawn(command, args, {
    env: { ...process.env, ...env },
    ...(cwd && { cwd }),
    // A group of its own: servers have worker processes.
    detached: true,
  })
  const output = createWriteStream(log, { flags: 'a' })
  child.stdout?.pipe(output)
  child.stderr?.pipe(output)
  scope.defer(() => stop(child))
  return child
}

/** The whole group of processes. */
export function kill({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  kill(child, 'SIGTERM')
  await ended
}

export type ServerProcess = {
  /** Resolves when it responds. */
  start: () => Promise<void>
  /** At once, without time to end; resolves when nothing listens any more. */
  kill: () => Promise<void>
}

type ServerOptions = Options & {
  command: string
  args: string[]
  /** Responds with 2xx when the server is ready. */
  readyUrl: string
  readyMs?: number
}

/** A server that can be killed and started again. Stopped with the scope. */
export function createServerProcess(scope: Scope, options: ServerOptions): ServerProcess {
  const { command, args, readyUrl, readyMs, ...rest } = options
  let child: ChildProcess | undefined
  return {
    async start() {
      child = start(scope, command, args, rest)
      await waitFor(readyUrl, async () => (await fetch(readyUrl)).ok, readyMs)
    },
    async kill() {
      if (child) kill(child, 'SIGKILL')
      const isGone = () =>
        fetch(readyUrl).then(
          () => false,
          () => true,
        )
      await waitFor(`${readyUrl} to be gone`, isGone)
    },
  }
}

/** Resolves with the output; rejects with it where the exit code is not 0. */
export function run(
  command: string,
  args: string[],
  env: NodeJS.ProcessEnv = {},
  input = '',
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  const child = spawn(command, args, { env: { ...process.env, ...env } })
  const chunks: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk))
  child.on('error', reject)
  child.on('close', (code) => {
    const output = Buffer.concat(chunks).toString()
    if (code === 0) resolve(output)
    else reject(new Error(`${command} ${args.join(' ')}: exit code ${code}\n${output.slice(-2000)}`))
  })
  // The program may end before it has read everything.
  child.stdin.on('error', () => {}).end(input)
  return promise
}

/** Resolves when `isReady` does so with true; rejects after `limitMs`. */
export async function waitFor(
  what: string,
  isReady: () => Promise<boolean>,
  limitMs = 60_000,
): Promise<void> {
  const until = Date.now() + limitMs
  while (!(await isReady().catch(() => false))) {
    if (Date.now() > until) throw new Error(`${what}: not ready within ${limitMs} ms`)
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}
