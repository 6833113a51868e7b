// What one server has stored, the others use, also where their clocks differ, and new content reaches all; what Redis holds is bounded, and found without walking through it.
import t from 'tap'
import { article, text } from '../cache/helpers/answers.ts'
import { hour, minute } from '../cache/helpers/clock.ts'
import { times, type World } from '../cache/helpers/world.ts'
import { createFolder, page, siteFiles, writeFiles } from '../content/world.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { afterChange, createServers, share } from './world.ts'

const newsWith = (title: string) => page(`id: 1\ntitle: ${title}\npublished_at: 2026-01-01T00:00:00Z`)
const files = {
  ...siteFiles,
  'news/a.zh.md': newsWith('旧题'),
  'product/a.zh.md': page('id: 2\ntitle: 产品'),
}

if (!isRedisMissing(t)) {
  const redis = await startRedis(t)
  const world = await createServers(t, redis.url)
  const { clock, origin, start, onNumbered } = world
  const [one, other] = world.servers
  const { on, onCall, count } = one

  t.test('what one server has fetched is a hit for another one, byte for byte', async (t) => {
    const before = await other.metric('site_cache_requests_total{outcome="hit",kind="api",tier="shared"}')
    const body = '\0\r\n$4 * "é" \u007f'
    for (const path of [onCall(article('a')), on(text(body, 'max-age=60', { etag: '"ü"', age: '7' }))]) {
      const { headers, ...first } = await share(redis, one, path)
      const second = await other.get(path)
      t.match(second.headers['cache-status'], /^site; hit/)
      t.strictSame([second.statusCode, second.body], [first.statusCode, first.body])
      t.strictSame(second.headers['etag'], headers['etag'])
      t.equal(count(path), 1)
    }
    const shared = await other.metric('site_cache_requests_total{outcome="hit",kind="api",tier="shared"}')
    t.equal(shared, before + 2)
  })

  t.test('a page that one server has rendered is served by the other without a request', async (t) => {
    await one.get('/news/1')
    await until(async () => {
      const before = origin.hits.length
      const { headers } = await (await start()).get('/news/1')
      return /^site; hit/.test(String(headers['cache-status'])) && origin.hits.length === before
    })
    t.equal((await other.get('/news/1')).body, (await one.get('/news/1')).body)
  })

  t.test('a stale response is refreshed from Redis, where another server did', async (t) => {
    const path = onNumbered()
    await share(redis, one, path)
    t.match((await other.get(path)).body, 'no ')
    clock.advance(3 * hour)
    await afterChange(redis, () => one.get(path))
    await until(async () => /hit; ttl=[1-9]/.test(String(await other.statusOf(path))))
    t.equal((await other.get(path)).body, (await one.get(path)).body)
    t.equal(count(path), 2)
  })

  t.test('what servers store expires: keys without an end do not become more', async (t) => {
    const endless = async () => {
      const left = await Promise.all((await redis.look.keys('*')).map((key) => redis.look.pttl(key)))
      return left.filter((ms) => ms < 0).length
    }
    const before = await endless()
    const size = await redis.look.dbsize()
    for (const path of times(30, () => onCall(article('a')))) await one.get(path)
    await until(async () => (await redis.look.dbsize()) >= size + 30)
    t.equal(await endless(), before)
  })

  for (const [name, skews] of Object.entries({ ahead: [10, -10], behind: [-10, 10] }))
    t.test(`servers share, where the clock of the one that writes is ${name} of the other`, async (t) => {
      const clocks = skews.map((minutes) => start({}, minutes * minute))
      const [writer, reader] = (await Promise.all(clocks)) as [World, World]
      const path = onNumbered()
      const { body } = await share(redis, writer, path)
      t.match(await reader.get(path), { statusCode: 200, body })
      await until(async () => /hit; ttl=[1-9]/.test(String(await reader.statusOf(path))))
      // The age of a response from the future is not known: it is used once, and fetched again.
      t.equal(count(path), name === 'ahead' ? 2 : 1)
      for (const [here, there] of [
        [writer, reader],
        [reader, writer],
      ] as const) {
        const old = (await there.get(path)).body
        await here.purge({ url: path, mode: 'hard' })
        await until(async () => (await there.get(path)).body !== old)
      }
    })

  t.test('a saved file is live on both servers, and other pages stay in the cache', async (t) => {
    const folder = createFolder(t, files)
    const env = { REDIS_URL: redis.url }
    const servers = [
      await createEmbeddedSite(t, { folder, env }),
      await createEmbeddedSite(t, { folder, env }),
    ]
    for (const { get } of servers) for (const url of ['/news/1', '/news', '/product/2']) await get(url)
    writeFiles(folder, { 'news/a.zh.md': newsWith('新题') })
    for (const { body, isHit } of servers) {
      for (const url of ['/news/1', '/news']) await until(async () => (await body(url)).includes('新题'))
      t.ok(await isHit('/product/2'))
    }
  })
}
