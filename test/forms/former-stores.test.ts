// Messages in the stores of version 0.2: each is moved, listed and delivered once.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t from 'tap'
import { canonicalFields } from '../../shared/form.ts'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, formsAt, keyOf, typed } from '../helpers/form.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { exported, untilWaiting } from './world.ts'

type Row = { key: string; state: string; text?: string }

/** As 0.2 has written it: a message and its copy for a channel are rows of two tables. */
function writeFormerFile(folder: string, tables: Record<string, Row[]>): string {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'outbox.sqlite')
  const database = new DatabaseSync(file)
  for (const table of ['outbox', 'notify_email', 'notify_webhook']) {
    database.exec(`create table ${table} (
      key text primary key, digest text not null, path text not null, locale text not null, fingerprint text not null,
      flags text not null, body text not null, received_at integer not null, state text not null,
      attempts integer not null, next_at integer not null, status integer, answer text, settled_at integer
    ) strict`)
    const insert = database.prepare(
      `insert into ${table} values (?, '', '/api/home/form/:name', 'en', 'f', 'trap', ?, ?, ?, 3, 0, ?, '', null)`,
    )
    for (const { key, state, text = JSON.stringify(typed) } of tables[table] ?? [])
      insert.run(key, text, Date.now(), state, state === 'refused' ? 403 : null)
  }
  database.close()
  return file
}

const rowsIn = (file: string) => {
  const database = new DatabaseSync(file)
  const rows = database.prepare('select key from outbox union all select key from notify_webhook').all()
  database.close()
  return rows.map(({ key }) => key)
}

t.test('messages that wait in outbox.sqlite are moved and delivered, and a refused one waits', async (t) => {
  const hook = await createWebhookServer(t)
  const env = { DATA_DIR: temporaryFolder(t), NOTIFY_URL: hook.url }
  const file = writeFormerFile(env.DATA_DIR, {
    outbox: [
      { key: 'waits', state: 'waiting' },
      { key: 'refused', state: 'refused' },
      { key: 'sent', state: 'delivered', text: '' },
      { key: 'gone', state: 'delivered', text: '' },
    ],
    notify_webhook: [
      { key: 'waits', state: 'delivered', text: '' },
      { key: 'sent', state: 'waiting' },
    ],
  })
  const site = await createSmallSite(t, { env })
  await until(() => rowsIn(file).length === 1)
  t.strictSame(rowsIn(file), ['gone'], 'the key of a delivered message')
  await until(() => formsAt(site.origin).length === 1 && hook.requests.length === 1)
  t.match(formsAt(site.origin)[0], {
    path: '/api/home/form/:name',
    headers: { 'idempotency-key': 'waits', 'finger-print': 'f', 'form-flags': 'trap' },
    body: JSON.stringify(typed),
  })
  t.equal(JSON.parse(hook.requests[0]!.body).message.key, 'sent')
  await untilWaiting(site, 0)
  t.match(await exported(env), [{ id: 'refused', state: 'refused', fields: typed }])
})

t.test('without an upstream a message that waited for one is stored', async (t) => {
  const dataDir = temporaryFolder(t)
  const file = writeFormerFile(dataDir, { outbox: [{ key: 'waits', state: 'waiting' }] })
  await createEmbeddedSite(t, { folder: smallFolder, dataDir, watch: false })
  await until(() => rowsIn(file).length === 0)
  t.match(await exported({ DATA_DIR: dataDir }), [{ id: 'waits', state: 'stored', fields: typed }])
})

if (!isRedisMissing(t))
  t.test('messages of 0.2 in Redis are moved by one of two servers, what 0.2 delivers is left', async (t) => {
    const { url, look } = await startDurableRedis(t)
    const root = '{site-forms:1}'
    const add = async (set: string, key: string, score: number, state = 'waiting') => {
      const row = { key, digest: '', path: '/api/home/form/:name', locale: 'en', fingerprint: '', flags: '' }
      const more = { body: canonicalFields(typed), received_at: Date.now(), state, attempts: 1 }
      await look.hset(`${set}:key:${key}`, { ...row, ...more })
      await look.zadd(state === 'refused' ? `${set}:refused` : `${set}:waiting`, score, key)
    }
    await add(root, 'waits', 1)
    await add(root, 'leased', Date.now() + 14_000)
    await add(root, 'refused', 1, 'refused')
    const env = { REDIS_URL: url }
    const [first, second] = await Promise.all([createSmallSite(t, { env }), createSmallSite(t, { env })])
    const sent = () => [first, second].flatMap(({ origin }) => formsAt(origin)).map(keyOf)
    await until(() => sent().length > 0)
    await until(async () => (await look.zcard(`${root}:refused`)) === 0)
    t.strictSame(sent(), ['waits'])
    t.strictSame(await look.zrange(`${root}:waiting`, '0', '-1'), ['leased'], 'a server of 0.2 has it')
    t.match(await exported({ ...env, DATA_DIR: temporaryFolder(t) }), [{ id: 'refused', state: 'refused' }])
    t.equal((await call(first, typed, { 'idempotency-key': 'waits' })).statusCode, 200)
    t.equal(sent().length, 1, 'a moved key is known')
  })
