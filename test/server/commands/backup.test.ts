// Backup of a running server, and restoring it as the document says.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import { readDocument, root } from '../../docs/document-parts.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { type Running, runProgram, startProgram } from './process.ts'

const section = /^## Backup, upgrade and going back$.*?^## /ms.exec(readDocument('server/ops/README.md'))?.[0]
const [backUp, restore] = [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** A server whose DATA_DIR has a message and a database in a folder of its own; both are in the write-ahead log only. */
async function startWithData(t: Test) {
  const folder = t.testdir({})
  const dataDir = join(folder, 'data')
  const env = { CONTENT_DIR: smallFolder, DATA_DIR: dataDir, DRAIN_SECONDS: '0' }
  const server = await startProgram(t, env)
  t.equal(await send(server, 'Ada'), 200)
  mkdirSync(join(dataDir, 'further'))
  const other = new DatabaseSync(join(dataDir, 'further', 'records.sqlite'))
  t.teardown(() => other.close())
  other.exec('pragma journal_mode = wal; create table record (text text); insert into record values (1)')
  return { folder, dataDir, env, server }
}

const send = async ({ url }: Running, name: string) =>
  (
    await fetch(`${url}/api/home/form/:name`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, contact: 'ada@example.com', message: 'Is there a data sheet?' }),
    })
  ).status

function rowsOf(file: string, table: string): number {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    t.match(database.prepare('pragma integrity_check').get(), { integrity_check: 'ok' })
    return Number(database.prepare(`select count(*) as count from ${table}`).get()?.['count'])
  } finally {
    database.close()
  }
}

t.test('every database of a running server is copied whole, readable by this user only', async (t) => {
  const { folder, env } = await startWithData(t)
  const backup = join(folder, 'backups', 'first')
  const { code, out, err } = await runProgram(['backup', backup], env)
  t.match({ code, err }, { code: 0, err: '' })
  t.match(out, `${backup} has `)
  t.equal(rowsOf(join(backup, 'messages.sqlite'), 'message'), 1)
  t.equal(rowsOf(join(backup, 'further', 'records.sqlite'), 'record'), 1)
  const files = readdirSync(backup, { recursive: true, withFileTypes: true }).filter((one) => one.isFile())
  for (const { parentPath, name } of files) {
    t.match(name, /\.sqlite$/)
    t.equal(statSync(join(parentPath, name)).mode & 0o777, 0o600, name)
  }
})

t.test('after the steps of the document the server has the messages again', async (t) => {
  const { folder, env, server } = await startWithData(t)
  const sh = (script: string) =>
    promisify(execFile)('sh', ['-ec', script], { cwd: folder, env: shellEnv(env) })
  await sh(`cd '${root}'; ${backUp?.replaceAll('../backup', join(folder, 'backup'))}`)
  // Not in the backup.
  t.equal(await send(server, 'Bob'), 200)
  server.child.kill('SIGTERM')
  t.equal(await server.ended, 0)
  await sh(`mkdir site; mv data site; cd site; ${restore}`)
  const restored = { ...env, DATA_DIR: join(folder, 'site', 'data') }
  await startProgram(t, restored)
  const { out } = await runProgram(['forms', 'list'], restored)
  t.equal(out.trim().split('\n').length, 1)
  t.match(out, 'Ada')
})

const shellEnv = (env: Record<string, string>) => ({
  PATH: process.env['PATH'] ?? '',
  HOME: process.env['HOME'] ?? '/',
  ...env,
})

t.test('nothing is overwritten, and what cannot be copied is named', async (t) => {
  const { folder, env, dataDir } = await startWithData(t)
  const full = join(folder, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'messages.sqlite'), 'kept')
  const [there, inside, unused] = await Promise.all([
    runProgram(['backup', full], env),
    runProgram(['backup', join(dataDir, 'backup')], env),
    runProgram(['backup', join(folder, 'other')], { DATA_DIR: join(folder, 'none') }),
  ])
  t.match(there, { code: 1, out: '', err: /full is not a new or empty folder/ })
  t.equal(readFileSync(join(full, 'messages.sqlite'), 'utf8'), 'kept')
  t.match(inside, { code: 1, out: '', err: /backup is not a new or empty folder outside DATA_DIR/ })
  t.match(unused, { code: 66, out: '', err: /none has no database/ })
  writeFileSync(join(dataDir, 'broken.sqlite'), 'no database')
  const broken = await runProgram(['backup', join(folder, 'broken')], env)
  t.match(broken, { code: 1, out: '', err: /is not complete: broken\.sqlite: file is not a database/ })
  t.notOk(existsSync(join(folder, 'broken', 'broken.sqlite')))
})
