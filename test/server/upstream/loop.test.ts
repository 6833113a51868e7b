// An API_BASE that leads back to the site is found by Via (RFC 9110 §7.6.3), and no other chain of servers is taken for one.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const problem = 'API_BASE leads back to this site'
const warning = `API_BASE loop: ${problem}`
const listPath = '/api/home/article/list/news?lang=zh&page=1'

t.test(
  'every request to the upstream has the name of the site in Via, after the names that came',
  async (t) => {
    const site = await createSmallSite(t, { warm: true })
    await site.listen()
    await until(async () => (await site.get('/readyz')).statusCode === 200)
    const warmUp = site.origin.requests.length
    const via =
      '1.0 fred, HTTP/1.1 p.example.net:8080 (Apache/1.1 (x)), 1.1 [2001:db8::1], 1.1 <script>, x, ,'
    const passed = '1.0 fred, 1.1 [2001:db8::1]'
    await site.get(listPath, { via })
    await site.get('/api/home/other', { via })
    await site.get('/media/images/none.svg', { via })
    await site.get('/news/1', { via })
    await site.app.inject({ method: 'POST', url: '/api/home/form/x', headers: { via }, payload: { a: 'b' } })
    const seen = site.origin.requests.map(({ headers }) => String(headers['via']))
    const [name = ''] = seen
    t.match(name, /^1\.1 site-[0-9a-f]{16}$/)
    t.strictSame([...new Set(seen.slice(0, warmUp))], [name])
    const after = new Set(seen.slice(warmUp))
    // A message is delivered from the outbox, for no request.
    t.strictSame([...after].sort(), [`${passed}, ${name}`, name].sort())
    const other = await createSmallSite(t, { config: { siteUrl: 'https://other.example' } })
    await other.get(listPath)
    t.not(other.origin.requests[0]?.headers['via'], name, 'another site has another name')
  },
)

t.test('a request that comes back is 508, with no request to the upstream', async (t) => {
  let time = Date.now()
  const site = await createSmallSite(t, { now: () => time })
  await site.get('/api/home/other')
  const via = String(site.origin.requests[0]?.headers['via'])
  const { length } = site.origin.hits
  for (const value of [via, `1.0 fred, ${via.toUpperCase().replace('1.1', 'HTTP/2')} (comment), 1.1 nginx`]) {
    const call = await site.get(listPath, { via: value })
    t.equal(call.statusCode, 508)
    t.match(call.headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.match(call.json(), { success: false, data: null, message: 'Loop Detected' })
    for (const url of ['/en/news', '/media/x.svg', '/'])
      t.match(await site.get(url, { via: value }), { statusCode: 508, body: '508 Loop Detected\n' }, url)
  }
  t.equal(site.origin.hits.length, length)
  const named = () => site.lines.filter(({ msg }) => msg === 'request rejected: loop').length
  t.equal(named(), 1, 'once a minute')
  t.strictSame((await site.get('/readyz')).json(), { status: 'ok', warnings: [warning] })
  time += 600_000
  t.strictSame((await site.get('/readyz')).json(), { status: 'ok' }, 'the cause is gone')
  t.equal((await site.get(listPath, { via: '1.1 site, 1.1 site-0123456789abcdef' })).statusCode, 200)
})
