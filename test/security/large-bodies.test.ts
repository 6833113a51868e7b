// Large and deep bodies from outside: what the main thread does not do with them.
import t from 'tap'
import { createSmallSite } from '../helpers/small-site.ts'
import { createBlockCounter } from '../helpers/work.ts'

const detail = '/api/home/article/detail/1?lang=zh'

t.test('a large rich text is sanitised in another thread, and its page is whole', async (t) => {
  const sanitiser = createBlockCounter((url) => /sanitize-html|htmlparser2/.test(url))
  t.teardown(() => sanitiser.close())
  const workFor = async (body: string) => {
    const site = await createSmallSite(t)
    // In both languages.
    site.origin.patch('/api/home/article/detail/1', (article: object) => ({ ...article, body }))
    sanitiser.count()
    const page = await site.get('/news/1')
    t.equal(page.statusCode, 200)
    t.match(page.body, '<strong>end</strong>')
    t.notMatch(page.body, '<script>alert')
    return sanitiser.count()
  }
  const large = `<script>alert(1)</script>${'<p>text <em>of</em> a page</p>'.repeat(30_000)}<p><strong>end</strong></p>`
  t.ok(large.length > 800_000)
  t.ok((await workFor('<p><strong>end</strong></p>')) > 0)
  t.equal(await workFor(large), 0, 'nothing on this thread')
})

t.test('a rich text that is too long or too deep is a content error, and the server goes on', async (t) => {
  const site = await createSmallSite(t)
  for (const body of ['<p>x</p>'.repeat(200_000), '<div>'.repeat(50_000), '</p>'.repeat(250_001)]) {
    site.origin.patch(detail, (article: object) => ({ ...article, body }))
    t.equal((await site.get('/news/1')).statusCode, 502)
    t.equal((await site.get('/livez')).statusCode, 200)
  }
  const [line] = site.lines.filter(({ msg }) => msg === 'origin response rejected')
  t.match(line, { call: 'articleDetail', field: 'body', problem: /less rich text/ })
})

t.test('JSON that is nested too deep is not parsed, wherever it comes from', async (t) => {
  const { parse } = JSON
  let longest = 0
  JSON.parse = (text, reviver) => {
    longest = Math.max(longest, String(text).length)
    return parse(text, reviver)
  }
  t.teardown(() => {
    JSON.parse = parse
  })
  const config = { opsToken: 'a-secret-of-the-test' }
  const site = await createSmallSite(t, { config })
  const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`
  site.origin.answer(detail, (_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(`{"success":true,"data":${deep(3_000_000)}}`)
  })
  t.equal((await site.get('/news/1')).statusCode, 502)
  const post = async (url: string, headers: object = {}) => {
    const payload = `{"a":${deep(400_000)}}`
    const all = { 'content-type': 'application/json', ...headers }
    return (await site.app.inject({ method: 'POST', url, headers: all, payload })).statusCode
  }
  t.equal(await post('/api/home/block/label'), 400)
  t.ok(longest < 500_000, `${longest} characters were parsed`)
})
