// Overload: pages beyond the render limit wait or get a 503, and stored pages are served.
import t, { type Test } from 'tap'
import { metricOf } from '../../helpers/ops.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** Not a search, which waits before it. */
const cold = (word: string) => `/news?tag=${word}`

async function createBusySite(t: Test) {
  const site = await createSmallSite(t, { mostRenders: 1 })
  await site.get('/news')
  const held = site.origin.hold('/api/home/article/list/news')
  const value = (name: string) => metricOf(site, name)
  const running = site.get(cold('a'))
  await until(async () => (await value('site_renders_running')) === 1)
  await held.arrived
  const waiting = [...'12345678'].map((word) => site.get(cold(word)))
  await until(async () => (await value('site_renders_waiting')) === 8)
  return { site, value, running, waiting, release: held.release }
}

t.test('a full render queue, of eight for each slot, gives 503; stored pages are served', async (t) => {
  const { site, value, running, waiting, release } = await createBusySite(t)
  const before = site.origin.hits.length
  const refused = await site.get(cold('c'))
  t.equal(refused.statusCode, 503)
  t.match(refused.headers, { 'retry-after': '30', 'cache-control': 'no-store' })
  t.match(refused.body, 'data-error-page="503"')
  t.equal(site.origin.hits.length, before, 'nobody was asked for it')
  const bot = await site.get(cold('d'), { 'user-agent': botAgent })
  t.equal(bot.body, '503 Service Unavailable\n')
  const payload = await site.get(`/news/_payload.json?${site.build.id}&tag=e`)
  t.match(JSON.parse(payload.body), { error: true, statusCode: 503 })
  // For one visitor alone, and so never from the cache.
  t.equal((await site.get('/contact?topic=x')).statusCode, 503)
  t.equal((await site.get('/news')).statusCode, 200)
  t.equal(await value('site_renders_refused_total'), 4)
  const told = site.lines.filter(({ level }) => level >= 40)
  const logged = told.map(({ level, msg }) => [level, msg])
  t.strictSame(
    logged,
    [[40, 'page requests rejected: render queue full or too slow']],
    'operators are told once',
  )
  release()
  for (const answer of await Promise.all([running, ...waiting])) t.equal(answer.statusCode, 200)
  t.equal(await value('site_renders_running'), 0)
  t.equal((await site.get(cold('f'))).statusCode, 200)
})

t.test('a stale page is served while the render limit is reached', async (t) => {
  const clock = { now: Date.now() }
  const site = await createSmallSite(t, { mostRenders: 1, now: () => clock.now })
  await site.get('/news')
  clock.now += 3 * 3_600_000
  const held = site.origin.hold('/api/home/article/list/product')
  const busy = site.get('/product')
  await held.arrived
  const waiting = [...'12345678'].map((word) => site.get(`/product?tag=${word}`))
  const stale = await site.get('/news')
  t.equal(stale.statusCode, 200)
  t.match(stale.headers['cache-status'], /hit; ttl=-/)
  held.release()
  t.equal((await busy).statusCode, 200)
  await Promise.all(waiting)
})
