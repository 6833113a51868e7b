// GET /metrics: the cache, the upstream and the breaker in numbers.
import t from 'tap'
import { metricOf } from '../../helpers/ops.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'

t.test('outcomes of the cache are counted', async (t) => {
  const site = await createSmallSite(t)
  const value = (name: string) => metricOf(site, name)
  const outcome = (name: string, kind = 'api', tier = name === 'hit' ? 'memory' : 'upstream') =>
    value(`site_cache_requests_total{outcome="${name}",kind="${kind}",tier="${tier}"}`)
  await site.get(list)
  t.equal(await outcome('miss'), 1)
  await site.get(list)
  await site.get(list)
  t.equal(await outcome('hit'), 2)
  await site.get('/api/home/other', {}, { method: 'DELETE' })
  t.equal(await outcome('bypass'), 1)
  site.origin.json('/api/home/manual', {}, 503)
  await site.get('/api/home/manual/1?lang=zh')
  t.equal(await outcome('error'), 1)
  t.ok((await value('site_cache_bytes')) > 0)
  t.equal(await value('site_cache_keys'), 1)
  t.equal(await value('site_upstream_breaker{call="upstream",state="closed"}'), 1)
  const seconds = (call: string, family: string) =>
    value(`site_upstream_seconds_count{call="${call}",outcome="${family}"}`)
  t.equal(await seconds('articleList', '2xx'), 1)
  t.equal(await seconds('manual', '5xx'), 2, 'every attempt')
  t.equal(await seconds('other', '4xx'), 1)
  for (let asked = 0; asked < 3; asked++) await site.get('/news')
  t.equal(await outcome('miss', 'page'), 1)
  t.equal(await outcome('hit', 'page'), 2)
  const { headers } = await site.get('/metrics')
  t.match(headers, { 'content-type': /^text\/plain/, 'cache-control': 'no-store' })
})
