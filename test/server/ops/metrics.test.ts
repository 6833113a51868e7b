// GET /metrics at PORT: the cache, the upstream and the breaker in numbers. Private networks and operators read it; for
// everybody else there is no such address.
import t from 'tap'
import { metricOf, opsToken } from '../../helpers/ops.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const list = '/api/home/article/list/news?lang=zh&page=1'

t.test('outcomes of the cache are counted', async (t) => {
  const site = await createSmallSite(t)
  const value = (name: string) => metricOf(site, name)
  const outcome = (name: string, kind = 'api', tier = name === 'hit' ? 'memory' : 'upstream') =>
    value(`site_cache_requests_total{outcome="${name}",kind="${kind}",tier="${tier}"}`)
  for (let asked = 0; asked < 3; asked++) await site.get(list)
  t.strictSame([await outcome('miss'), await outcome('hit')], [1, 2])
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
  t.strictSame([await outcome('miss', 'page'), await outcome('hit', 'page')], [1, 2])
  const { headers } = await site.get('/metrics')
  t.match(headers, { 'content-type': /^text\/plain/, 'cache-control': 'no-store' })
})

const config = { opsToken, addressRate: 20, trustProxy: ['10.0.0.1'] }
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const now = Date.now()
const site = await createSmallSite(t, { config, now: () => now })
const ask = (remoteAddress: string, headers: Record<string, string> = {}) =>
  site.get('/metrics', headers, { remoteAddress })

t.test('a private network reads them where no proxy is between', async (t) => {
  for (const peer of words('::1 10.1.2.3 172.31.0.1 ::ffff:192.168.0.9 fd00::1 fe80::1%eth0'))
    t.match(await ask(peer), { statusCode: 200, body: 'site_build_info' }, peer)
  t.equal((await ask('10.1.2.3', bearer('wrong'))).statusCode, 200)
})

t.test('for others the address does not exist', async (t) => {
  const rows: [peer: string, headers: Record<string, string>][] = [
    ...words('172.32.0.1 2001:db8::1 ::ffff:203.0.113.8').map((peer): [string, Record<string, string>] => [
      peer,
      {},
    ]),
    ...words('x-forwarded-for forwarded via').map((name): [string, Record<string, string>] => [
      '10.0.0.1',
      { [name]: '' },
    ]),
    ['10.0.0.1', { 'x-forwarded-for': '10.0.0.2' }],
  ]
  for (const [remoteAddress, headers] of rows)
    for (const method of ['GET', 'HEAD', 'POST'] as const) {
      const get = async (url: string) => {
        const fields = { 'user-agent': botAgent, ...headers }
        const { statusCode, body } = await site.get(url, fields, { remoteAddress, method })
        return { statusCode, body: body.replace('/nothing', '/metrics') }
      }
      const metrics = await get('/metrics')
      t.equal(metrics.statusCode, 404)
      t.strictSame(metrics, await get('/nothing'), JSON.stringify({ remoteAddress, headers, method }))
    }
})

t.test('the operator’s token reads them from anywhere; wrong ones are limited', async (t) => {
  const through = (address: string, token: string) =>
    ask('10.0.0.1', { 'x-forwarded-for': address, ...bearer(token) })
  const visitor = '203.0.113.8'
  const wrong: number[] = []
  for (const port of [1, 2, 3]) wrong.push((await through(`${visitor}:${port}`, 'wrong')).statusCode)
  t.strictSame(wrong, [404, 404, 429])
  t.match((await through(visitor, 'wrong')).headers, { 'retry-after': /^60$/, 'cache-control': 'no-store' })
  t.equal((await through('203.0.113.9', 'wrong')).statusCode, 404, 'for each address')
  t.match(await through(visitor, opsToken), { statusCode: 200, body: 'site_build_info' })
  t.equal((await ask(visitor)).statusCode, 404, 'a request without a token is not counted')
})
