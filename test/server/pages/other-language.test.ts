// Other language: alternates and language switch of an item; the lookup never fails or delays the page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf } from '../../helpers/html.ts'
import { botAgent, personAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { reset, status } from '../../helpers/upstream.ts'

const switchesOf = (html: string) =>
  elementsOf(html)
    .filter(
      ({ attributes }) =>
        attributes['data-locale-switch'] !== undefined && !attributes['href']?.startsWith('/language/'),
    )
    .map(({ attributes }) => attributes['href'] ?? '')

t.test('an item in one language has no alternates, and its switch links to an existing page', async (t) => {
  const site = await createSmallSite(t)
  const { statusCode, body } = await site.get('/product/13', { 'user-agent': botAgent })
  t.equal(statusCode, 200)
  t.equal(alternatesOf(body)['en-US'], undefined)
  t.equal((await site.get('/en/product/13')).statusCode, 404)
  const [to = ''] = switchesOf(body)
  t.match(to, /^\/en\b/)
  t.equal((await site.get(to)).statusCode, 200, to)
})

t.test('an item in both languages has alternates, and its switch links to the other one', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get('/en/product/11?page=2', { 'user-agent': botAgent })
  const urls = { 'zh-CN': '/product/11', 'en-US': '/en/product/11', 'x-default': '/product/11' }
  t.strictSame(
    alternatesOf(body),
    Object.fromEntries(Object.entries(urls).map(([tag, path]) => [tag, siteUrl + path])),
  )
  t.strictSame(new Set(switchesOf(body)), new Set(['/product/11']))
})

t.test('the language switch of a search keeps the keywords', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get('/en/product?keywords=meter&page=1', { 'user-agent': botAgent })
  t.strictSame(new Set(switchesOf(body)), new Set(['/product?keywords=meter']))
})

t.test('a failed lookup of the other language does not fail the page', async (t) => {
  for (const answer of [reset, status(500)]) {
    const site = await createSmallSite(t)
    site.origin.answer('/api/home/article/detail/1?lang=en', answer)
    t.equal((await site.get('/news/1')).statusCode, 200)
  }
})

t.test('a lookup of the other language that hangs ends before the deadline', async (t) => {
  const site = await createSmallSite(t, { timeoutMs: 3000 })
  const base = await site.listen()
  const events: string[] = []
  site.origin.answer('/api/home/article/detail/1?lang=en', (_request, response) => {
    response.once('close', () => events.push('given up'))
  })
  const headers = { 'user-agent': personAgent, accept: 'text/html' }
  const [response] = (await once(get(`${base}/news/1`, { agent: false, headers }), 'response')) as [
    IncomingMessage,
  ]
  const [shell] = await once(response, 'data')
  events.push('first byte')
  t.match(String(shell), '<title>展会 | 水表厂</title>')
  t.equal(events[0], 'first byte')
  response.destroy()
})
