// The line of each request, and what it never holds.
import t from 'tap'
import { pageError } from '../../../shared/errors.ts'
import type { Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const linesOf = ({ lines }: Site) => lines.filter(({ msg }) => msg === 'request')

t.test('a request has one line, with its kind, its outcome, its time and its address', async (t) => {
  const site = await createSmallSite(t)
  for (const url of ['/news', '/news', '/api/home/article/list/news?lang=zh&page=1', '/nothing/here'])
    await site.get(url)
  const [cold, warm, call, missing] = linesOf(site)
  const request = { route: 'page', method: 'GET', url: '/news', status: 200 }
  t.match(cold, { ...request, cache: 'miss', ip: '127.0.0.0/24', reqId: /^[0-9a-f]{12}$/, ms: Number })
  t.match(warm, { cache: 'hit' })
  t.match(call, { route: 'api', cache: /hit|miss/ })
  t.match(missing, { status: 404, cache: undefined })
  t.equal(linesOf(site).length, 4)
  t.match((await site.get('/metrics')).body, 'site_http_request_seconds_count{route="page",status="2xx"} 2\n')
  await site.get('/news?page=2&keywords=Anna+Karenina&email=a%40b.example&sent')
  t.equal(linesOf(site).at(-1)?.['url'], '/news?page=2&keywords=*&email=*&sent', 'no words of a visitor')
  await site.get(`/news/${'x'.repeat(2000)}`)
  t.ok(String(linesOf(site).at(-1)?.['url']).length < 600)
})

t.test(
  'a page of 5xx shows the id of its request in the log: that of a trusted proxy, else ours',
  async (t) => {
    const site = await createSmallSite(t, { config: { trustProxy: ['10.0.0.1'] } })
    for (const statusCode of [404, 500, 503])
      site.app.get(`/boom/${statusCode}`, async () => {
        throw statusCode === 500 ? new Error('a secret') : pageError(statusCode, 'x')
      })
    const given = 'Proxy_1.2-3'
    for (const [remoteAddress, header, statusCode, id] of [
      ['10.0.0.1', given, 500, given],
      ['10.0.0.1', given, 503, given],
      ['10.0.0.1', '<script>alert(1)</script>', 500, ''],
      ['10.0.0.1', undefined, 500, ''],
      ['203.0.113.8', given, 500, ''],
      ['10.0.0.1', given, 404, given],
    ] as const) {
      const { body } = await site.get(`/boom/${statusCode}`, header ? { 'x-request-id': header } : {}, {
        remoteAddress,
      })
      const { reqId } = linesOf(site).at(-1)!
      t.match(reqId, id || /^[0-9a-f]{12}$/)
      t.equal(/请求编号：([^<]*)</.exec(body)?.[1], statusCode === 404 ? undefined : reqId)
      t.notMatch(body, /<script>alert/)
      if (id === '' && header) t.notMatch(body, header)
    }
  },
)
