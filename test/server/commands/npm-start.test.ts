// `npm start` with real processes: npm, its shell, the start program and the server end together, with the server's drain.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const root = join(import.meta.dirname, '../../..')
/** `script` has other options elsewhere. */
const inTerminal = process.platform === 'linux' ? ifLong : { skip: 'no script(1) of Linux' }

type Program = { pid: number; args: string }
type Started = { child: ChildProcess; dataDir: string; tree: Program[]; printed: () => string }

const settings = {
  HOST: '127.0.0.1',
  CONTENT_DIR: smallFolder,
  DRAIN_SECONDS: '1',
  CACHE_SNAPSHOT_SECONDS: '3600',
}

/** Resolves when the server is ready. `terminal`: npm runs in a pseudo-terminal that `script` opens. */
async function npmStart(t: Test, { terminal = false } = {}): Promise<Started> {
  const port = await freePort()
  const dataDir = mkdtempSync(join(tmpdir(), 'site-npm-'))
  const { PATH = '', HOME = tmpdir() } = process.env
  const child = spawn(
    terminal ? 'script' : 'npm',
    terminal ? ['-qefc', 'npm start', '/dev/null'] : ['start'],
    {
      cwd: root,
      env: { PATH, HOME, ...settings, PORT: `${port}`, DATA_DIR: dataDir },
      stdio: ['pipe', 'pipe', 'inherit'],
      // A process group of its own, like the job of a shell.
      detached: true,
    },
  )
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  let tree: Program[] = []
  t.teardown(() => {
    for (const { pid } of tree.filter(isRunning)) process.kill(pid, 'SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  })
  await until(() =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  tree = below(child.pid!)
  return { child, dataDir, tree, printed: () => printed }
}

/** The process and all that it started, from the top. */
function below(pid: number): Program[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .map((match) => ({ pid: Number(match?.[1]), parent: Number(match?.[2]), args: match?.[3] ?? '' }))
  const found = all.filter((one) => one.pid === pid)
  for (const { pid } of found) found.push(...all.filter(({ parent }) => parent === pid))
  return found
}

function isRunning({ pid }: Program): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** The cache snapshot is written at the end of an orderly stop only. */
async function endedInOrder(t: Test, { tree, dataDir }: Started) {
  await until(() => !tree.some(isRunning), { what: `ended: ${tree.map(({ args }) => args).join(' | ')}` })
  t.ok(existsSync(join(dataDir, 'cache.snapshot')), 'the cache was written at the end')
}

t.test('SIGTERM to npm stops the server with its drain and leaves no process', async (t) => {
  const started = await npmStart(t)
  if (process.platform === 'linux') {
    const environment = readFileSync(`/proc/${started.tree.at(-1)!.pid}/environ`, 'utf8').split('\0')
    t.ok(environment.includes('MALLOC_ARENA_MAX=1'), 'one arena of malloc, as in the image')
  }
  started.child.kill('SIGTERM')
  await endedInOrder(t, started)
  t.match(started.printed(), /"msg":"stopping".*"msg":"stopped"/s)
})

t.test('Ctrl-C in a terminal stops the server', inTerminal, async (t) => {
  const started = await npmStart(t, { terminal: true })
  started.child.stdin!.write('\x03')
  await endedInOrder(t, started)
})
