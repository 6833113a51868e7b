import t from 'tap'
import { until } from '../helpers/until.ts'
import { isRedisMissing, type RedisServer, startRedis } from './redis-server.ts'
import { createWorld, hour, page } from './world.ts'

const away = 'redis is down: each server uses its own memory and disk'
const back = 'redis is up'

type World = Awaited<ReturnType<typeof createWorld>>

/** Visitors of both servers, one after the other without a pause, for warm, stale and cold pages. */
function startLoad({ servers }: World) {
  const seen = { answers: 0, failures: 0, slowestMs: 0 }
  let isOver = false
  const visit = async (visitor: number) => {
    for (let turn = 0; !isOver; turn++) {
      const path = turn % 4 === 0 ? `/api/home/article/detail/${1000 * visitor + turn}` : page
      const begin = performance.now()
      const { status } = await servers[visitor % 2]!.ask(path)
      seen.slowestMs = Math.max(seen.slowestMs, performance.now() - begin)
      seen.answers++
      if (status !== 200) seen.failures++
      await new Promise(setImmediate)
    }
  }
  const visits = Array.from({ length: 20 }, (_, visitor) => visit(visitor))
  const end = async () => {
    isOver = true
    await Promise.all(visits)
  }
  return { seen, end }
}

type Act = (redis: RedisServer) => Promise<void> | void
const faults: [name: string, hurt: Act, heal: Act][] = [
  ['killed', (redis) => redis.kill(), (redis) => redis.restart()],
  ['stopped', (redis) => redis.signal('SIGSTOP'), (redis) => redis.signal('SIGCONT')],
]

if (!isRedisMissing(t)) {
  for (const [name, hurt, heal] of faults) {
    t.test(`servers respond while Redis is ${name} under load, with one log line on each`, async (t) => {
      const redis = await startRedis(t)
      const limits = { coolDownMs: 30 }
      const world = await createWorld(t, redis, { limits })
      const count = (text: string) => world.lines.filter(({ msg }) => msg === text).length
      await Promise.all(world.servers.map(({ ask }) => ask()))
      const load = startLoad(world)
      await until(() => load.seen.answers > 200)
      await hurt(redis)
      await until(() => count(away) === 2)
      const { answers } = load.seen
      world.clock.now += 3 * hour
      await until(() => load.seen.answers > answers + 500)
      t.equal(count(away), 2)
      t.equal(count(back), 0)
      await heal(redis)
      await until(() => count(back) === 2)
      await load.end()
      t.equal(load.seen.failures, 0)
      t.ok(load.seen.slowestMs < 10_000, `slowest ${load.seen.slowestMs} ms`)
      t.equal(world.lines.length, 4)
    })
  }

  t.test('after an outage servers share entries, and a purge during it takes effect', async (t) => {
    const redis = await startRedis(t)
    const limits = { purgeMs: 1000, coolDownMs: 30 }
    const { servers, lines, origin, warm } = await createWorld(t, redis, { limits })
    await warm()
    redis.signal('SIGSTOP')
    await servers[0]!.cache.purge({ kind: 'tag', tag: 'articleDetail' }, 'hard')
    await servers[0]!.ask()
    t.equal(origin.hits.length, 2)
    redis.signal('SIGCONT')
    await until(() => servers[1]!.memory.get(`GET ${page} zh`).length === 0)
    await until(() => lines.at(-1)?.msg === back)
    await warm('/api/home/article/detail/9')
    t.equal(origin.hits.length, 3)
  })
}
