// Messages in Redis, shared by several servers; on the disk of a server while Redis is not available.
import t, { type Test } from 'tap'
import {
  isRedisMissing,
  type RedisServer,
  startDurableRedis,
  startRedis,
} from '../cache-redis/redis-server.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { createWebhookServer } from '../helpers/webhook-server.ts'
import { startProgram } from '../server/commands/process.ts'
import { exported, metric, outboxGauge, runForms, send } from './world.ts'

const notDurable = 'Redis is not durable: forms are stored on the disk first'
const keyed = (key: string) => ({ 'idempotency-key': key })

async function startEvicting(t: Test): Promise<RedisServer> {
  const redis = await startDurableRedis(t)
  await redis.look.config('SET', 'maxmemory-policy', 'allkeys-lru')
  return redis
}

/** A third machine, whose disk has nothing. */
const elsewhere = (t: Test, { url }: RedisServer) => ({
  CONTENT_DIR: smallFolder,
  REDIS_URL: url,
  DATA_DIR: temporaryFolder(t),
})

if (!isRedisMissing(t)) {
  t.test('a key that one server delivers or has delivered is not delivered by another', async (t) => {
    const env = { REDIS_URL: (await startDurableRedis(t)).url }
    const options = { env, formTimeoutMs: 100 }
    const [first, second] = [await createSmallSite(t, options), await createSmallSite(t, options)]
    const { arrived, release } = first.origin.hold(formCall)
    const running = call(first, typed, keyed('k'))
    await arrived
    t.equal((await call(second, typed, keyed('k'))).statusCode, 202)
    t.equal((await call(second, { ...typed, topic: 'another' }, keyed('k'))).statusCode, 409)
    release()
    t.ok((await running).statusCode < 300)
    await until(async () => (await metric(second, outboxGauge('outbox', 'redis'))) === 0)
    const again = await call(second, typed, keyed('k'))
    t.match([again.statusCode, again.json()], [200, { success: true, data: { id: 'k' } }])
    t.strictSame([formsAt(first.origin).length, formsAt(second.origin).length], [1, 0])
  })

  t.test('a submission accepted by one server is delivered by another one', async (t) => {
    const env = { REDIS_URL: (await startDurableRedis(t)).url }
    const first = await createSmallSite(t, { env })
    first.origin.answer(formCall, status(500))
    t.equal((await call(first, typed, keyed('k'))).statusCode, 202)
    t.equal(await metric(first, outboxGauge('outbox', 'redis')), 1)
    await first.app.close()
    const second = await createSmallSite(t, { env })
    await until(() => formsAt(second.origin).length === 1)
    t.equal(keyOf(formsAt(second.origin)[0]!), 'k')
    await until(async () => (await metric(second, outboxGauge('outbox', 'redis'))) === 0)
  })

  t.test('the rate limit of an address is shared by several servers', async (t) => {
    const env = { REDIS_URL: (await startDurableRedis(t)).url, FORM_RATE_LIMIT: '2' }
    const [first, second] = [await createSmallSite(t, { env }), await createSmallSite(t, { env })]
    t.equal((await call(first, typed)).statusCode, 200)
    t.equal((await call(second, { ...typed, topic: 'B' })).statusCode, 200)
    t.equal((await call(first, { ...typed, topic: 'C' })).statusCode, 429)
  })

  for (const [trouble, bring] of [
    ['is killed', (redis: RedisServer) => redis.kill()],
    ['hangs', async (redis: RedisServer) => redis.signal('SIGSTOP')],
  ] as const) {
    t.test(`while Redis ${trouble}, submissions are stored on the disk`, async (t) => {
      const redis = await startDurableRedis(t)
      const site = await createSmallSite(t, { env: { REDIS_URL: redis.url } })
      site.origin.answer(formCall, status(500))
      await bring(redis)
      t.equal((await call(site, typed)).statusCode, 202)
      t.equal(await metric(site, outboxGauge('outbox')), 1)
      t.equal((await site.get('/readyz')).statusCode, 200)
      t.notMatch(JSON.stringify(site.lines), typed.contact)
    })
  }

  const weak = {
    'without append-only file': { start: startRedis, problem: 'appendonly is off' },
    'that may evict submissions': { start: startEvicting, problem: 'maxmemory-policy is allkeys-lru' },
  }
  for (const [kind, { start, problem }] of Object.entries(weak))
    t.test(`a Redis ${kind} is used after the disk, and that is logged once`, async (t) => {
      const env = { REDIS_URL: (await start(t)).url }
      const site = await createSmallSite(t, { env })
      site.origin.answer(formCall, status(500))
      t.equal((await call(site, typed)).statusCode, 202)
      t.equal(await metric(site, outboxGauge('outbox')), 1)
      const embedded = await createEmbeddedSite(t, { folder: smallFolder, env, watch: false })
      t.equal((await call(embedded, typed, keyed('k'))).statusCode, 200)
      t.match(await exported({ DATA_DIR: embedded.dataDir }), [{ id: 'k' }], 'on the disk')
      for (const { lines } of [site, embedded])
        t.match(
          lines.filter(({ msg }) => msg === notDurable),
          [{ problem }],
        )
    })

  t.test('an accepted submission that was evicted from Redis is logged and counted once', async (t) => {
    const { url, look } = await startDurableRedis(t)
    const site = await createSmallSite(t, { env: { REDIS_URL: url } })
    site.origin.answer(formCall, status(500))
    t.equal((await call(site, typed, keyed('k'))).statusCode, 202)
    for (const key of await look.keys('*'))
      if (String(await look.hvals(key).catch(() => '')).includes(typed.topic)) await look.del(key)
    await until(async () => (await metric(site, outboxGauge('outbox', 'redis'))) === 0)
    t.equal(await metric(site, 'site_form_missing_total'), 1)
    const found = site.lines.filter(({ msg }) => msg.startsWith('accepted form submission missing'))
    t.match(found, [{ level: 50, key: 'k' }])
  })

  t.test('messages of a content folder on two servers are one list, once for each key', async (t) => {
    const redis = await startDurableRedis(t)
    await redis.look.config('SET', 'appendfsync', 'everysec')
    const env = { REDIS_URL: redis.url, FORM_RATE_LIMIT: '0' }
    const create = () => createEmbeddedSite(t, { folder: smallFolder, env, watch: false })
    const [a, b] = [await create(), await create()]
    const third = elsewhere(t, redis)
    for (const site of [a, b]) t.match((await call(site, typed, keyed('k'))).json(), { data: { id: 'k' } })
    t.equal((await call(b, { ...typed, topic: 'B' }, keyed('k'))).statusCode, 409)
    const keys = Array.from({ length: 100 }, (_, at) => `k-${at}`)
    await Promise.all(keys.map((key, at) => call([a, b][at % 2]!, typed, keyed(key))))
    const list = await exported(third)
    t.strictSame(list.map(({ id }) => id).sort(), ['k', ...keys].sort())
    t.match(list[0], { state: 'stored', fields: typed })
    t.match(await runForms('delete --older-than 0', third), { out: '101 deleted\n' })
    t.match((await call(a, typed, keyed('k'))).json(), { data: { id: 'k' } })
    t.match(await exported(third), [{ id: 'k' }], 'a deleted message does not block its key')
  })

  t.test('while Redis hangs messages are accepted, and then they are in the list of all', async (t) => {
    const redis = await startDurableRedis(t)
    const hook = await createWebhookServer(t)
    const env = { CONTENT_DIR: smallFolder, REDIS_URL: redis.url, NOTIFY_URL: hook.url }
    const { url } = await startProgram(t, env)
    redis.signal('SIGSTOP')
    t.equal(await send(url, 'k'), 202)
    redis.signal('SIGCONT')
    const third = elsewhere(t, redis)
    await until(async () => (await exported(third)).length === 1)
    t.match(await exported(third), [{ id: 'k', state: 'stored' }])
    const metrics = async () => (await fetch(`${url}/metrics`)).text()
    await until(async () => /^site_form_notification_outbox\{.*"disk"\} 0$/m.test(await metrics()))
    t.equal(hook.requests.length, 1, 'notified from the disk only')
  })
}
