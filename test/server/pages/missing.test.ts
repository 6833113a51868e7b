// Missing items: three forms of "not found" of the origin, each a 404 page.
import t from 'tap'
import { titleOf } from '../../helpers/html.ts'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const json =
  (status: number, body: string): Answer =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(body)
const ways: Record<string, Answer> = {
  'HTTP 404': json(404, '{"success":false,"msg":"no"}'),
  'HTTP 404 in plain text': (_request, response) => void response.writeHead(404).end('no'),
  'success false with code 404': json(200, '{"success":false,"code":404,"msg":"no"}'),
  'success without data': json(200, '{"success":true,"data":null,"msg":""}'),
}
const lookups: [url: string, call: string][] = [
  ['/news/1', '/api/home/article/detail/1'],
  ['/product/11', '/api/home/article/detail/11'],
  ['/service/21', '/api/home/article/detail/21'],
  ['/solution/31', '/api/home/article/detail/31'],
  ['/en/news/1/4', '/api/home/article/detail/1'],
  ['/en/product/11/12', '/api/home/article/detail/12'],
  ['/about/1', '/api/home/about/1'],
  ['/about/history', '/api/home/about/info/history'],
  ['/download36', '/api/home/download/36'],
  ['/download37', '/api/home/download/37'],
  ['/manual/1', '/api/home/manual/1'],
  ['/detail_the-fair', '/api/home/article/info/the-fair'],
]

t.test('an item missing at the origin is a 404', async (t) => {
  for (const [way, answer] of Object.entries(ways)) {
    await t.test(way, async (t) => {
      const site = await createSmallSite(t)
      for (const [url, call] of lookups) {
        const restore = site.origin.answer(call, answer)
        const { statusCode, body } = await site.get(url)
        t.equal(statusCode, 404, url)
        t.equal(titleOf(body), `404 - Page not found: ${url}`)
        restore()
      }
    })
  }
})

t.test('an item of another category or parent is a 404', async (t) => {
  const site = await createSmallSite(t)
  const elsewhere = [
    ...['/product/1', '/news/11', '/service/31', '/en/solution/21', '/news/4', '/product/12'],
    ...[
      '/news/2/4',
      '/news/11/12',
      '/product/1/4',
      '/news/1/2',
      '/news/1/1',
      '/product/11/4',
      '/news/4/4',
      '/en/product/13',
    ],
  ]
  for (const url of elsewhere) {
    const { statusCode, body } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(titleOf(body), `404 - Page not found: ${url}`)
  }
})
