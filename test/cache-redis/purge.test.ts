import t from 'tap'
import type { PurgeMode, PurgeTarget } from '../../server/ops/purge.ts'
import { until } from '../helpers/until.ts'
import { createTestEntry, start } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const page = createTestEntry()
const list = createTestEntry({
  key: 'GET /api/home/article/list/news?page=2 zh',
  tags: ['path:/api/home/article/list/news', 'articleList', 'category:news'],
})
const whole: PurgeTarget = { kind: 'all' }
const targets: [string, PurgeTarget][] = [
  ['a tag', { kind: 'tag', tag: 'id:3' }],
  ['a key', { kind: 'key', prefix: 'GET /api/home/article/detail/3 zh' }],
  ['the beginning of a key', { kind: 'key', prefix: 'GET /api/home/article/detail/3 ' }],
  ['everything', whole],
]

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)

  for (const [name, target] of targets) {
    t.test(`a hard purge of ${name} deletes the matching entries`, async (t) => {
      const { stores } = await createStores(t, redis, 2)
      await Promise.all([stores[0]!.set(page), stores[0]!.set(list)])
      t.equal(await stores[0]!.purge(target, 'hard'), target === whole ? 0 : 1)
      t.strictSame(await stores[1]!.get(page.key), [])
      t.equal((await stores[1]!.get(list.key)).length, target === whole ? 0 : 1)
      await stores[1]!.set(page)
      t.strictSame(await stores[0]!.get(page.key), [page])
    })

    t.test(`a soft purge of ${name} marks the matching entries stale`, async (t) => {
      const { stores, clock } = await createStores(t, redis, 2)
      await Promise.all([stores[0]!.set(page), stores[0]!.set(list)])
      clock.now += 5000
      t.equal(await stores[0]!.purge(target, 'soft'), target === whole ? 0 : 1)
      clock.now += 5000
      t.strictSame(await stores[1]!.get(page.key), [{ ...page, purgedAt: start + 5000 }])
      t.equal((await stores[1]!.get(list.key))[0]?.purgedAt, target === whole ? start + 5000 : undefined)
      await stores[1]!.set({ ...page, responseTime: clock.now })
      t.strictSame(await stores[0]!.get(page.key), [{ ...page, responseTime: clock.now }])
    })
  }

  for (const [name, target] of targets)
    t.test(`an expiring purge of ${name} leaves entries for failures of the origin`, async (t) => {
      const { stores, clock } = await createStores(t, redis, 2)
      await stores[0]!.set(page)
      await stores[0]!.purge(target, 'soft')
      clock.now += 5000
      await stores[0]!.purge(target, 'expire')
      const [found] = await stores[1]!.get(page.key)
      const { staleWhileRevalidate, staleIfError } = page.freshness
      t.match(found, {
        freshness: { staleWhileRevalidate: 0, staleIfError: Math.max(staleIfError, staleWhileRevalidate) },
      })
      t.ok(Number(found?.purgedAt) > 0 && Number(found?.purgedAt) <= clock.now)
      await stores[1]!.set(page)
      t.strictSame(await stores[0]!.get(page.key), [page])
    })

  t.test('a purge means all variants, and a key with a query only that one', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    const [zh, en] = [createTestEntry({ language: 'zh' }), createTestEntry({ language: 'en' })]
    const other = createTestEntry({ key: 'GET /api/home/article/detail/3?x=1 zh' })
    for (const entry of [zh, en, other]) await stores[0]!.set(entry)
    t.equal(await stores[0]!.purge({ kind: 'key', prefix: 'GET /api/home/article/detail/3 ' }, 'soft'), 1)
    const times = (await stores[0]!.get(zh.key)).map(({ purgedAt }) => purgedAt)
    t.strictSame(times, [start, start])
    t.strictSame(await stores[0]!.get(other.key), [other])
    t.equal(await stores[0]!.purge({ kind: 'key', prefix: 'GET /api/home/article/detail/3?x' }, 'hard'), 1)
    t.strictSame(await stores[0]!.get(other.key), [])
  })

  t.test('what is purged twice is stale since the first time', async (t) => {
    const { stores, clock } = await createStores(t, redis, 1)
    await stores[0]!.set(page)
    for (const target of [targets[0]![1], targets[0]![1], whole]) {
      await stores[0]!.purge(target, 'soft')
      clock.now += 5000
    }
    t.strictSame(await stores[0]!.get(page.key), [{ ...page, purgedAt: start }])
  })

  t.test('purges of nothing meet nothing', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    for (const mode of ['soft', 'hard'] as const) {
      t.equal(await stores[0]!.purge({ kind: 'tag', tag: 'none' }, mode), 0)
      t.equal(await stores[0]!.purge({ kind: 'key', prefix: 'nonsense' }, mode), 0)
    }
  })

  t.test('a clock that is ahead does not make a purged entry fresh', async (t) => {
    const { stores, create, clock } = await createStores(t, redis, 1)
    const ahead = await create({ now: () => clock.now + 60_000 })
    await ahead.ready
    await stores[0]!.set(page)
    await ahead.purge({ kind: 'tag', tag: 'id:3' }, 'soft')
    t.equal((await stores[0]!.get(page.key))[0]?.purgedAt, clock.now)
  })

  t.test('every other server is notified of a purge, the purging one is not', async (t) => {
    const { stores } = await createStores(t, redis, 3)
    const heard: [number, PurgeTarget, PurgeMode][] = []
    for (const [at, store] of stores.entries())
      store.onPurge((target, mode) => heard.push([at, target, mode]))
    await stores[0]!.purge({ kind: 'tag', tag: 'id:3' }, 'hard')
    await stores[1]!.purge(whole, 'soft')
    await until(() => heard.length === 4)
    // A response that comes after it: nothing else is under way.
    await Promise.all(stores.map((store) => store.get(page.key)))
    const byServer = (server: number) => heard.flatMap(([at, target]) => (at === server ? [target.kind] : []))
    const byStore = stores.map((_, at) => byServer(at))
    t.strictSame(byStore, [['all'], ['tag'], ['tag', 'all']])
  })

  t.test('messages that are no purges are ignored', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    const heard: PurgeTarget[] = []
    stores[0]!.onPurge((target) => heard.push(target))
    const send = (text: string) => redis.look.publish(`{site-cache:2}:0:purges`, text)
    for (const text of ['', 'x', '1-1 {}', '1-1 null', '1-1 {"target":{"kind":"tag"},"mode":"hard"}'])
      await send(text)
    await send('1-1 {"from":"x","target":{"kind":"all"},"mode":"melt"}')
    await send('1-1 {"from":"x","target":{"kind":"tag","tag":"last"},"mode":"soft"}')
    await until(() => heard.length > 0)
    t.strictSame(heard, [{ kind: 'tag', tag: 'last' }])
  })
}
