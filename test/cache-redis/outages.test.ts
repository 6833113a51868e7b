// Redis is away, hangs, is full, accepts no writes, or is something else: visitors are served, operators get one log line.
import { setTimeout as delay } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { article } from '../cache/helpers/answers.ts'
import { hour } from '../cache/helpers/clock.ts'
import { times, type World } from '../cache/helpers/world.ts'
import { freePort } from '../helpers/free-port.ts'
import { ifLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, type RedisServer, startRedis } from './redis-server.ts'
import { createServers, down, fetchedAgain, linesOf, share, up } from './world.ts'

const sharedUp = (server: World) => server.metric('site_cache_shared_up')
const secret = { plain: 'pa$s-Word', encoded: 'pa%24s-Word' }

/** Visitors of both servers, one after the other, for warm, stale and cold responses. */
function startLoad(servers: readonly World[], warm: string, cold: () => string) {
  const seen = { answers: 0, failures: 0 }
  let isOver = false
  const visit = async (visitor: number) => {
    for (let turn = 0; !isOver; turn++) {
      const { statusCode } = await servers[visitor % 2]!.get(turn % 4 === 0 ? cold() : warm)
      seen.answers++
      if (statusCode !== 200) seen.failures++
      await delay(5)
    }
  }
  const visits = times(4, visit)
  const end = async () => {
    isOver = true
    await Promise.all(visits)
  }
  return { seen, end }
}

/** Until both servers have connected again, and again. */
async function becomeReplica({ look }: RedisServer) {
  const connections = async () => Number(/connections_received:(\d+)/.exec(await look.info('stats'))?.[1])
  const before = await connections()
  await look.replicaof('127.0.0.1', 1)
  await until(async () => (await connections()) >= before + 4)
}

type Act = (redis: RedisServer) => Promise<unknown>
const faults: [name: string, hurt: Act, heal: Act, begin: string, end: string][] = [
  ['is killed', (redis) => redis.kill(), (redis) => redis.restart(), down, up],
  ['hangs', async (redis) => redis.signal('SIGSTOP'), async (redis) => redis.signal('SIGCONT'), down, up],
  [
    'has no memory left',
    (redis) => redis.look.config('SET', 'maxmemory', '1'),
    (redis) => redis.look.config('SET', 'maxmemory', '0'),
    'redis is out of memory: no new entries are stored in it',
    'redis has free memory again',
  ],
  ['is a replica', becomeReplica, (redis) => redis.look.replicaof('NO', 'ONE'), down, up],
]

if (!isRedisMissing(t)) {
  for (const [name, hurt, heal, begin, end] of faults) {
    const { skip } = hurt === becomeReplica ? ifLong : { skip: false }
    t.test(
      `while Redis ${name}, every visitor is served; one log line at its begin and end`,
      { skip },
      async (t) => {
        const redis = await startRedis(t)
        const redisMs = name === 'hangs' ? 2000 : undefined
        const { servers, clock, onNumbered } = await createServers(t, redis.url, 2, redisMs)
        const [one, other] = servers
        const path = onNumbered()
        await share(redis, one, path)
        await other.get(path)
        t.strictSame([await sharedUp(one), await sharedUp(other)], [1, 1])
        const load = startLoad(servers, path, onNumbered)
        await until(() => load.seen.answers > 20)
        await hurt(redis)
        await until(() => linesOf(one).includes(begin) && linesOf(other).includes(begin))
        const first = one.lines.find(({ msg }) => msg === begin)
        if (redisMs) t.match(first, { reason: /no response within 2000 ms/ })
        const { answers } = load.seen
        clock.advance(3 * hour)
        await until(() => load.seen.answers > answers + 40)
        t.strictSame([await sharedUp(one), await sharedUp(other)], [0, 0])
        t.equal((await one.get('/readyz')).statusCode, 200)
        await heal(redis)
        await until(() => linesOf(one).includes(end) && linesOf(other).includes(end))
        await load.end()
        t.equal(load.seen.failures, 0)
        for (const server of [one, other]) t.strictSame(linesOf(server), [begin, end])
        t.strictSame([await sharedUp(one), await sharedUp(other)], [1, 1])
        const next = onNumbered()
        await share(redis, one, next)
        t.match(await other.statusOf(next), /^site; hit/, 'they share again')
        await one.purge({ url: next, mode: 'hard' })
        await fetchedAgain(other, next)
      },
    )
  }

  t.test('a wrong password is one log line without it, and the right one gets in', async (t) => {
    const { port } = await startRedis(t, secret.plain)
    const url = (password: string) => `redis://:${password}@127.0.0.1:${port}`
    const reason = { reason: /WRONGPASS/, redis: `127.0.0.1:${port}` }
    t.match((await startOne(t, url(`wrong${secret.encoded}`))).lines, [{ level: 40, ...reason }])
    t.strictSame((await startOne(t, url(secret.encoded))).lines, [])
  })
}

/** A server on its own serves, and logs no user and password; the log lines about Redis. */
async function startOne(t: Test, url: string) {
  const { servers } = await createServers(t, url, 1)
  const [world] = servers
  const path = world.onCall(article('a'))
  for (const _visit of [1, 2]) t.equal((await world.get(path)).statusCode, 200)
  t.equal(world.count(path), 1)
  const lines = JSON.stringify(world.lines)
  for (const text of [secret.plain, secret.encoded, 'me:']) t.notMatch(lines, text)
  return { world, lines: world.lines.filter(({ msg }) => msg.startsWith('redis ')) }
}

t.test('a Redis that is not there at the start is one log line, without user and password', async (t) => {
  const port = await freePort()
  const { world, lines } = await startOne(t, `redis://me:${secret.encoded}@127.0.0.1:${port}/0`)
  t.match(lines, [{ level: 40, msg: down, reason: /ECONNREFUSED/, redis: `127.0.0.1:${port}` }])
  t.equal(lines.length, 1)
  t.equal(await sharedUp(world), 0)
})
