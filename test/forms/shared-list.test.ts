// Messages of a local origin on several servers: one list in Redis, on the disk of a server while Redis is not available.
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createDiskOutbox } from '../../server/forms/disk-outbox.ts'
import { createFormStores } from '../../server/forms/form-stores.ts'
import { createLocalMessages } from '../../server/forms/local-messages.ts'
import { createClient } from '../cache-redis/clients.ts'
import { isRedisMissing, type RedisServer, startRedis } from '../cache-redis/redis-server.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

const start = Date.UTC(2026, 0, 1)
const dayMs = 86_400_000

const message = (key: string | undefined, text = 'x') => ({
  ...{ name: ':name', key, flags: ['links'], locale: 'zh' as const },
  body: JSON.stringify({ message: text }),
})

async function startDurable(t: Test): Promise<RedisServer> {
  const redis = await startRedis(t)
  await redis.look.config('SET', 'appendonly', 'yes')
  await redis.look.config('SET', 'appendfsync', 'always')
  await until(async () => (await redis.look.info('persistence')).includes('aof_rewrite_in_progress:0'))
  return redis
}

async function createServer(
  t: Test,
  { url }: Pick<RedisServer, 'url'>,
  { dataDir = createFolder(t, {}), formsStore = 'redis' as 'redis' | 'disk' } = {},
) {
  const clock = { now: start }
  const now = () => clock.now
  const { log, lines } = createLog()
  const redis = await createClient(t, { url, log, coolDownMs: 50 })
  const config = { dataDir, formsStore, email: undefined, webhook: undefined }
  const stores = createFormStores({ config, redis, log, now, monotonic: now })
  await stores.redis?.ready
  const messages = createLocalMessages({ stores, log, now, pollMs: 50 })
  let isOpen = true
  const close = async () => {
    if (!isOpen) return
    isOpen = false
    await messages.close()
    await stores.close()
    await redis.close()
  }
  t.teardown(close)
  /** The list of all servers. */
  const list = async () => (await stores.redis!.outbox.list()).sort((a, b) => a.receivedAt - b.receivedAt)
  const texts = async () => (await list()).map(({ body }) => JSON.parse(body).message)
  const onDisk = async () => (await stores.disk.stored(1000)).map(({ body }) => JSON.parse(body).message)
  return { ...{ clock, lines, dataDir, close, stores, list, texts, onDisk }, save: messages.save }
}

if (!isRedisMissing(t)) {
  t.test('a message saved by any server is listed by all, once for each key', async (t) => {
    const redis = await startDurable(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    t.strictSame(await a.save(message('k')), { id: 'k' })
    t.strictSame(await b.save(message('k')), { id: 'k' })
    t.equal(await b.save(message('k', 'another')), 'key reused')
    b.clock.now += 1000
    t.match(await b.save(message(undefined, 'y')), { id: /^[\da-f-]{36}$/ })
    a.clock.now += 2000
    await a.save(message(undefined, 'y'))
    t.strictSame(await a.texts(), ['x', 'y', 'y'])
    t.strictSame(await b.list(), await a.list())
    t.match((await b.list())[0], { path: '/api/home/form/:name', flags: ['links'], receivedAt: start })
    t.strictSame([await a.onDisk(), await b.onDisk()], [[], []])
    t.equal(await b.stores.redis?.outbox.drop(start + 1), 1)
    t.strictSame(await a.texts(), ['y', 'y'])
    t.strictSame(await a.save(message('k')), { id: 'k' }, 'a deleted message does not block its key')
  })

  t.test('messages from the time without Redis move to the list of all servers', async (t) => {
    const redis = await startDurable(t)
    const dataDir = createFolder(t, {})
    const file = join(dataDir, 'outbox.sqlite')
    const alone = createDiskOutbox({ file, now: () => start, monotonic: () => start })
    const keys = Array.from({ length: 150 }, (_, at) => `old-${at}`)
    for (const [at, key] of keys.entries()) {
      const about = { key, path: '/api/home/form/:name', locale: 'zh' as const, fingerprint: '', flags: [] }
      await alone.store({ ...about, body: message(key, `${at}`).body, receivedAt: start })
    }
    await alone.close()
    const [a, b] = [await createServer(t, redis, { dataDir }), await createServer(t, redis)]
    await until(async () => (await b.texts()).length === 150)
    await until(async () => (await a.onDisk()).length === 0)
    t.strictSame(new Set((await b.list()).map(({ key }) => key)), new Set(keys))
    t.strictSame(await b.save(message('old-7', '7')), { id: 'old-7' }, 'with their keys')
    t.equal((await b.list()).length, 150)
  })

  t.test('while Redis is down messages are on the disk, and then in the list of all', async (t) => {
    const redis = await startDurable(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    await a.save(message('before'))
    redis.signal('SIGSTOP')
    t.strictSame(await a.save(message('meanwhile', 'y')), { id: 'meanwhile' })
    t.strictSame(await a.onDisk(), ['y'])
    redis.signal('SIGCONT')
    await until(async () => (await b.texts().catch(() => [])).length === 2)
    await until(async () => (await a.onDisk()).length === 0)
    t.strictSame((await b.texts()).sort(), ['x', 'y'])
  })

  t.test('other content under a key that another server has used is not lost', async (t) => {
    const redis = await startDurable(t)
    const [a, b] = [await createServer(t, redis, { formsStore: 'disk' }), await createServer(t, redis)]
    await a.save(message('k', 'of a'))
    await b.save(message('k', 'of b'))
    await a.close()
    await createServer(t, redis, { dataDir: a.dataDir })
    await until(async () => (await b.texts()).length === 2)
    t.strictSame((await b.texts()).sort(), ['of a', 'of b'])
  })

  t.test('a Redis that is not durable is used after the disk, and loses no message', async (t) => {
    const redis = await startRedis(t)
    const a = await createServer(t, redis)
    await a.save(message('a', 'of a'))
    t.match(a.lines, [{ problem: 'appendonly is off', level: 40 }])
    await redis.kill()
    await redis.restart()
    await until(() => a.lines.at(-1)?.msg === 'redis is up')
    t.strictSame([await a.onDisk(), await a.texts()], [['of a'], []])
    t.strictSame(await a.save(message('a', 'of a')), { id: 'a' })
  })

  t.test('with FORMS_STORE=disk messages are on the disk of each server', async (t) => {
    const redis = await startDurable(t)
    const a = await createServer(t, redis, { formsStore: 'disk' })
    await a.save(message('a'))
    t.strictSame([await a.onDisk(), await a.texts()], [['x'], []])
  })

  t.test('what was deleted on one server does not return from the disk of another', async (t) => {
    const redis = await startDurable(t)
    const [a, b] = [await createServer(t, redis, { formsStore: 'disk' }), await createServer(t, redis)]
    await a.save(message('a'))
    await a.close()
    await b.stores.redis?.outbox.drop(start + dayMs)
    const again = await createServer(t, redis, { dataDir: a.dataDir })
    await until(async () => (await again.onDisk()).length === 0)
    t.strictSame(await again.texts(), [])
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
