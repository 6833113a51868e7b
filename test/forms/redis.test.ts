// Redis outbox: shared by several servers; the disk outbox while Redis is unavailable.
import type { Test } from 'tap'
import t from 'tap'
import { createRedisForms } from '../../server/forms/redis-forms.ts'
import type { Submission } from '../../server/forms/submission.ts'
import { createClient } from '../cache-redis/clients.ts'
import {
  isRedisMissing,
  type RedisServer,
  startDurableRedis,
  startRedis,
} from '../cache-redis/redis-server.ts'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { createLog } from '../helpers/log.ts'
import type { Site } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

/** Longer than some commands take on a busy machine. */
const leaseMs = 1500
const notDurable = 'Redis is not durable: forms are stored on the disk first'
const delivered = { kind: 'delivered', response: { status: 200, body: '{"success":true}' } } as const

const submission = (key: string, text = 'x'): Submission => ({
  key,
  path: '/api/home/form/x',
  locale: 'zh',
  fingerprint: 'f',
  flags: ['links'],
  body: JSON.stringify({ text }),
  receivedAt: 1000,
})

async function startEvicting(t: Test): Promise<RedisServer> {
  const redis = await startDurableRedis(t)
  await redis.look.config('SET', 'maxmemory-policy', 'allkeys-lru')
  return redis
}

async function createServer(t: Test, { url }: RedisServer) {
  const redis = await createClient(t, { url })
  return createRedisForms({ redis, log: createLog().log, leaseMs })
}

async function gauge(site: Site, name: string, outbox: string): Promise<number> {
  const { body } = await site.get('/metrics')
  return Number(new RegExp(`^${name}\\{outbox="${outbox}"\\} (.*)$`, 'm').exec(body)?.[1])
}

if (!isRedisMissing(t)) {
  t.test('one server at a time claims a submission, another one after the lease', async (t) => {
    const redis = await startDurableRedis(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    t.ok(a.isDurable())
    t.equal(await a.outbox.add(submission('k')), 'added')
    t.strictSame(await b.outbox.add(submission('k')), { key: 'k', state: 'waiting' })
    t.equal(await b.outbox.add(submission('k', 'another')), 'key reused')
    t.strictSame(await b.outbox.add(submission('today'), 'k'), { key: 'k', state: 'waiting' })
    t.strictSame(await b.outbox.claim(9), [])
    await until(async () => (await b.outbox.claim(9)).length === 1)
    t.strictSame(await a.outbox.claim(9), [])
    t.match(await a.outbox.usage(), { waiting: 1, refused: 0 })
    await b.outbox.settle({ submission: submission('k'), attempts: 2 }, delivered)
    t.match(await a.outbox.usage(), { waiting: 0, refused: 0 })
    const known = { key: 'k', state: 'delivered', response: delivered.response }
    t.strictSame(await a.outbox.add(submission('k')), known)
    t.match(await redis.look.hgetall('{site-forms:1}:key:k'), { body: '', fingerprint: '' })
    t.ok((await redis.look.pttl('{site-forms:1}:key:k')) > 0)
  })

  t.test('failures are retried; rejections are stored, listed, retried and deleted', async (t) => {
    const { outbox } = await createServer(t, await startDurableRedis(t))
    const one = submission('k')
    await outbox.add(one)
    await outbox.settle({ submission: one, attempts: 1 }, { kind: 'failed', reason: '503', pauseMs: 50 })
    let [claimed] = await outbox.claim(9)
    await until(async () => {
      claimed ??= (await outbox.claim(9))[0]
      return claimed !== undefined
    })
    t.strictSame(claimed, { submission: one, attempts: 2 })
    const refused = { kind: 'refused', response: { status: 403, body: '' } } as const
    await outbox.settle(claimed!, refused)
    t.match(await outbox.list(), [{ key: 'k', state: 'refused', status: 403, body: one.body }])
    t.equal(await outbox.retry(), 1)
    const [again] = await outbox.claim(9)
    t.match(again, { submission: { key: 'k', body: one.body }, attempts: 1 })
    await outbox.settle(again!, refused)
    t.equal(await outbox.drop(1000), 0)
    t.equal(await outbox.drop(1001), 1)
    t.strictSame(await outbox.list(), [])
    await outbox.add(one)
    await outbox.settle({ submission: one, attempts: 1 }, { ...refused, kind: 'returned' })
    t.equal(await outbox.add(one), 'added')
  })

  t.test('a submission accepted by one server is delivered by another one', async (t) => {
    const redis = await startDurableRedis(t)
    const config = { redisUrl: redis.url }
    const first = await createSmallSite(t, { config })
    first.origin.answer(formCall, status(500))
    t.equal((await call(first, typed, { 'idempotency-key': 'k' })).statusCode, 202)
    t.equal(await gauge(first, 'site_form_outbox', 'redis'), 1)
    await first.app.close()
    const second = await createSmallSite(t, { config })
    await until(() => formsAt(second.origin).length === 1)
    t.equal(keyOf(formsAt(second.origin)[0]!), 'k')
    await until(async () => (await gauge(second, 'site_form_outbox', 'redis')) === 0)
  })

  t.test('the rate limit of an address is shared by several servers', async (t) => {
    const redis = await startDurableRedis(t)
    const config = { redisUrl: redis.url, formRateLimit: 2 }
    const [first, second] = [await createSmallSite(t, { config }), await createSmallSite(t, { config })]
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
      const site = await createSmallSite(t, { config: { redisUrl: redis.url } })
      site.origin.answer(formCall, status(500))
      await bring(redis)
      t.equal((await call(site, typed)).statusCode, 202)
      t.equal(await gauge(site, 'site_form_outbox', 'disk'), 1)
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
      const redis = await start(t)
      const site = await createSmallSite(t, { config: { redisUrl: redis.url } })
      site.origin.answer(formCall, status(500))
      t.equal((await call(site, typed)).statusCode, 202)
      t.equal(await gauge(site, 'site_form_outbox', 'disk'), 1)
      t.match(
        site.lines.filter(({ msg }) => msg === notDurable),
        [{ problem }],
      )
    })

  t.test('an accepted submission that was evicted from Redis is logged and counted once', async (t) => {
    const redis = await startDurableRedis(t)
    const site = await createSmallSite(t, { config: { redisUrl: redis.url } })
    site.origin.answer(formCall, status(500))
    t.equal((await call(site, typed, { 'idempotency-key': 'k' })).statusCode, 202)
    t.equal(await redis.look.del('{site-forms:1}:key:k'), 1)
    await until(async () => (await gauge(site, 'site_form_outbox', 'redis')) === 0)
    t.match((await site.get('/metrics')).body, /^site_form_missing_total 1$/m)
    const found = site.lines.filter(({ msg }) => msg.startsWith('accepted form submission missing'))
    t.match(found, [{ level: 50, key: 'k' }])
  })

  t.test(
    'a submission is delivered in time after the clock of a server was set, in both directions',
    async (t) => {
      const redis = await startDurableRedis(t)
      for (const step of [-86_400_000, 86_400_000]) {
        const clock = { step: 0 }
        const now = () => Date.now() + clock.step
        const site = await createSmallSite(t, { config: { redisUrl: redis.url }, now })
        site.origin.answer(formCall, status(500))
        const key = `clock${step}`
        t.equal((await call(site, typed, { 'idempotency-key': key })).statusCode, 202)
        clock.step = step
        t.ok((await gauge(site, 'site_form_outbox_oldest_seconds', 'redis')) < 60)
        site.origin.answer(formCall, site.origin.pass)
        await until(async () => (await gauge(site, 'site_form_outbox', 'redis')) === 0)
        t.equal(await redis.look.hget(`{site-forms:1}:key:${key}`, 'state'), 'delivered')
      }
    },
  )

  t.test('a due time in Redis beyond the longest pause counts as due', async (t) => {
    const redis = await startDurableRedis(t)
    const { outbox } = await createServer(t, redis)
    const one = submission('k')
    await outbox.add(one)
    await outbox.settle({ submission: one, attempts: 1 }, { kind: 'failed', reason: '503', pauseMs: 0 })
    await redis.look.zadd('{site-forms:1}:waiting', Date.now() + 86_400_000, 'k')
    await until(async () => (await outbox.claim(9)).length === 1)
  })

  t.test('retry of a refused submission that was evicted counts as missing', async (t) => {
    const redis = await startDurableRedis(t)
    const missing: string[] = []
    const { log } = createLog()
    const countMissing = () => missing.push('one')
    const client = await createClient(t, { url: redis.url })
    const { outbox } = await createRedisForms({ redis: client, log, leaseMs, countMissing })
    const one = submission('k')
    await outbox.add(one)
    const refused = { kind: 'refused', response: { status: 403, body: '' } } as const
    await outbox.settle({ submission: one, attempts: 1 }, refused)
    await redis.look.del('{site-forms:1}:key:k')
    t.equal(await outbox.retry(), 0)
    t.strictSame(await outbox.claim(9), [])
    t.strictSame(missing, ['one'])
    t.equal(await redis.look.exists('{site-forms:1}:key:k'), 0)
    t.match(await outbox.usage(), { waiting: 0, refused: 0 })
  })
}
