// `npm start` with real processes: npm, its shell, the start program and the server end together, with the server's drain.
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import { ifLong } from '../../helpers/long.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { temporaryFolder } from '../../helpers/temporary-folder.ts'
import { isUp, until } from '../../helpers/until.ts'

const root = join(import.meta.dirname, '../../..')
/** Environments are read from /proc, and `script` has other options elsewhere. */
const isLinux = process.platform === 'linux'
const onLinux = isLinux ? {} : { skip: 'no /proc' }

/** Resolves when the server is ready. */
async function npmStart(t: Test, file: string, args: string[]) {
  const port = await freePort()
  const dataDir = temporaryFolder(t, 'site-npm')
  const { PATH = '', HOME = tmpdir() } = process.env
  const env = { HOST: '127.0.0.1', PORT: `${port}`, CONTENT_DIR: smallFolder, DATA_DIR: dataDir }
  const child = spawn(file, args, {
    cwd: root,
    env: { PATH, HOME, ...env, DRAIN_SECONDS: '1', CACHE_SNAPSHOT_SECONDS: '3600' },
    stdio: ['pipe', 'pipe', 'inherit'],
    // A process group of its own, like the job of a shell.
    detached: true,
  })
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text
  })
  /** The environments of the processes that run, by their ids. */
  const running = () =>
    readdirSync('/proc')
      .map((pid) => ({ pid: Number(pid), environment: environmentOf(pid) }))
      .filter(({ environment }) => environment.includes(`DATA_DIR=${dataDir}`))
  t.teardown(() => {
    for (const { pid } of running()) process.kill(pid, 'SIGKILL')
  })
  await until(() => isUp(`http://127.0.0.1:${port}/readyz`))
  /** The cache snapshot is written at the end of an orderly stop only. */
  const endedInOrder = async () => {
    await until(() => running().length === 0)
    t.ok(existsSync(join(dataDir, 'cache.snapshot')), 'the cache was written at the end')
  }
  return { child, running, endedInOrder, printed: () => printed }
}

function environmentOf(pid: string): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

t.test('SIGTERM to npm stops the server with its drain and leaves no process', onLinux, async (t) => {
  const { child, running, endedInOrder, printed } = await npmStart(t, 'npm', ['start'])
  const server = running().at(-1)
  t.ok(server?.environment.includes('MALLOC_ARENA_MAX=1'), 'one arena of malloc, as in the image')
  child.kill('SIGTERM')
  await endedInOrder()
  // Its last lines may arrive after its end.
  await until(() => /"msg":"stopping".*"msg":"stopped"/s.test(printed()))
})

t.test('Ctrl-C in a terminal stops the server', isLinux ? ifLong : onLinux, async (t) => {
  const { child, endedInOrder } = await npmStart(t, 'script', ['-qefc', 'npm start', '/dev/null'])
  child.stdin.write('\x03')
  await endedInOrder()
})
