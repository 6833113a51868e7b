import t from 'tap'
import { connectRedis } from '../../server/cache/redis/client.ts'
import { createRedisStore } from '../../server/cache/redis/store.ts'
import { silent } from '../helpers/log.ts'
import { until } from '../helpers/until.ts'
import { createTestEntry } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const hour = 3_600_000

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)

  t.test('sets of tags expire with the last of their members', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    await stores[0]!.set(createTestEntry())
    const tags = await redis.look.keys(`{site-cache:2}:*:tag:*`)
    t.equal(tags.length, 3)
    for (const tag of tags) {
      const left = await redis.look.pttl(tag)
      t.ok(left > 2 * hour - 60_000 && left <= 2 * hour, `${tag} ${left}`)
    }
  })

  t.test('a flood of unique queries leaves a bounded number of keys of a path', async (t) => {
    const { stores } = await createStores(t, redis, 1, { limits: { maxKeysOfPath: 10 } })
    const longer = { ...createTestEntry().freshness, staleIfError: 24 * hour }
    const own = createTestEntry({ freshness: longer })
    await stores[0]!.set(own)
    for (let page = 0; page < 50; page++) {
      await stores[0]!.set(createTestEntry({ key: `GET /api/home/article/detail/3?x=${page} zh` }))
    }
    t.strictSame(await stores[0]!.get(own.key), [own])
    t.equal((await redis.look.keys(`{site-cache:2}:*:blob:*`)).length, 10)
    t.equal(await redis.look.zcard((await redis.look.keys(`{site-cache:2}:*:tag:path:*`))[0]!), 10)
  })

  t.test('names start with the schema version, and another version is not read', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    await stores[0]!.set(createTestEntry())
    const names = await redis.look.keys('*')
    t.ok(names.length > 0 && names.every((name) => name.startsWith(`{site-cache:2}:`)))
  })

  t.test('sites with databases of their own do not see each other', async (t) => {
    const { stores, create } = await createStores(t, redis, 1)
    const other = await create({ url: `${redis.url}/1` })
    await other.ready
    await other.set(createTestEntry())
    const heard: unknown[] = []
    other.onPurge((target) => heard.push(target))
    await stores[0]!.purge({ kind: 'all' }, 'hard')
    t.strictSame(await stores[0]!.get(createTestEntry().key), [])
    t.strictSame(await other.get(createTestEntry().key), [createTestEntry()])
    t.strictSame(heard, [])
  })

  t.test('whatever a store does, it never walks through all names', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    await redis.look.config('RESETSTAT')
    await stores[0]!.set(createTestEntry())
    await stores[1]!.get(createTestEntry().key)
    for (const mode of ['soft', 'hard'] as const) {
      await stores[0]!.purge({ kind: 'tag', tag: 'id:3' }, mode)
      await stores[0]!.purge({ kind: 'key', prefix: 'GET /api/home/article' }, mode)
      await stores[0]!.purge({ kind: 'all' }, mode)
    }
    const asked = await redis.look.info('commandstats')
    t.match(asked, /cmdstat_zrange:/)
    t.notMatch(asked, /cmdstat_(keys|scan|randomkey|flush)/)
  })

  t.test('close() closes all connections', async (t) => {
    const connected = async () => String(await redis.look.client('LIST')).split('name=site ').length - 1
    await until(async () => (await connected()) === 0)
    const client = await connectRedis({ url: redis.url, log: silent })
    const store = createRedisStore({ redis: client!, log: silent })
    await until(async () => (await connected()) === 2)
    await store.close()
    await client!.close()
    await until(async () => (await connected()) === 0)
    t.pass()
  })
}
