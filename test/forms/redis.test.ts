// Messages in Redis, shared by several servers; on the disk of a server while Redis is not available.
import t, { type Test } from 'tap'
import { isRedisMissing, startDurableRedis } from '../cache-redis/redis-server.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { call, formCall, formsAt, keyOf, typed } from '../helpers/form.ts'
import { metricOf } from '../helpers/ops.ts'
import { createSmallSite, smallFolder } from '../helpers/small-site.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { exported, gauge, runForms, untilWaiting } from './world.ts'

const hourMs = 3_600_000
const keyed = (key: string) => ({ 'idempotency-key': key })
const keysOf = (count: number) => Array.from({ length: count }, (_, at) => `k-${at}`)

if (!isRedisMissing(t)) {
  const redis = await startDurableRedis(t)
  const { url, look } = redis
  const env = { REDIS_URL: url, FORM_RATE_LIMIT: '0' }
  const set = (name: string, value: string) => look.config('SET', name, value)
  t.beforeEach(() => look.flushall())
  const createSite = (t: Test, options: Parameters<typeof createSmallSite>[1] = {}) =>
    createSmallSite(t, { env, ...options })

  t.test('the same message posted to two servers at once is one', async (t) => {
    const sites = [await createSite(t), await createSite(t)] as const
    const keys = keysOf(30)
    const posts = keys.flatMap((key) => sites.map((site) => call(site, typed, keyed(key))))
    for (const { statusCode } of await Promise.all(posts)) t.ok([200, 202].includes(statusCode))
    const sent = () => sites.flatMap(({ origin }) => formsAt(origin)).map(keyOf)
    await untilWaiting(sites[0], 0, 'upstream', 'redis')
    t.strictSame(sent().sort(), [...keys].sort())
  })

  t.test(
    'what one server delivers or has delivered is not delivered by another, whose clock is ahead',
    async (t) => {
      const first = await createSite(t, { formTimeoutMs: 100 })
      const now = () => Date.now() + hourMs
      const second = await createSite(t, { formTimeoutMs: 100, now })
      const { arrived, release } = first.origin.hold(formCall)
      const running = call(first, typed, keyed('k'))
      await arrived
      t.equal((await call(second, typed, keyed('k'))).statusCode, 202)
      t.equal((await call(second, { ...typed, topic: 'another' }, keyed('k'))).statusCode, 409)
      // It has looked for messages that are due.
      await untilWaiting(second, 1, 'upstream', 'redis')
      release()
      t.ok((await running).statusCode < 300)
      // On a busy machine the deadline of a form can pass first.
      await until(async () => {
        const { statusCode, body } = await call(second, typed, keyed('k'))
        return statusCode === 200 && body.includes('"id":"k"')
      })
      t.strictSame([formsAt(first.origin).length, formsAt(second.origin).length], [1, 0])
    },
  )

  type Act = () => Promise<unknown>
  const refusals: [name: string, problem: string, begin: Act, end: Act][] = [
    ['is full', 'OOM', () => set('maxmemory', '1'), () => set('maxmemory', '0')],
    ['is a replica', 'READONLY', () => look.replicaof('127.0.0.1', 1), () => look.replicaof('NO', 'ONE')],
    [
      'has no append-only file',
      'appendonly is off',
      () => set('appendonly', 'no'),
      () => set('appendonly', 'yes'),
    ],
    [
      'may evict messages',
      'maxmemory-policy is allkeys-lru',
      () => set('maxmemory-policy', 'allkeys-lru'),
      () => set('maxmemory-policy', 'noeviction'),
    ],
  ]
  for (const [name, problem, begin, end] of refusals)
    t.test(`while Redis ${name} messages are on the disk, and log and /readyz say why`, async (t) => {
      // What Redis promises is asked for each connection.
      const isLasting = !/^[A-Z]+$/.test(problem)
      if (isLasting) await begin()
      const site = await createSite(t)
      site.origin.answer(formCall, status(500))
      const post = (key: string) => call(site, typed, keyed(key))
      if (!isLasting) await begin()
      for (const key of ['a', 'b']) t.equal((await post(key)).statusCode, 202)
      await untilWaiting(site, 2)
      const warnings = async () => (await site.get('/readyz')).json().warnings
      // A new connection names it too.
      const expected = problem === 'READONLY' ? 'it is a replica' : problem
      await until(async () => String(await warnings()).includes(expected))
      t.match(await warnings(), [/^forms not in Redis: /])
      const stored = 'Redis does not store forms: they are stored on the disk'
      t.match(
        site.lines.filter(({ msg }) => msg === stored),
        [{ problem: new RegExp(problem) }],
      )
      await end()
      if (isLasting) await look.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes')
      let number = 0
      await until(async () => {
        t.equal((await post(`c-${number++}`)).statusCode, 202)
        return (await metricOf(site, gauge('outbox', 'upstream', 'redis'))) > 0
      })
      t.notOk(await warnings())
    })

  t.test('messages of a content folder on two servers are one list, once for each key', async (t) => {
    await set('appendfsync', 'everysec')
    const create = () => createEmbeddedSite(t, { folder: smallFolder, env, watch: false })
    const sites = [await create(), await create()] as const
    const [a, b] = sites
    /** A third machine, whose disk has nothing. */
    const third = { ...env, CONTENT_DIR: smallFolder, DATA_DIR: temporaryFolder(t) }
    for (const site of sites) t.match((await call(site, typed, keyed('k'))).json(), { data: { id: 'k' } })
    t.equal((await call(b, { ...typed, topic: 'B' }, keyed('k'))).statusCode, 409)
    const keys = keysOf(100)
    await Promise.all(keys.map((key, at) => call(sites[at % 2 ? 0 : 1], typed, keyed(key))))
    const list = await exported(third)
    t.strictSame(list.map(({ id }) => id).sort(), ['k', ...keys].sort())
    t.match(list[0], { state: 'stored', fields: typed })
    t.match(await runForms('delete --older-than 0', third), { out: '101 deleted\n' })
    t.match((await call(a, typed, keyed('k'))).json(), { data: { id: 'k' } })
    t.match(await exported(third), [{ id: 'k' }], 'a deleted message does not block its key')
  })
}
