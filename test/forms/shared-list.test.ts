// Messages of a local origin on several servers: one list in Redis, on the disk of a server while Redis is not available.
import t, { type Test } from 'tap'
import type { WebhookConfig } from '../../server/config/notifications.ts'
import { createFormStores } from '../../server/forms/form-stores.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createClient } from '../cache-redis/clients.ts'
import {
  isRedisMissing,
  type RedisServer,
  startDurableRedis,
  startRedis,
} from '../cache-redis/redis-server.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { ifLong } from '../helpers/long.ts'
import { smallFolder } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { runProgram, startProgram } from '../server/commands/process.ts'

const start = Date.UTC(2026, 0, 1)
const webhook = { url: 'http://127.0.0.1:9', kind: 'json', secret: '' } as const

const message = (key: string | undefined, text = 'x') => ({
  name: ':name',
  key,
  flags: 'links',
  locale: 'zh' as const,
  body: JSON.stringify({ message: text }),
})

const waiting = (key: string, text: string): Submission => ({
  key,
  path: '/api/home/form/:name',
  locale: 'zh',
  fingerprint: '',
  flags: [],
  receivedAt: start,
  body: message(key, text).body,
})

async function createServer(
  t: Test,
  { url }: Pick<RedisServer, 'url'>,
  given: { dataDir?: string; webhook?: WebhookConfig } = {},
) {
  const { dataDir = createFolder(t, {}), webhook } = given
  const clock = { now: start }
  const now = () => clock.now
  const { log, lines } = createLog()
  const redis = await createClient(t, { url, log, coolDownMs: 50 })
  const config = { dataDir, email: undefined, webhook, showDrafts: false }
  const stores = await createFormStores({ config, redis, log, now, monotonic: now })
  t.teardown(stores.close)
  /** The list of all servers. */
  const list = async () => (await stores.redis!.outbox.list()).sort((a, b) => a.receivedAt - b.receivedAt)
  const texts = async () => (await list()).map(({ body }) => JSON.parse(body).message)
  const onDisk = async () => (await stores.disk.list()).map(({ body }) => JSON.parse(body).message)
  return { clock, lines, dataDir, stores, list, texts, onDisk, save: stores.saveMessage }
}

async function post(url: string, at: number) {
  const fields = { name: `visitor ${at}`, contact: 'a@b.example', message: 'x', consent: 'yes' }
  const headers = { 'content-type': 'application/json', 'idempotency-key': `k-${at}` }
  const body = JSON.stringify(fields)
  return fetch(`${url}/api/home/form/:name`, { method: 'POST', headers, body })
}

if (!isRedisMissing(t)) {
  t.test('a message saved by any server is listed by all, once for each key', async (t) => {
    const redis = await startDurableRedis(t)
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

  t.test('a hundred messages at the same time are all stored', async (t) => {
    const redis = await startDurableRedis(t)
    await redis.look.config('SET', 'appendfsync', 'everysec')
    const a = await createServer(t, redis)
    const texts = Array.from({ length: 100 }, (_, at) => `${at}`)
    await Promise.all(texts.map((text) => a.save(message(text, text))))
    t.strictSame(new Set(await a.texts()), new Set(texts))
  })

  t.test('a message that waits on the disk is notified from there only', async (t) => {
    const redis = await startDurableRedis(t)
    const [a, b] = [await createServer(t, redis, { webhook }), await createServer(t, redis, { webhook })]
    const states = async ({ stores }: typeof a, key: string) =>
      Promise.all(stores.outboxesOf('webhook').map(async (one) => [...(await one.states([key])).values()]))
    await a.stores.disk.add(waiting('k', 'x'))
    await a.save(message('k'))
    await b.save(message('other'))
    t.strictSame(await a.texts(), ['x', 'x'])
    t.strictSame(await states(a, 'k'), [['waiting'], []])
    t.strictSame(await states(a, 'other'), [[], ['waiting']])
  })

  t.test('without Redis nothing is saved, so that the outbox delivers again', async (t) => {
    const redis = await startDurableRedis(t)
    const { save, list } = await createServer(t, redis)
    await redis.kill()
    await t.rejects(save(message('k')))
    await t.rejects(list())
  })

  t.test('while Redis is down messages are accepted, and then they are in the list of all', async (t) => {
    const redis = await startDurableRedis(t)
    const env = { CONTENT_DIR: smallFolder, REDIS_URL: redis.url }
    const { url } = await startProgram(t, env)
    redis.signal('SIGSTOP')
    t.equal((await post(url, 0)).status, 202)
    redis.signal('SIGCONT')
    const third = { ...env, DATA_DIR: createFolder(t, {}) }
    const list = async () => (await runProgram(['forms', 'list'], third)).out.split('\n')
    await until(async () => (await list()).length === 2)
    t.match(await list(), [/ stored .* visitor 0$/, ''])
  })

  t.test('a Redis that is not durable is used after the disk, and loses no message', async (t) => {
    const redis = await startRedis(t)
    const a = await createServer(t, redis)
    await a.save(message('a', 'of a'))
    t.match(a.lines, [{ problem: 'appendonly is off', level: 40 }])
    await redis.kill()
    await redis.restart()
    await until(() => a.lines.some(({ msg }) => msg === 'redis is up'))
    t.strictSame([await a.onDisk(), await a.texts()], [['of a'], []])
    t.strictSame(await a.save(message('a', 'of a')), { id: 'a' })
    t.strictSame(await a.onDisk(), ['of a'])
  })

  t.test('messages sent to two servers are listed, exported and deleted on a third', ifLong, async (t) => {
    const redis = await startDurableRedis(t)
    const env = { CONTENT_DIR: smallFolder, REDIS_URL: redis.url }
    const servers = [await startProgram(t, env), await startProgram(t, env)]
    for (const [at, { url }] of servers.entries()) {
      t.equal((await post(url, at)).status, 200)
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
