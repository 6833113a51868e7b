// What the upstream receives when pages are made: the contract's headers and language, and nothing of the visitor; and an
// API_BASE that leads back to the site, which Via shows (RFC 9110 §7.6.3). Its fault: test/server/ops/faults.test.ts.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const visitor = {
  cookie: 'i18n_redirected=zh; session=secret',
  authorization: 'Basic c2VjcmV0',
  'x-forwarded-for': '10.0.0.1',
  referer: 'https://private.example/',
  'finger-print': 'visitor-1',
  'accept-language': 'fr',
}
const contract = {
  accept: 'application/json',
  'accept-encoding': 'identity',
  'finger-print': '',
  'content-type': 'application/json',
  'cache-control': 's-maxage=7200',
}
const site = await createSmallSite(t)

t.test('every call for a page has the same headers, whatever the request', async (t) => {
  for (const url of ['/en', '/en/news/1', '/en/contact', '/en/download']) await site.get(url, visitor)
  for (const { method, path, headers, body } of site.origin.requests) {
    const call = `${method} ${path}`
    t.match(headers, contract, call)
    for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'referer', 'user-agent'])
      t.equal(headers[name], undefined, call)
    const language =
      method === 'GET' ? new URL(path, 'http://origin').searchParams.get('lang') : JSON.parse(body).lang
    t.equal(headers['accept-language'], language ?? 'en', call)
  }
})

t.test('a request that comes back is 508, with no request to the upstream', async (t) => {
  const list = '/api/home/article/list/news?lang=zh&page=1'
  const via = String(site.origin.requests[0]?.headers['via'])
  const { length } = site.origin.hits
  for (const value of [via, `1.0 fred, ${via.toUpperCase().replace('1.1', 'HTTP/2')} (comment), 1.1 nginx`]) {
    const call = await site.get(list, { via: value })
    t.equal(call.statusCode, 508)
    t.match(call.headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.match(call.json(), { success: false, data: null, message: 'Loop Detected' })
    for (const url of ['/en/news', '/media/x.svg', '/'])
      t.match(await site.get(url, { via: value }), { statusCode: 508, body: '508 Loop Detected\n' }, url)
  }
  t.equal(site.origin.hits.length, length)
  t.equal((await site.get(list, { via: '1.1 site, 1.1 site-0123456789abcdef' })).statusCode, 200)
})
