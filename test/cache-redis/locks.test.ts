import t from 'tap'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const key = 'GET /api/home/x zh'
const minute = 60_000

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)

  t.test('one of many servers gets a key', async (t) => {
    const { stores } = await createStores(t, redis, 5)
    const claims = await Promise.all(stores.map((store) => store.claimRefresh(key, minute)))
    t.equal(claims.filter(Boolean).length, 1)
  })

  t.test('a key that was given back can be claimed again', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    t.equal(await stores[0]!.claimRefresh(key, minute), true)
    await stores[0]!.release(key, 'filled')
    t.equal(await stores[1]!.claimRefresh(key, minute), true)
  })

  t.test('a server cannot release the lock of another', async (t) => {
    const { stores } = await createStores(t, redis, 3)
    await stores[0]!.claimRefresh(key, minute)
    await stores[1]!.release(key, 'filled')
    t.equal(await stores[2]!.claimRefresh(key, minute), false)
  })

  for (const outcome of ['filled', 'failed', 'unshared'] as const) {
    t.test(`waiting servers are notified that a fill is ${outcome}, without polling`, async (t) => {
      const { stores } = await createStores(t, redis, 3, { limits: { pollMs: minute } })
      await stores[0]!.claimRefresh(key, minute)
      const words = [stores[1]!.awaitFill(key, minute), stores[2]!.awaitFill(key, minute)]
      await until(async () => (await redis.look.info('commandstats')).includes('cmdstat_exists'))
      await stores[0]!.release(key, outcome)
      t.ok((await Promise.all(words)).every((word) => word === outcome || word === 'abandoned'))
    })
  }

  t.test('a wait for a free lock ends at once', async (t) => {
    const { stores } = await createStores(t, redis, 1, { limits: { pollMs: minute } })
    t.equal(await stores[0]!.awaitFill(key, minute), 'abandoned')
  })

  t.test('a lost message is compensated by polling', async (t) => {
    const { stores, namespace } = await createStores(t, redis, 2, { limits: { pollMs: 20 } })
    await stores[0]!.claimRefresh(key, minute)
    const word = stores[1]!.awaitFill(key, minute)
    await redis.look.del(`{${namespace}:2}:lock:${key}`)
    t.equal(await word, 'abandoned')
  })

  t.test('the key of a server that died is free after its lease', async (t) => {
    const { stores, create } = await createStores(t, redis, 1, { limits: { leaseMs: 300, pollMs: 20 } })
    const dying = await create()
    await dying.ready
    t.equal(await dying.claimRefresh(key, minute), true)
    await dying.close()
    t.equal(await stores[0]!.claimRefresh(key, minute), false)
    t.equal(await stores[0]!.awaitFill(key, minute), 'abandoned')
    t.equal(await stores[0]!.claimRefresh(key, minute), true)
  })

  t.test('a running server renews its lock beyond the lease, up to the time it claimed', async (t) => {
    const { stores, namespace } = await createStores(t, redis, 2, { limits: { leaseMs: 900 } })
    const lock = `{${namespace}:2}:lock:${key}`
    const begin = performance.now()
    await stores[0]!.claimRefresh(key, 2700)
    await until(async () => performance.now() - begin > 1800 || (await redis.look.exists(lock)) === 0)
    t.ok(performance.now() - begin > 1800)
    await until(async () => (await redis.look.exists(lock)) === 0)
    t.ok(performance.now() - begin < 15_000)
  })

  t.test('a wait has an end, and then counts as failed', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    await stores[0]!.claimRefresh(key, minute)
    t.equal(await stores[1]!.awaitFill(key, 30), 'failed')
  })

  t.test('closing ends all waits', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    await stores[0]!.claimRefresh(key, minute)
    const word = stores[1]!.awaitFill(key, minute)
    await stores[1]!.close()
    t.equal(await word, 'unshared')
  })
}
