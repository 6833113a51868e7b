// What one server has stored, the others use; what Redis holds is bounded, and found without walking through it.
import t from 'tap'
import { article, text } from '../cache/helpers/answers.ts'
import { hour } from '../cache/helpers/clock.ts'
import { times } from '../cache/helpers/world.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { afterChange, createServers, share } from './world.ts'

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
}
