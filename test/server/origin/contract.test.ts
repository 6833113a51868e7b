// What the origin receives when pages are made: the contract's headers and language, and nothing of the visitor.
import t from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'
import { runProgram } from '../commands/process.ts'

const visitor = {
  cookie: 'i18n_redirected=zh; session=secret',
  authorization: 'Basic c2VjcmV0',
  'x-forwarded-for': '10.0.0.1',
  referer: 'https://private.example/',
  'finger-print': 'visitor-1',
  'accept-language': 'fr',
}

t.test('every call for a page has the same headers, whatever the request', async (t) => {
  const site = await createSmallSite(t)
  for (const url of ['/en', '/en/news', '/en/news/1', '/en/contact', '/en/download', '/en/manual/1'])
    await site.get(url, visitor)
  t.ok(site.origin.requests.length > 10)
  for (const { method, path, headers, body } of site.origin.requests) {
    const call = `${method} ${path}`
    t.match(
      headers,
      {
        accept: 'application/json',
        'accept-encoding': 'identity',
        'finger-print': '',
        'content-type': 'application/json',
        'cache-control': 's-maxage=7200',
      },
      call,
    )
    for (const name of ['cookie', 'authorization', 'x-forwarded-for', 'referer', 'user-agent'])
      t.equal(headers[name], undefined, call)
    const language =
      method === 'GET' ? new URL(path, 'http://origin').searchParams.get('lang') : JSON.parse(body).lang
    t.equal(headers['accept-language'], language ?? 'en', call)
    if (method === 'POST') t.equal(headers['accept-language'], 'en', call)
  }
})

t.test('each page makes the calls of the product’s table', async (t) => {
  const pages: [url: string, calls: string[]][] = [
    ['/news', ['GET /api/home/article/list/news', 'POST /api/home/block/label']],
    ['/news/1', ['GET /api/home/article/detail/1', 'POST /api/home/article/recommends/news']],
    ['/about', ['GET /api/home/about/1']],
    ['/about/2', ['GET /api/home/about/2']],
    ['/about/history', ['GET /api/home/about/info/history']],
    ['/contact', ['GET /api/home/about/info/contact']],
    ['/download', ['GET /api/home/download/36']],
    ['/download37', ['GET /api/home/download/37']],
    ['/manual/1', ['GET /api/home/manual/1']],
    ['/detail_the-fair', ['GET /api/home/article/info/the-fair', 'POST /api/home/article/recommends/news']],
    [
      '/product/11/12',
      [
        'GET /api/home/article/detail/11',
        'GET /api/home/article/detail/12',
        'POST /api/home/article/recommends/product',
      ],
    ],
    [
      '/zh',
      [
        'GET /api/home/article/list/news',
        'GET /api/home/article/list/product',
        'GET /api/home/article/list/solution',
        'POST /api/home/block/banner',
        'POST /api/home/block/label',
      ],
    ],
  ]
  const base = ['POST /api/home/config/base', 'POST /api/home/route/tree']
  for (const [url, calls] of pages) {
    const site = await createSmallSite(t)
    await site.get(url)
    const made = site.origin.hits.map((hit) => hit.split('?')[0])
    for (const call of [...base, ...calls]) t.ok(made.includes(call), `${url}: ${call}`)
  }
})

t.test('check-api accepts an upstream without the optional search call', async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  origin.json('/api/home/search', { success: false, data: null }, 404)
  const { code, out } = await runProgram(['check-api'], { API_BASE: origin.url })
  t.equal(code, 0, out)
  t.match(out, /search \S+ \(there is none\)/)
})
