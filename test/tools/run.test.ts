// `npm test`: what it prints of a failure, how a test is run alone, and files that share a process.
import { spawn } from 'node:child_process'
import { join, relative } from 'node:path'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import { ifLong } from '../helpers/long.ts'
import { words } from '../helpers/words.ts'

const root = join(import.meta.dirname, '../..')
/** Without what `npx tap` tells the files it runs: only of failures to report. */
const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith('TAP')),
)

/** Writes the files below the project, where they find its packages, and runs them. */
async function run(t: Test, files: Record<string, string>, args: string[] = [], env = {}) {
  const folder = t.testdir(files)
  const paths = Object.keys(files).map((name) => relative(root, join(folder, name)))
  const child = spawn(process.execPath, ['test/tools/run.mjs', ...paths, ...args], {
    cwd: root,
    env: { ...environment, ...env },
  })
  const [out, err, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('close', resolve)),
  ])
  return { out, err, code, paths }
}

const mixed = `
import t from 'tap'
t.test('is right', async (t) => t.equal(1, 1))
t.test('adds (two numbers)', async (t) => {
  await t.test('of one digit', async (t) => t.equal(1 + 1, 3, 'the sum'))
})`

t.test('a failure is repeated at the end, and files of one process have their own tests', async (t) => {
  const files = {
    'mixed.test.ts': mixed,
    'one.test.ts': `import t from 'tap'
let calls = 0
t.beforeEach(() => { calls += 1 })
t.test('a test', async (t) => t.equal(calls, 1))`,
    'two.test.ts': `import t from 'tap'
t.plan(0, 'a program is missing')`,
    'wrong.test.ts': `import t from 'tap'
import './nothing.ts'`,
  }
  const { out, code, paths } = await run(t, files, ['--jobs', '1'])
  t.equal(code, 1)
  t.match(out, `ok ${paths[1]}`)
  t.match(out, `skip ${paths[2]} a program is missing`)
  t.match(out, `not ok ${paths[3]}`)
  t.match(out, /FAILED .*wrong\.test\.ts\n.*nothing\.ts/)
  const end = out.slice(out.indexOf(`\nFAILED ${paths[0]}\n`))
  t.match(end, /\n {2}adds \(two numbers\)\n {2}of one digit\n {2}the sum\n/)
  t.match(end, /-3\n\s+\+2\n/)
  t.match(end, `  alone: npm test -- ${paths[0]} --grep "adds (two numbers)"\n`)
  t.match(end, /\n2 passed, 2 failed, 1 skipped\n$/)
})

t.test('a part of its name selects a test, also one that shares its options with others', async (t) => {
  const shared = `import t from 'tap'
const options = {}
t.test('is wrong', options, async (t) => t.equal(1, 2))
t.test('is right', options, async (t) => t.equal(1, 1))`
  const { out, code } = await run(t, { 'shared.test.ts': shared }, ['--grep', 'is right'])
  t.equal(code, 0)
  t.match(out, /\n1 passed, 0 failed, 1 skipped\n$/)
  t.equal(
    (await run(t, { 'shared.test.ts': shared }, ['--grep', 'is left'])).code,
    1,
    'no test has this name',
  )
})

t.test('without its programs a test is skipped by name', ifLong, async (t) => {
  const files = words('browser/analytics browser/swap forms/redis tools/topology.long')
  const args = files.map((file) => `test/${file}.test.ts`)
  const required = { BROWSER_TESTS: '', REDIS_TESTS: '', NGINX_TESTS: '' }
  const nowhere = { CHROMIUM_PATH: '/none', REDIS_SERVER: '/none', NGINX: '/none' }
  const { out, code } = await run(t, {}, args, { ...required, ...nowhere })
  t.equal(code, 0)
  for (const file of args) t.match(out, `skip ${file} `)
  t.match(out, ' 0 failed, ')
})

t.test('a process that ends before its file fails this one, and the others run in another', async (t) => {
  const files = {
    'exit.test.ts': 'process.exit(0)',
    'kill.test.ts': `process.kill(process.pid, 'SIGKILL'); await new Promise(() => {})`,
    'other.test.ts': mixed,
  }
  const { out, code, paths } = await run(t, files, ['--jobs', '1'])
  t.equal(code, 1)
  for (const path of paths.slice(0, 2)) t.match(out, `\nFAILED ${path}\n`)
  t.match(out, /\n1 passed, 3 failed, 0 skipped\n$/)
})

t.test('tests and their servers end with a runner that is killed, without a word', async (t) => {
  const file = `import t from 'tap'
import { spawn } from 'node:child_process'
import { endWithProcess } from '${join(root, 'test/helpers/end-with-process.ts')}'
t.test('is running', async () => {
  const gone = new Promise((resolve) => process.once('disconnect', resolve))
  const late = "setTimeout(() => console.error('a child is left'), 20_000)"
  endWithProcess(spawn(process.execPath, ['-e', late], { stdio: ['ignore', 'ignore', 'inherit'] }))
  console.error('started')
  await gone
  console.error('continued')
})`
  const folder = t.testdir({ 'waits.test.ts': file })
  const path = relative(root, join(folder, 'waits.test.ts'))
  const child = spawn(process.execPath, ['test/tools/run.mjs', path], { cwd: root, env: environment })
  child.stderr.once('data', () => child.kill('SIGKILL'))
  // It ends when the last process has closed it.
  t.equal(await text(child.stderr), 'started\n')
})
