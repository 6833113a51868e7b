import t from 'tap'
import type { SharedStore } from '../../server/cache/store.ts'
import type { LogLine } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'
import { createTestEntry } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const entry = createTestEntry()
const messages = (lines: LogLine[]) => lines.map(({ msg }) => msg)
const away = 'redis is down: each server uses its own memory and disk'
const back = 'redis is up'

/** Every method of a store, concurrently. */
async function askAll(store: SharedStore) {
  const asked = [
    store.get(entry.key),
    store.set(entry),
    store.purge({ kind: 'tag', tag: 'none' }, 'soft'),
    store.delete(entry.key),
  ] as const
  return Promise.all(asked)
}
const nothing = [[], undefined, 0, undefined]

if (!isRedisMissing(t)) {
  t.test('a Redis that is killed is an empty one, until it is there again', async (t) => {
    const redis = await startRedis(t)
    const { stores, lines, states } = await createStores(t, redis, 1)
    const [store] = stores
    await store!.set(entry)
    await redis.kill()
    await until(() => lines.length > 0)
    for (let round = 0; round < 50; round++) t.strictSame(await askAll(store!), nothing)
    t.strictSame(messages(lines), [away])
    await redis.restart()
    await until(() => lines.length > 1)
    await store!.set(entry)
    t.strictSame(await store!.get(entry.key), [entry])
    t.strictSame(messages(lines), [away, back])
    t.strictSame(states, [true, false, true])
  })

  t.test('a Redis that hangs costs one deadline, and then none', async (t) => {
    const redis = await startRedis(t)
    const limits = { getMs: 500, connectMs: 2000, coolDownMs: 50 }
    const { stores, lines, states } = await createStores(t, redis, 1, { limits })
    await stores[0]!.set(entry)
    redis.signal('SIGSTOP')
    const begin = performance.now()
    const answers = await Promise.all(Array.from({ length: 20 }, () => stores[0]!.get(entry.key)))
    t.strictSame(answers, Array(20).fill([]))
    const first = performance.now()
    for (let round = 0; round < 200; round++) t.strictSame(await stores[0]!.get(entry.key), [])
    const rest = performance.now() - first
    t.ok(first - begin >= 500 && first - begin < 9000, `the first ${first - begin} ms`)
    t.ok(rest < 50_000, `200 more ${rest} ms`)
    t.strictSame(messages(lines), [away])
    redis.signal('SIGCONT')
    await until(() => lines.length > 1)
    t.strictSame(await stores[0]!.get(entry.key), [entry])
    t.strictSame(messages(lines), [away, back])
    t.strictSame(states, [true, false, true])
  })

  t.test('a hanging Redis is detected by the heartbeat, without commands', async (t) => {
    const redis = await startRedis(t)
    const { lines } = await createStores(t, redis, 1, { limits: { heartbeatMs: 20, connectMs: 1000 } })
    redis.signal('SIGSTOP')
    await until(() => lines.length > 0)
    redis.signal('SIGCONT')
    await until(() => lines.length > 1)
    t.strictSame(messages(lines), [away, back])
  })

  t.test('a Redis without memory left is read, and written again when there is some', async (t) => {
    const redis = await startRedis(t)
    const { stores, create, lines, states } = await createStores(t, redis, 1)
    const [store] = stores
    const other = await create()
    await other.ready
    await store!.set(entry)
    await redis.look.config('SET', 'maxmemory', '1')
    const page = createTestEntry({ key: 'GET /api/home/full zh' })
    for (let round = 0; round < 20; round++) await store!.set(page)
    t.strictSame(await store!.get(page.key), [])
    t.strictSame(await store!.get(entry.key), [entry])
    t.strictSame(messages(lines), ['redis is out of memory: no new entries are stored in it'])
    t.strictSame(states, [true, true, false])
    let heard = 0
    other.onPurge(() => heard++)
    t.equal(await store!.purge({ kind: 'tag', tag: 'id:3' }, 'soft'), 1)
    t.strictSame(await other.get(entry.key), [])
    await until(() => heard === 1)
    await redis.look.config('SET', 'maxmemory', '0')
    await until(async () => {
      await store!.set(page)
      return (await store!.get(page.key)).length > 0
    })
    t.equal(messages(lines).at(-1), 'redis has free memory again')
    t.equal(lines.length, 2)
  })
}
