// Messages that version 0.1 stored in a file of its own and in Redis: in the outbox after the start, none lost, none twice.
import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { createFormStores } from '../../server/forms/form-stores.ts'
import { moveFormerMessages } from '../../server/forms/former-messages.ts'
import { createRedisForms } from '../../server/forms/redis-forms.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing, startRedis } from '../cache-redis/redis-server.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

const received = '2026-01-02T03:04:05.678Z'
const body = (text: string) => JSON.stringify({ message: text, name: 'a' })
const config = { formsStore: 'redis', email: undefined, webhook: undefined } as const
const delivered = { kind: 'delivered', response: { status: 200, body: '{"success":true}' } } as const

/** As version 0.1 has written it. The connection stays open with the test, so that everything is in the write-ahead log. */
function writeFormer(dataDir: string, rows: [id: string, key: string | null, text: string][]) {
  const database = new DatabaseSync(join(dataDir, 'forms.sqlite'))
  database.exec(`pragma journal_mode = wal; create table submissions (
    id text primary key, name text not null, idempotency_key text unique, body text not null, received_at text not null,
    flags text not null default '') strict`)
  const sql = 'insert into submissions values (?, ?, ?, ?, ?, ?)'
  for (const [id, key, text] of rows)
    database.prepare(sql).run(id, ':name', key, body(text), received, 'links')
  return database
}

async function openStores(t: Test, dataDir: string) {
  const { log, lines } = createLog()
  const stores = await createFormStores({ config: { ...config, dataDir }, redis: undefined, log })
  t.teardown(stores.close)
  const move = () => moveFormerMessages({ dataDir, stores, redis: undefined, log })
  const texts = async () => (await stores.disk.list()).map(({ body }) => JSON.parse(body).message)
  return { ...stores, lines, move, texts }
}

t.test('the file becomes rows of the outbox, with keys, times and flags, and is removed', async (t) => {
  const dataDir = createFolder(t, {})
  writeFormer(dataDir, [
    ['id-1', 'key-1', 'first'],
    ['id-2', null, 'second'],
  ]).close()
  const { disk, move, lines } = await openStores(t, dataDir)
  await move()
  t.match(await disk.list(), [
    {
      key: 'key-1',
      state: 'stored',
      body: body('first'),
      flags: ['links'],
      receivedAt: Date.parse(received),
    },
    { key: 'id-2', path: '/api/home/form/:name', body: body('second') },
  ])
  t.match(lines, [{ level: 30, messages: 2 }])
  t.strictSame(
    readdirSync(dataDir).filter((name) => name.startsWith('forms')),
    [],
  )
  await move()
  t.equal((await disk.list()).length, 2)
})

t.test('a message whose delivery the outbox remembers has its content again', async (t) => {
  const dataDir = createFolder(t, {})
  const { disk, move, texts } = await openStores(t, dataDir)
  const sent: Submission = {
    key: 'key-1',
    path: '/api/home/form/:name',
    locale: 'en',
    fingerprint: '',
    flags: [],
    body: body('first'),
    receivedAt: 1,
  }
  const others = { ...sent, key: 'key-2', body: body('of another site') }
  for (const one of [sent, others]) {
    await disk.add(one)
    await disk.settle({ submission: one, attempts: 1 }, delivered)
  }
  writeFormer(dataDir, [
    ['id-1', 'key-1', 'first'],
    ['id-2', 'key-2', 'second'],
  ]).close()
  await move()
  t.strictSame((await texts()).sort(), ['first', 'second'])
})

t.test('a crash before the file is removed stores nothing twice', async (t) => {
  const dataDir = createFolder(t, {})
  writeFormer(dataDir, [['id-1', null, 'first']]).close()
  const copy = join(createFolder(t, {}), 'copy')
  copyFileSync(join(dataDir, 'forms.sqlite'), copy)
  const first = await openStores(t, dataDir)
  await first.move()
  await first.close()
  copyFileSync(copy, join(dataDir, 'forms.sqlite'))
  const { move, texts } = await openStores(t, dataDir)
  await move()
  t.strictSame(await texts(), ['first'])
  t.notOk(existsSync(join(dataDir, 'forms.sqlite')))
})

t.test('a file in use or damaged stays, with a line in the log', async (t) => {
  const dataDir = createFolder(t, {})
  const inUse = writeFormer(dataDir, [['id-1', null, 'first']])
  const { move, texts, lines } = await openStores(t, dataDir)
  await move()
  t.match(lines, [{ level: 50, err: { message: /locked/ } }])
  inUse.close()
  await move()
  t.strictSame(await texts(), ['first'])
  const text = 'this is not a database, but long enough to be read as one'.repeat(20)
  writeFileSync(join(dataDir, 'forms.sqlite'), text)
  await move()
  t.match(lines.at(-1), { level: 50, err: { message: /not a database/ } })
  t.equal(readFileSync(join(dataDir, 'forms.sqlite'), 'utf8'), text)
})

t.test('a server lists them after its start', async (t) => {
  const dataDir = createFolder(t, {})
  writeFormer(dataDir, [['id-1', 'key-1', 'first']]).close()
  const env = { CONTENT_DIR: smallFolder, DATA_DIR: dataDir }
  await startProgram(t, env)
  const { code, out } = await runProgram(['forms', 'export', '--format', 'json'], env)
  t.equal(code, 0)
  t.match(JSON.parse(out), [{ id: 'key-1', state: 'stored', fields: { message: 'first' } }])
})

if (!isRedisMissing(t)) {
  t.test('messages in Redis are moved as well, also those of a server that is not updated yet', async (t) => {
    const { url, look } = await startRedis(t)
    const write = (field: string, id: string, idempotencyKey: string, text: string) => {
      const record = { id, name: ':name', idempotencyKey, body: body(text), flags: '', receivedAt: received }
      return Promise.all([
        look.hset('{site-forms:1}:stored', field, JSON.stringify(record)),
        look.zadd('{site-forms:1}:stored-times', Date.parse(received), field),
      ])
    }
    await Promise.all(
      Array.from({ length: 250 }, (_, at) => write(`key:k-${at}`, `id-${at}`, `k-${at}`, `${at}`)),
    )
    const { log } = createLog()
    const redis = await createClient(t, { url, log, coolDownMs: 20 })
    const dataDir = createFolder(t, {})
    const stores = await createFormStores({ config: { ...config, dataDir }, redis, log })
    t.teardown(stores.close)
    const list = async () => (await stores.redis?.outbox.list()) ?? []
    const sent: Submission = {
      key: 'k-7',
      path: '/api/home/form/:name',
      locale: 'en',
      fingerprint: '',
      flags: [],
      body: body('7'),
      receivedAt: 1,
    }
    await stores.redis?.outbox.add(sent)
    await stores.redis?.outbox.settle({ submission: sent, attempts: 1 }, delivered)
    await moveFormerMessages({ dataDir, stores, redis, log })
    t.strictSame(
      (await list()).map(({ body }) => Number(JSON.parse(body).message)).sort((a, b) => a - b),
      Array.from({ length: 250 }, (_, at) => at),
    )
    t.equal(await look.pttl('{site-forms:1}:key:k-7'), -1, 'does not expire any more')
    t.equal(await look.exists('{site-forms:1}:stored', '{site-forms:1}:stored-times'), 0)
    await write('id:later', 'later', '', 'later')
    await look.call('CLIENT', 'KILL', 'TYPE', 'normal')
    await until(async () => (await list().catch(() => [])).some(({ key }) => key === 'later'))
    t.equal((await list()).length, 251)
  })

  t.test('submissions that wait in the stream of version 0.1 are delivered, when they are due', async (t) => {
    const { url, look } = await startRedis(t)
    const redis = await createClient(t, { url })
    const { outbox } = await createRedisForms({ redis, log: createLog().log })
    const add = async (key: string, nextAt: number) => {
      await look.xadd('{site-forms:1}:outbox', '1767225600000-*', 'key', key)
      await look.hset(`{site-forms:1}:key:${key}`, {
        key,
        digest: 'x',
        path: '/api/home/form/x',
        locale: 'zh',
        fingerprint: '',
        flags: '',
        body: '{}',
        received_at: 1000,
        state: 'waiting',
        attempts: 1,
        next_at: nextAt,
      })
    }
    await add('due', Date.now() - 1000)
    await add('later', Date.now() + 60_000)
    t.match(await outbox.claim(9), [{ submission: { key: 'due', receivedAt: 1000 }, attempts: 2 }])
    t.match(await outbox.usage(), { waiting: 2 })
    t.ok((await outbox.usage()).oldestMs > 3_600_000)
    t.equal(await look.xlen('{site-forms:1}:outbox'), 0)
    t.equal(await outbox.retry(), 2)
    t.equal((await outbox.claim(9)).length, 2)
  })
}
