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
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { exported, outboxGauge, runForms } from './world.ts'

const notDurable = 'Redis does not store forms: they are stored on the disk'
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
  t.test('the same message posted to two servers at once is one', async (t) => {
    const env = { REDIS_URL: (await startDurableRedis(t)).url, FORM_RATE_LIMIT: '0' }
    const sites = [await createSmallSite(t, { env }), await createSmallSite(t, { env })]
    const keys = Array.from({ length: 30 }, (_, at) => `k-${at}`)
    const posts = keys.flatMap((key) => sites.map((site) => call(site, typed, keyed(key))))
    for (const { statusCode } of await Promise.all(posts)) t.ok([200, 202].includes(statusCode))
    const sent = () => sites.flatMap(({ origin }) => formsAt(origin)).map(keyOf)
    await until(async () => (await metricOf(sites[0]!, outboxGauge('outbox', 'redis'))) === 0)
    t.strictSame(sent().sort(), [...keys].sort())
  })

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
    // On a busy machine the deadline of a form can pass first.
    await until(async () => {
      const { statusCode, body } = await call(second, typed, keyed('k'))
      return statusCode === 200 && body.includes('"id":"k"')
    })
    t.strictSame([formsAt(first.origin).length, formsAt(second.origin).length], [1, 0])
  })

  t.test('while Redis is full messages are on the disk, and in Redis again when it has room', async (t) => {
    const { url, look } = await startDurableRedis(t)
    const site = await createSmallSite(t, { env: { REDIS_URL: url } })
    site.origin.answer(formCall, status(500))
    await look.config('SET', 'maxmemory', '1')
    t.equal((await call(site, typed, keyed('a'))).statusCode, 202)
    t.equal((await call(site, typed, keyed('b'))).statusCode, 202)
    await until(async () => (await metricOf(site, outboxGauge('outbox'))) === 2)
    t.match((await site.get('/readyz')).json().warnings, [/^forms not in Redis: .*OOM/])
    t.equal(site.lines.filter(({ msg }) => msg === notDurable).length, 1)
    await look.config('SET', 'maxmemory', '0')
    t.equal((await call(site, typed, keyed('c'))).statusCode, 202)
    await until(async () => (await metricOf(site, outboxGauge('outbox', 'redis'))) === 1)
    t.notOk((await site.get('/readyz')).json().warnings)
  })

  const weak = {
    'without append-only file': { start: startRedis, problem: 'appendonly is off' },
    'that may evict submissions': { start: startEvicting, problem: 'maxmemory-policy is allkeys-lru' },
  }
  for (const [kind, { start, problem }] of Object.entries(weak))
    t.test(`a Redis ${kind} does not store messages, and log and /readyz say why once`, async (t) => {
      const env = { REDIS_URL: (await start(t)).url }
      const site = await createSmallSite(t, { env })
      site.origin.answer(formCall, status(500))
      t.equal((await call(site, typed)).statusCode, 202)
      await until(async () => (await metricOf(site, outboxGauge('outbox'))) === 1)
      const lines = site.lines.filter(({ msg }) => msg === notDurable)
      t.match(lines, [{ problem }])
      t.match((await site.get('/readyz')).json().warnings, [new RegExp(`^forms not in Redis: ${problem}`)])
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
}
