// Runs test files in a few processes, each of which takes the next file when one has ended: the import of the site, the
// sample content and the start of a browser take longer than most files.
//   node test/tools/run.mjs [FILE...] [--all] [--grep TEXT] [--jobs N]
//     FILE          or a pattern in quotation marks; default: every test but the long ones, *.long.test.ts, and the long
//                   tests within files (test/helpers/long.ts)
//     --all         the long ones too, and the slowest files at the end
//     --grep TEXT   only tests whose name contains TEXT; a second --grep is for tests within these
//     --jobs N      processes at a time
import { spawn } from 'node:child_process'
import { globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { constants } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { createReport } from './runner/report.mjs'

const root = join(import.meta.dirname, '../..')
/** A hook of Node makes `tap` of a file its own part of the process; group.mjs runs the files it is sent. */
const program = [
  '--disable-warning=ExperimentalWarning',
  '--import',
  './test/hooks.mjs',
  'test/tools/runner/group.mjs',
]
/** More than two cores have use for, because many tests wait for timers and other processes. */
const defaultJobs = 5
/** How long a process may take to end after its tests, in milliseconds: then something of them is still open. */
const exitDelay = 60_000
/** Files in it are in memory, on Linux: SQLite waits for a disk with each site. */
const memoryFolder = '/dev/shm'
const gigabyte = 2 ** 30

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    grep: { type: 'string', multiple: true, default: [] },
    jobs: { type: 'string', default: String(defaultJobs) },
  },
})
const jobs = Number(values.jobs)
if (!(jobs >= 1)) stop(`--jobs must be a number from 1, not ${values.jobs}`)
const files = positionals.length > 0 ? [...new Set(positionals.flatMap(named))] : allFiles()
const report = createReport(console.log)
const running = new Set()
const temporary =
  hasRoom(memoryFolder) && !process.env.TMPDIR && mkdtempSync(join(memoryFolder, 'site-tests-'))
process.on('exit', () => temporary && rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => interrupt(signal))

/** A long file has a process of its own, and these start first. */
const long = files.filter((file) => file.endsWith('.long.test.ts'))
const others = files.filter((file) => !long.includes(file))
await Promise.all(Array.from({ length: Math.min(jobs, files.length) }, work))
const { passed, failed } = report.end({ showsSlowest: values.all })
if (values.grep.length > 0 && passed + failed === 0) stop('no test with this name has run')
process.exitCode = failed > 0 ? 1 : 0

function allFiles() {
  return globSync('test/**/*.test.ts', { cwd: root })
    .filter((file) => values.all || !file.endsWith('.long.test.ts'))
    .sort()
}

function named(name) {
  const found = globSync(relative(root, resolve(name)), { cwd: root }).sort()
  return found.length > 0 ? found : stop(`there is no test file ${name}`)
}

function stop(problem) {
  console.error(problem)
  process.exit(1)
}

async function work() {
  while (long.length > 0) await run(long.splice(0, 1))
  // Again where a process ended before the files.
  while (others.length > 0) await run(others)
}

/** A process that takes files from the queue until it is empty. */
async function run(queue) {
  const child = spawn(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...environment() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  running.add(child)
  /** The files that it has: the one that runs, and the next one, which it asks for when the one before starts. */
  const taken = []
  const done = []
  let timer
  child.on('message', (message) => {
    // tap has messages of its own.
    if (message === 'next') {
      const file = queue.shift()
      if (file) taken.push(file)
      child.send(file ?? '', () => {})
    } else if (message.file) {
      done.push(...taken.splice(taken.indexOf(message.file), 1))
      report.file(message)
    }
  })
  child.on('disconnect', () => {
    timer = setTimeout(() => child.kill('SIGKILL'), exitDelay).unref()
  })
  const [code, signal] = await new Promise((resolve) => child.on('close', (...ended) => resolve(ended)))
  clearTimeout(timer)
  running.delete(child)
  // The first file, where it ended before it asked for one.
  const [stopped = done.length === 0 && code !== 0 ? queue.shift() : undefined, following] = taken
  if (following) queue.unshift(following)
  if (stopped) report.stopped(`the process ended with ${signal ?? `exit code ${code}`}`, [stopped])
  else if (signal) report.stopped('the process did not end: a test left something open', done)
  else if (code && report.isGood()) report.stopped(`exit code ${code} without a failure`, done)
}

/** Documented variables of tap and of Node. */
function environment() {
  // The first pattern is for files, which are subtests of a process.
  const patterns = ['.', ...values.grep.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))]
  return {
    TAP: '1',
    ...(values.grep.length > 0 && { TAP_GREP: patterns.join('\n') }),
    ...(!values.all && positionals.length === 0 && { LONG_TESTS: 'no' }),
    ...(temporary && { TMPDIR: temporary }),
    // So that tap is read from it too; the hook takes it out of the environment.
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/site-tests/node'),
  }
}

/** In a container it may be small. */
function hasRoom(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * gigabyte
  } catch {
    return false
  }
}

function interrupt(signal) {
  for (const child of running) child.kill('SIGTERM')
  process.exit(128 + constants.signals[signal])
}
