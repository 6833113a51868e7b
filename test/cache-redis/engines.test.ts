import t from 'tap'
import type { Entry } from '../../server/cache/entry.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createWorld, hour, numbered, numberOf, page } from './world.ts'

const key = `GET ${page} zh`

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

  for (const [age, hours] of [
    ['stale', 3],
    ['too old to be used', 40],
  ] as const)
    t.test(
      `an entry of memory that is ${age} is refreshed from Redis, where another server did`,
      async (t) => {
        const { servers, origin, clock, warm } = await createWorld(t, redis)
        const [a, b] = servers
        await warm()
        clock.now += hours * hour
        const isRefreshed = ([entry]: readonly Entry[]) => entry?.responseTime === clock.now
        await a!.ask()
        await until(async () => isRefreshed(await b!.store.get(key)))
        t.equal(numberOf(await b!.ask()), hours === 3 ? 1 : 2)
        await until(() => isRefreshed(b!.memory.get(key)))
        t.equal(numberOf(await b!.ask()), 2)
        t.equal(origin.hits.length, 2)
      },
    )

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
}
