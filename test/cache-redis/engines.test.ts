import t from 'tap'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createGate, createWorld, hour, numbered, numberOf, page } from './world.ts'

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)

  t.test('what one server has fetched is a hit for another one', async (t) => {
    const { servers, origin, warm } = await createWorld(t, redis)
    const second = await warm()
    t.strictSame(second.body, (await servers[0]!.ask()).body)
    t.match(second.headers['cache-status'], /^site; hit/)
    t.strictSame(origin.hits, [`GET ${page}`])
    t.strictSame(servers[1]!.outcomes, ['hit'])
  })

  t.test('many cold keys on five servers are one request each, however they race', async (t) => {
    const { servers, origin } = await createWorld(t, redis, { servers: 5 })
    const paths = Array.from({ length: 20 }, (_, id) => `/api/home/article/detail/${id}`)
    await Promise.all(paths.flatMap((path) => servers.map(({ ask }) => ask(path))))
    t.strictSame(origin.hits.toSorted(), paths.map((path) => `GET ${path}`).toSorted())
  })

  t.test('stale-while-revalidate on two servers: both respond at once, one refreshes', async (t) => {
    const { servers, origin, clock, warm } = await createWorld(t, redis)
    await warm()
    clock.now += 3 * hour
    const gate = createGate()
    origin.answer = gate.answer
    const stale = await Promise.all(Array.from({ length: 60 }, (_, visitor) => servers[visitor % 2]!.ask()))
    t.strictSame(stale.map(numberOf), Array(60).fill(1))
    await until(() => origin.hits.length > 1)
    gate.open()
    for (const { memory } of servers)
      await until(() => memory.get(`GET ${page} zh`)[0]?.responseTime === clock.now)
    t.strictSame((await Promise.all(servers.map(({ ask }) => ask()))).map(numberOf), [2, 2])
    t.equal(origin.hits.length, 2)
  })

  t.test('a server with a stale entry uses the one that another server has refreshed', async (t) => {
    const { servers, origin, clock, warm } = await createWorld(t, redis)
    await warm()
    clock.now += 40 * hour
    await servers[0]!.ask()
    t.equal(origin.hits.length, 2)
    t.equal(numberOf(await servers[1]!.ask()), 2)
    t.equal(origin.hits.length, 2)
  })

  t.test('private responses are fetched for each visitor, on both servers', async (t) => {
    const { servers, origin } = await createWorld(t, redis)
    origin.answer = () => ({ ...numbered(), headers: { ...numbered().headers, 'cache-control': 'no-store' } })
    const answers = await Promise.all([...Array(20).keys()].map((visitor) => servers[visitor % 2]!.ask()))
    t.equal(new Set(answers.map(numberOf)).size, 20)
    t.equal(origin.hits.length, 20)
  })

  t.test('a failing origin gets at most one request from each server, and none waits', async (t) => {
    const { servers, origin } = await createWorld(t, redis)
    origin.answer = () => ({ status: 503, headers: {}, body: Buffer.from('no') })
    const answers = await Promise.all([...Array(50).keys()].map((visitor) => servers[visitor % 2]!.ask()))
    t.ok(answers.every(({ status }) => status === 503))
    t.ok(origin.hits.length <= 2, String(origin.hits.length))
  })

  t.test('the second server does without the first one that died over its request', async (t) => {
    const { servers, origin } = await createWorld(t, redis, { limits: { leaseMs: 300, pollMs: 20 } })
    const gate = createGate()
    origin.answer = gate.answer
    const dying = servers[0]!.ask()
    await until(() => origin.hits.length === 1)
    const waiting = servers[1]!.ask()
    await servers[0]!.store.close()
    origin.answer = numbered
    t.equal(numberOf(await waiting), 2)
    gate.open()
    await dying
  })
}
