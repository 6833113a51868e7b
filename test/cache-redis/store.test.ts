import t from 'tap'
import { createTestEntry, start } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const hour = 3_600_000

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)

  t.test('what one server stores another one reads, whatever bytes the body has', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    const entry = createTestEntry({ body: Buffer.from([0, 255, 13, 10, 36, 42, 0]) })
    await stores[0]!.set(entry)
    t.strictSame(await stores[1]!.get(entry.key), [entry])
  })

  t.test('an unknown key has no entries', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    t.strictSame(await stores[0]!.get('GET /api/home/none zh'), [])
  })

  t.test('variants of a key live together, the newest first, each only once', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    const [zh, en] = [createTestEntry({ language: 'zh' }), createTestEntry({ language: 'en' })]
    const newer = { ...zh, body: Buffer.from('new'), responseTime: start + 5 }
    for (const entry of [zh, en, newer]) await stores[0]!.set(entry)
    t.strictSame(await stores[1]!.get(zh.key), [newer, en])
  })

  t.test('of many variants the oldest go', async (t) => {
    const { stores } = await createStores(t, redis, 1, { limits: { maxVariants: 3 } })
    const languages = ['a', 'b', 'c', 'd', 'e']
    for (const language of languages) await stores[0]!.set(createTestEntry({ language }))
    const kept = await stores[0]!.get(createTestEntry().key)
    const selected = kept.map(({ selecting }) => selecting.key)
    t.strictSame(
      selected,
      ['e', 'd', 'c'].map((language) => `accept-language:${language}`),
    )
  })

  t.test('a blob lives as long as the variant that can be used longest', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    const short = { ...createTestEntry().freshness, lifetime: 60_000, staleWhileRevalidate: 0 }
    await stores[0]!.set(createTestEntry({ language: 'zh' }))
    await stores[0]!.set(createTestEntry({ language: 'en', freshness: short }))
    const [blob] = await redis.look.keys(`{site-cache:2}:*:blob:*`)
    const left = await redis.look.pttl(blob!)
    t.ok(left > 2 * hour - 60_000 && left <= 2 * hour, String(left))
  })

  t.test('an expired variant is removed at the next write', async (t) => {
    const { stores, clock } = await createStores(t, redis, 1)
    await stores[0]!.set(createTestEntry({ language: 'zh' }))
    clock.now += 2 * hour
    const en = createTestEntry({ language: 'en', responseTime: clock.now })
    await stores[0]!.set(en)
    t.strictSame(await stores[0]!.get(en.key), [en])
  })

  t.test('an entry of no use is not stored', async (t) => {
    const { stores, clock } = await createStores(t, redis, 1)
    clock.now += 3 * hour
    await stores[0]!.set(createTestEntry())
    t.strictSame(await stores[0]!.get(createTestEntry().key), [])
  })

  t.test('a foreign value under the name of a key reads as nothing', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    const entry = createTestEntry()
    await stores[0]!.set(entry)
    const [blob] = await redis.look.keys(`{site-cache:2}:*:blob:*`)
    for (const foreign of ['', 'hello', Buffer.alloc(200), Buffer.alloc(200, 0xff)]) {
      await redis.look.set(blob!, foreign)
      t.strictSame(await stores[0]!.get(entry.key), [])
      await stores[0]!.set(entry)
      t.strictSame(await stores[0]!.get(entry.key), [entry])
    }
  })

  t.test('a deleted key is gone', async (t) => {
    const { stores } = await createStores(t, redis, 1)
    await stores[0]!.set(createTestEntry())
    await stores[0]!.delete(createTestEntry().key)
    t.strictSame(await stores[0]!.get(createTestEntry().key), [])
  })

  t.test('NOSCRIPT: the Lua scripts are sent again', async (t) => {
    const { stores } = await createStores(t, redis, 2)
    await redis.look.script('FLUSH')
    await stores[0]!.set(createTestEntry())
    t.strictSame(await stores[1]!.get(createTestEntry().key), [createTestEntry()])
  })
}
