// node dist/server/main.js forms: list, export, delete and retry.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import t from 'tap'
import { createCommands } from '../../server/commands/forms.ts'
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createFolder } from '../content/world.ts'
import { distDir } from '../helpers/site.ts'
import { nodeArgs } from '../server/commands/process.ts'

const dayMs = 86_400_000
const start = Date.UTC(2026, 0, 1)

async function createDesk(t: Test) {
  const folder = createFolder(t, {})
  const clock = { now: start }
  const now = () => clock.now
  const outbox = createDiskOutbox({ file: join(folder, 'outbox.sqlite'), now, monotonic: now })
  t.teardown(outbox.close)
  const run = createCommands({ outboxes: [outbox], retentionDays: 730, now })
  return { clock, outbox, run: (line: string) => run(line.split(' ')) }
}

const submission = (key: string, fields: object, receivedAt: number): Submission => ({
  key,
  path: '/api/home/form/:name',
  locale: 'en',
  fingerprint: 'f',
  flags: ['links'],
  body: JSON.stringify(fields),
  receivedAt,
})

t.test('list and export have all submissions, without spreadsheet formulas', async (t) => {
  const { outbox, run } = await createDesk(t)
  t.equal(await run('list'), '')
  const fields = { name: '=HYPERLINK("x")', contact: '+86 574 8765', message: 'a\n"b",c' }
  await outbox.store({ ...submission('a', fields, start), flags: [] })
  await outbox.add(submission('b', { name: '王', message: '＠SUM(1)' }, start + 1))
  t.equal(
    await run('list'),
    `2026-01-01T00:00:00.000Z  stored     :name  SENJT5BX  a  =HYPERLINK("x")\n` +
      '2026-01-01T00:00:00.001Z  waiting    :name  9GXYSHV6  b  [links]  王\n',
  )
  t.equal(
    await run('export'),
    '\ufeff"reference","id","received","state","form","flags","name","contact","message"\r\n' +
      `"SENJT5BX","a","2026-01-01T00:00:00.000Z","stored",":name","","'=HYPERLINK(""x"")","'+86 574 8765","a\n""b"",c"\r\n` +
      `"9GXYSHV6","b","2026-01-01T00:00:00.001Z","waiting",":name","links","王","","'＠SUM(1)"\r\n`,
  )
  t.match(JSON.parse((await run('export --format json')) ?? ''), [
    { id: 'a', state: 'stored', fields: { name: '=HYPERLINK("x")' } },
    { id: 'b', state: 'waiting', fields: { name: '王' } },
  ])
})

t.test('delete removes old submissions, except waiting ones', async (t) => {
  const { outbox, clock, run } = await createDesk(t)
  await outbox.store(submission('stored', {}, start))
  await outbox.add(submission('waits', {}, start))
  await outbox.add(submission('refused', { name: 'x' }, start))
  const refused = { kind: 'refused', response: { status: 403, body: '' } } as const
  await outbox.settle({ submission: submission('refused', {}, start), attempts: 1 }, refused)
  clock.now = start + 730 * dayMs
  t.equal(await run('delete'), '0 deleted\n')
  t.equal(await run('delete --older-than 731'), '0 deleted\n')
  t.equal(await run('delete --older-than 729'), '2 deleted\n')
  t.match(await outbox.usage(), { waiting: 1, refused: 0, oldestMs: 730 * dayMs })
})

t.test('retry sends refused submissions again', async (t) => {
  const { outbox, run } = await createDesk(t)
  const one = submission('a', { name: 'x' }, start)
  await outbox.add(one)
  t.strictSame(await outbox.claim(10), [], 'leased by the process that added it')
  await outbox.settle(
    { submission: one, attempts: 1 },
    { kind: 'refused', response: { status: 403, body: '' } },
  )
  t.strictSame(await outbox.claim(10), [])
  t.equal(await run('retry'), '1 to be sent again by the running server\n')
  t.match(await outbox.claim(10), [{ submission: { key: 'a', body: '{"name":"x"}' }, attempts: 1 }])
})

t.test('an unknown command prints the usage', async (t) => {
  const { run } = await createDesk(t)
  for (const line of [
    '',
    'help',
    'list all',
    'delete --older-than soon',
    'export --format xml',
    'list --x',
  ]) {
    t.equal(await run(line), undefined, line)
  }
})

t.test('output is on stdout or stderr, and the exit code shows success or failure', async (t) => {
  const file = join(distDir, 'server/main.js')
  const execute = promisify(execFile)
  const run = (args: string[], env: NodeJS.ProcessEnv) =>
    execute(process.execPath, [...nodeArgs, file, 'forms', ...args], { env })
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: createFolder(t, { 'server-lock.sqlite': '' }) }
  t.match(await run(['list'], env), { stdout: '', stderr: '' })
  await t.rejects(run(['help'], env), {
    code: 64,
    stdout: '',
    stderr: /main\.js forms/,
  })
  const wrong = { ...env, FORM_RETENTION_DAYS: 'forever' }
  await t.rejects(run(['list'], wrong), { code: 78 })
})
