// Numbers of items in Redis: the same on all servers, after restarts, outages and the loss of Redis.
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createSharedIds } from '../../server/cache/redis/shared-ids.ts'
import { createIds } from '../../server/sources/systems/ids.ts'
import { createFolder } from '../content/world.ts'
import { createLog } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'
import { runProgram } from '../server/commands/process.ts'
import { createClient } from './clients.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'

/** A server with the numbers that it knows in `dataDir`. Closes with the test. */
async function createServer(t: Test, { url }: { url: string }, dataDir = createFolder(t, {})) {
  const { log, lines } = createLog()
  const redis = await createClient(t, { url, log })
  const shared = createSharedIds(redis)
  const ids = createIds({ dataFile: join(dataDir, 'ids.sqlite'), shared, log })
  let isOpen = true
  const close = async () => {
    if (isOpen) await ids.close()
    await redis.close()
    isOpen = false
  }
  t.teardown(close)
  return { ...ids, lines, dataDir, close }
}

async function createAlone(t: Test, keys: string[]): Promise<string> {
  const dataDir = createFolder(t, {})
  const ids = createIds({ dataFile: join(dataDir, 'ids.sqlite'), log: createLog().log })
  await ids.numbers('article', keys)
  await ids.close()
  return dataDir
}

const keysFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => `k${first + at}`)
const unreachable = { name: 'OriginError', cause: { message: /^numbers of new items \(article\): / } }

if (!isRedisMissing(t)) {
  t.test('servers that meet the same new items at once give them the same numbers', async (t) => {
    const redis = await startRedis(t)
    const servers = [await createServer(t, redis), await createServer(t, redis)]
    const asked = Array.from({ length: 20 }, (_, at) => keysFrom(at * 5, 60))
    const results = await Promise.all(
      asked.flatMap((keys) => servers.map((server) => server.numbers('article', keys))),
    )
    for (const [at, keys] of asked.entries())
      t.strictSame(results[2 * at], results[2 * at + 1], `keys from ${keys[0]}`)
    const rows = await servers[0]!.rows()
    t.equal(rows.length, 155)
    const given = rows.map(({ number }) => number)
    t.strictSame(
      given,
      keysFrom(1, 155).map((_, at) => at + 1),
      'from 1, without a gap',
    )
    t.strictSame(await servers[1]!.rows(), rows)
    t.strictSame(await servers[1]!.numbers('about', ['k1', 'k2', 'k1']), [1, 2, 1], 'of each kind')
    t.equal(await servers[0]!.keyOf('about', 2), 'k2', 'which another server has met')
    t.equal(await servers[0]!.keyOf('about', 3), undefined)
  })

  t.test('a server keeps the numbers over a restart, and so does one that loses its disk', async (t) => {
    const redis = await startRedis(t)
    const first = await createServer(t, redis)
    const numbers = await first.numbers('article', ['a', 'b'])
    await first.close()
    const same = await createServer(t, redis, first.dataDir)
    const other = await createServer(t, redis)
    for (const server of [same, other]) t.strictSame(await server.numbers('article', ['b', 'a']), [2, 1])
    t.strictSame(numbers, [1, 2])
  })

  t.test('the table of a server from before REDIS_URL becomes that of all servers', async (t) => {
    const redis = await startRedis(t)
    const dataDir = await createAlone(t, keysFrom(1, 1200))
    await createServer(t, redis, dataDir)
    const other = await createServer(t, redis)
    await until(async () => (await other.rows()).length === 1200)
    t.strictSame(await other.numbers('article', ['k700', 'new']), [700, 1201])
  })

  t.test('a Redis that has lost everything gets the numbers back from the servers', async (t) => {
    const redis = await startRedis(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    await a.numbers('article', ['x', 'y'])
    await b.numbers('article', ['z'])
    await redis.kill()
    await redis.restart()
    await until(async () => (await a.rows().catch(() => [])).length === 3)
    const fresh = await createServer(t, redis)
    t.strictSame(await fresh.numbers('article', ['new', 'z', 'y', 'x']), [4, 3, 2, 1])
  })

  t.test('a lost table gives no new numbers until the servers had time to propose theirs', async (t) => {
    const redis = await startRedis(t)
    const a = await createServer(t, redis)
    t.strictSame(await a.numbers('article', ['a', 'b']), [1, 2])
    await redis.kill()
    await redis.restart()
    // It is connected before the other one.
    const b = await createServer(t, redis, await createAlone(t, ['a']))
    t.strictSame(await b.numbers('article', ['new', 'b']), [3, 2])
  })

  t.test('two servers whose own tables differ use that of Redis, also without it', async (t) => {
    const redis = await startRedis(t)
    const [first, second] = [await createAlone(t, ['a', 'b']), await createAlone(t, ['b', 'a', 'c'])]
    const a = await createServer(t, redis, first)
    t.strictSame(await a.numbers('article', ['a', 'b']), [1, 2])
    const b = await createServer(t, redis, second)
    t.strictSame(await b.numbers('article', ['a', 'b', 'c']), [1, 2, 3])
    t.match(b.lines.at(-1), { level: 40, kind: 'article', changed: 2 })
    await redis.kill()
    t.strictSame(await b.numbers('article', ['a', 'b']), [1, 2])
    t.strictSame(await Promise.all([1, 2].map((number) => b.keyOf('article', number))), ['a', 'b'])
  })

  t.test('without Redis known items keep their numbers; new ones are a failure of the origin', async (t) => {
    const redis = await startRedis(t)
    const [a, b] = [await createServer(t, redis), await createServer(t, redis)]
    t.strictSame(await a.numbers('article', ['a', 'b']), [1, 2])
    await redis.kill()
    t.strictSame(await a.numbers('article', ['b', 'a']), [2, 1])
    t.equal(await a.keyOf('article', 2), 'b')
    await t.rejects(a.numbers('article', ['a', 'new']), unreachable)
    await t.rejects(b.keyOf('article', 1), unreachable, 'not "not found"')
    await redis.restart()
    await until(async () => (await b.numbers('article', ['b']).catch((): number[] => [])).includes(2))
    t.strictSame(await a.numbers('article', ['new']), [3])
  })

  t.test('exported numbers are those of all servers; a contradiction adds nothing', async (t) => {
    const redis = await startRedis(t)
    const server = await createServer(t, redis)
    await server.numbers('article', ['a', 'b'])
    const env = { REDIS_URL: redis.url, DATA_DIR: createFolder(t, {}) }
    t.match(await runProgram(['ids', 'export'], env), { code: 0, out: 'article\ta\t1\narticle\tb\t2\n' })
    redis.signal('SIGSTOP')
    setTimeout(() => redis.signal('SIGCONT'), 2500)
    t.match(await runProgram(['ids', 'export'], env), { code: 0 }, 'a command waits for a busy Redis')
    await until(async () => (await server.rows().catch((): object[] => [])).length === 2)
    await server.add([{ kind: 'article', key: 'c', number: 9 }])
    t.strictSame(await server.numbers('article', ['c', 'd']), [9, 10])
    const wrong = [
      { kind: 'article', key: 'e', number: 11 },
      { kind: 'article', key: 'f', number: 1 },
    ]
    await t.rejects(server.add(wrong), { message: /article f 1/ })
    t.equal((await server.rows()).length, 4)
    await redis.kill()
    const failed = await runProgram(['ids', 'export'], env)
    t.match(failed, { code: 1, err: 'no connection to Redis\n' })
  })
}
