// Backup of a running server, and restoring it as the document says.
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import t from 'tap'
import { run } from '../../../server/commands/backup.ts'
import { readDocument, root } from '../../docs/document-parts.ts'
import { distDir } from '../../helpers/site.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { type Running, runProgram, startProgram } from './process.ts'

const section = /^## Backup, upgrade and going back$.*?^## /ms.exec(readDocument('server/ops/README.md'))?.[0]
const [backUp, restore] = [...(section ?? '').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, code = '']) => code)

/** A server whose DATA_DIR has a message and a database in a folder of its own; both are in the write-ahead log only. */
const folder = t.testdir({})
const dataDir = join(folder, 'data')
const env = { CONTENT_DIR: smallFolder, DATA_DIR: dataDir, DRAIN_SECONDS: '0' }
const server = await startProgram(t, env)
t.equal(await send(server, 'Ada'), 200)
mkdirSync(join(dataDir, 'further'))
const other = new DatabaseSync(join(dataDir, 'further', 'records.sqlite'))
t.teardown(() => other.close())
other.exec('pragma journal_mode = wal; create table record (text text); insert into record values (1)')

async function send({ url }: Running, name: string) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify({ name, contact: 'ada@example.com', message: 'Is there a data sheet?' })
  return (await fetch(`${url}/api/home/form/:name`, { method: 'POST', headers, body })).status
}

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

t.test('nothing is overwritten, and what cannot be copied is named', async (t) => {
  const full = join(folder, 'full')
  mkdirSync(full)
  writeFileSync(join(full, 'messages.sqlite'), 'kept')
  const broken = join(folder, 'damaged')
  mkdirSync(broken)
  writeFileSync(join(broken, 'broken.sqlite'), 'no database')
  const rows: [dataDir: string, backup: string, exitCode: number, message: RegExp][] = [
    [dataDir, full, 1, /full is not a new or empty folder/],
    [dataDir, join(dataDir, 'backup'), 1, /backup is not a new or empty folder outside DATA_DIR/],
    [join(folder, 'none'), join(folder, 'other'), 66, /none has no database/],
    [broken, join(folder, 'broken'), 1, /is not complete: broken\.sqlite: file is not a database/],
  ]
  for (const [DATA_DIR, backup, exitCode, message] of rows)
    await t.rejects(run([backup], { env: { DATA_DIR }, distDir }), { exitCode, message })
  t.equal(readFileSync(join(full, 'messages.sqlite'), 'utf8'), 'kept')
  t.notOk(existsSync(join(folder, 'broken', 'broken.sqlite')))
})

t.test('after the steps of the document the server has the messages again', async (t) => {
  const { PATH = '', HOME = '/' } = process.env
  const sh = (script: string) =>
    promisify(execFile)('sh', ['-ec', script], { cwd: folder, env: { PATH, HOME, ...env } })
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
