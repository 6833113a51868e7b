// An API_BASE that leads back to the site is found by Via (RFC 9110 §7.6.3), and no other chain of servers is taken for one.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const problem = 'API_BASE leads back to this site'
const warning = `API_BASE loop: ${problem}`
const listPath = '/api/home/article/list/news?lang=zh&page=1'

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
