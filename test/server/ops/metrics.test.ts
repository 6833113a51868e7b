// GET /metrics: the cache, the origin and the breaker in numbers.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'

t.test('outcomes of the cache are counted', async (t) => {
  const site = await createSmallSite(t)
  const value = async (name: string) => {
    const { body } = await site.get('/metrics')
    return Number(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} (.*)$`, 'm').exec(body)?.[1] ?? 0)
  }
  const outcome = (name: string, kind = 'api', tier = name === 'hit' ? 'memory' : 'origin') =>
    value(`site_cache_requests_total{outcome="${name}",kind="${kind}",tier="${tier}"}`)
  await site.get(list)
  t.equal(await outcome('miss'), 1)
  await site.get(list)
  await site.get(list)
  t.equal(await outcome('hit'), 2)
  await site.get('/api/home/about/1?lang=zh', {}, { method: 'DELETE' })
  t.equal(await outcome('bypass'), 1)
  site.origin.json('/api/home/manual', {}, 503)
  await site.get('/api/home/manual/1?lang=zh')
  t.equal(await outcome('error'), 1)
  t.ok((await value('site_cache_bytes')) > 0)
  t.equal(await value('site_cache_count'), 1)
  t.equal(await value('site_origin_breaker{state="closed"}'), 1)
  for (let asked = 0; asked < 3; asked++) await site.get('/news')
  t.equal(await outcome('miss', 'page'), 1)
  t.equal(await outcome('hit', 'page'), 2)
})

t.test('they are text for Prometheus, and not stored', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get('/metrics')
  t.match(headers, { 'content-type': /^text\/plain/, 'cache-control': 'no-store' })
})
