// Responses of the origin that are too large or never end, seen from a page.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a response of more than 8 MiB is a 502', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/detail', (article: object) => ({
    ...article,
    body: 'x'.repeat(8_388_608),
  }))
  t.equal((await site.get('/news/1')).statusCode, 502)
  const [line] = site.lines.filter(({ msg }) => msg === 'request failed')
  t.match(line, { err: { message: /^\/api\/home\/article\/detail\/1: / } })
})

t.test('a body that stops in the middle is a 504', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 500 })
  site.origin.answer('/api/home/article/detail', (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    response.write('{"success":')
  })
  t.equal((await site.get('/news/1')).statusCode, 504)
})
