// Default caching fields of frameworks, which leave nothing for an outage: with UPSTREAM_CACHE=policy they are ignored.
// That they are named: test/server/ops/faults.test.ts.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const defaults = {
  Laravel: { 'cache-control': 'no-cache, private' },
  'PHP with sessions': {
    expires: 'Thu, 19 Nov 1981 08:52:00 GMT',
    'cache-control': 'no-store, no-cache, must-revalidate',
    pragma: 'no-cache',
    'set-cookie': 'PHPSESSID=1',
  },
  'Vary: *': { vary: '*' },
  'a targeted field': { 'cdn-cache-control': 'no-store', 'cache-control': 'public, max-age=600' },
}
const read = '/api/home/article/detail/1?lang=zh'

for (const [name, fields] of Object.entries(defaults))
  t.test(`${name}: with UPSTREAM_CACHE=policy a page survives the end of the upstream`, async (t) => {
    const site = await createSmallSite(t, { config: { upstreamCache: 'policy' } })
    site.origin.rewrite('/api/home/', () => ({ fields }))
    t.equal((await site.get('/news/1')).statusCode, 200)
    const { headers } = await site.get(read)
    t.match(headers['cache-control'], /^public, max-age=0, s-maxage=7200, stale-while-revalidate/)
    const { 'set-cookie': cookie, pragma, expires, 'cdn-cache-control': targeted, vary = '' } = headers
    t.strictSame([cookie, pragma, expires, targeted], Array(4).fill(undefined))
    t.notMatch(vary, /\*/)
    t.strictSame((await site.get('/readyz')).json(), { status: 'ok' })
    await site.origin.close()
    for (const url of ['/news/1', read]) t.equal((await site.get(url)).statusCode, 200, url)
  })
