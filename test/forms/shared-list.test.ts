// Stored messages of the embedded content API in Redis: one list for all servers.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { createFormStore, formsFile } from '../../server/calls/form-store.ts'
import { createSiteFormStore } from '../../server/forms/site-form-store.ts'
import { isRedisMissing, type RedisServer, startRedis } from '../cache-redis/redis-server.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

const submission = (key: string | undefined, text = 'x') => ({
  ...{ name: ':name', idempotencyKey: key, flags: 'links' },
  body: JSON.stringify({ message: text }),
})

async function startDurable(t: Test): Promise<RedisServer> {
  const redis = await startRedis(t)
  await makeDurable(redis)
  return redis
}

async function makeDurable({ look }: RedisServer) {
  await look.config('SET', 'appendonly', 'yes')
  await look.config('SET', 'appendfsync', 'always')
  await until(async () => (await look.info('persistence')).includes('aof_rewrite_in_progress:0'))
}

async function createServer(t: Test, { url }: Pick<RedisServer, 'url'>, dataDir = createFolder(t, {})) {
  const clock = { now: start }
  const { log, lines } = createLog()
  const config = { dataDir, redisUrl: url, apiBase: '' }
  const store = await createSiteFormStore({ config, log, now: () => clock.now })
  let isOpen = true
  const close = async () => {
    if (isOpen) await store.close()
    isOpen = false
  }
  t.teardown(close)
  return { store, clock, lines, dataDir, close }
}

/** Bodies in the file of a server. */
function textsIn(dataDir: string): string[] {
  const database = new DatabaseSync(join(dataDir, 'forms.sqlite'), { readOnly: true })
  const rows = database.prepare('select body from submissions order by received_at, rowid').all()
  database.close()
  return rows.map(({ body }) => JSON.parse(String(body)).message)
}

const textsOf = async ({ store }: Awaited<ReturnType<typeof createServer>>) =>
  (await store.list()).map(({ body }) => JSON.parse(body).message)

if (!isRedisMissing(t)) {
  t.test('a message saved by any server is listed by all, once for each key', async (t) => {
    const redis = await startDurable(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    const first = await a.store.save(submission('k'))
    t.match(first, { id: /^[\da-f-]{36}$/ })
    t.strictSame(await b.store.save(submission('k')), first)
    t.equal(await b.store.save(submission('k', 'another')), 'key reused')
    b.clock.now += 1000
    await b.store.save(submission(undefined, 'y'))
    a.clock.now += 2000
    await a.store.save(submission(undefined, 'y'))
    t.strictSame(await textsOf(a), ['x', 'y', 'y'])
    t.strictSame(await b.store.list(), await a.store.list())
    t.match((await b.store.list())[0], {
      name: ':name',
      flags: 'links',
      receivedAt: '2026-01-01T00:00:00.000Z',
    })
    t.equal(await b.store.drop(start + 1), 1)
    t.strictSame(await textsOf(a), ['y', 'y'])
    t.match(await a.store.save(submission('k')), { id: String }, 'a deleted message does not block its key')
  })

  t.test('messages from the time without Redis move to the list of all servers', async (t) => {
    const redis = await startDurable(t)
    const dataDir = createFolder(t, {})
    const alone = createFormStore({ dataFile: formsFile(dataDir), now: () => start })
    const saved = Array.from({ length: 150 }, (_, at) => alone.save(submission(`old-${at}`, `${at}`)))
    alone.close()
    const [a, b] = [await createServer(t, redis, dataDir), await createServer(t, redis)]
    // On a busy machine a server connects at its second attempt.
    for (const one of [a, b]) await until(async () => (await textsOf(one).catch(() => [])).length === 150)
    t.strictSame(
      new Set((await b.store.list()).map(({ id }) => id)),
      new Set(saved.map((one) => Object(one).id)),
    )
    t.strictSame(await b.store.save(submission('old-7', '7')), saved[7], 'with their keys')
    t.strictSame(textsIn(dataDir), [])
  })

  t.test('a Redis that is not durable loses everything, and the list is complete again', async (t) => {
    const redis = await startRedis(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    const first = await a.store.save(submission('a', 'of a'))
    await b.store.save(submission('b', 'of b'))
    t.strictSame((await textsOf(a)).sort(), ['of a', 'of b'])
    t.match(a.lines, [{ problem: 'appendonly is off', level: 40 }])
    await redis.kill()
    await redis.restart()
    const isComplete = async (one: typeof a) => (await textsOf(one).catch(() => [])).length === 2
    await until(async () => (await isComplete(a)) && (await isComplete(b)))
    t.strictSame(await a.store.save(submission('a', 'of a')), first)
    t.strictSame([textsIn(a.dataDir), textsIn(b.dataDir)], [['of a'], ['of b']])
  })

  t.test('what was deleted on one server does not return from the disk of another', async (t) => {
    const redis = await startRedis(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    await a.store.save(submission('a'))
    t.equal(await b.store.drop(start + dayMs), 1)
    await a.close()
    const again = await createServer(t, redis, a.dataDir)
    t.strictSame(await again.store.list(), [])
    t.strictSame(textsIn(a.dataDir), [])
  })

  t.test('once Redis is durable, the files of the servers are empty', async (t) => {
    const redis = await startRedis(t)
    const a = await createServer(t, redis)
    await a.store.save(submission('a'))
    await makeDurable(redis)
    await until(() =>
      a.lines.some(({ msg }) => msg === 'Redis is durable: stored form messages are in Redis'),
    )
    await a.close()
    const again = await createServer(t, redis, a.dataDir)
    t.strictSame(await textsOf(again), ['x'])
    t.strictSame(textsIn(a.dataDir), [])
  })

  t.test('without Redis nothing is saved, so that the outbox delivers again', async (t) => {
    const redis = await startDurable(t)
    const { store } = await createServer(t, redis)
    await redis.kill()
    await t.rejects(Promise.resolve(store.save(submission('k'))))
    await t.rejects(Promise.resolve(store.list()))
  })

  t.test('messages sent to two servers are listed, exported and deleted on a third', async (t) => {
    const redis = await startDurable(t)
    const env = { CONTENT_DIR: smallFolder, REDIS_URL: redis.url }
    const servers = [await startProgram(t, env), await startProgram(t, env)]
    for (const [at, { url }] of servers.entries()) {
      const fields = { name: `visitor ${at}`, contact: 'a@b.example', message: 'x', consent: 'yes' }
      const headers = { 'content-type': 'application/json', 'idempotency-key': `k-${at}` }
      const response = await fetch(`${url}/api/home/form/:name`, {
        ...{ method: 'POST', headers, body: JSON.stringify(fields) },
      })
      t.equal(response.status, 200)
    }
    const third = { ...env, DATA_DIR: createFolder(t, {}) }
    const list = await runProgram(['forms', 'list'], third)
    t.match(list, { code: 0, err: '' })
    t.match(list.out.split('\n'), [/ stored .* visitor 0$/, / stored .* visitor 1$/, ''])
    t.match(JSON.parse((await runProgram(['forms', 'export', '--format', 'json'], third)).out), [
      { state: 'stored', fields: { name: 'visitor 0' } },
      { state: 'stored', fields: { name: 'visitor 1' } },
    ])
    t.match(await runProgram(['forms', 'delete', '--older-than', '0'], third), { out: '2 deleted\n' })
    t.match(await runProgram(['forms', 'list'], third), { code: 0, out: '' })
  })
}
