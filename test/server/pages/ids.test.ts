// Ids of an upstream: exact, as numbers or as text.
import t from 'tap'
import { botAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const bot = { 'user-agent': botAgent }
/** JSON.parse makes 9007199254740992 of it. */
const inexact = '9007199254740993'
const rounded = '9007199254740992'

/** Sends the embedded responses, their text changed. */
function change({ origin }: Site, path: string, changed: (json: string) => string) {
  origin.rewrite(path, (body) => ({ body: changed(String(body)) }))
}

t.test('ids as text make the pages that numbers make', async (t) => {
  const [site, withText] = [await createSmallSite(t), await createSmallSite(t)]
  change(withText, '/api/home/', (json) => json.replace(/"(id|parent_id)":(\d+)/g, '"$1":"$2"'))
  const urls = words(`
    / /news /news/1 /news/1/2 /product /about /about/2 /download /manual/1
  `)
  for (const url of [...urls, '/sitemap', '/search?q=水', '/en/news/1', '/zh/sitemap.xml', '/feed.xml']) {
    const [page, pageOfText] = [await site.get(url, bot), await withText.get(url, bot)]
    t.equal(pageOfText.statusCode, page.statusCode, url)
    t.equal(pageOfText.body, page.body, url)
  }
  t.strictSame(
    withText.lines.filter(({ level }) => level >= 40),
    [],
  )
})

t.test('an item of a list whose id is not exact is left out, and named in the log', async (t) => {
  for (const id of [
    inexact,
    '9007199254740992',
    '-9007199254740993',
    '1e400',
    '1.5',
    '"1234567890123456"',
    '""',
  ]) {
    const site = await createSmallSite(t)
    change(site, '/api/home/article/list/news', (json) => json.replace(/"id":1,/, `"id":${id},`))
    const { statusCode, body } = await site.get('/news', bot)
    t.equal(statusCode, 200, id)
    t.notMatch(body, '/news/1"', id)
    t.notMatch(body, rounded, id)
    t.match(
      site.lines.filter(({ call }) => call === 'articleList'),
      [{ level: 40, msg: 'upstream response: invalid items left out', field: /^list\.\d+\.id$/ }],
      id,
    )
  }
})

t.test('an item whose own id is not exact is an error of its call', async (t) => {
  const pages = [
    ['/news/1', '/api/home/article/detail/1'],
    ['/about/2', '/api/home/about/2'],
    ['/download36', '/api/home/download/36'],
    ['/manual/1', '/api/home/manual/1'],
  ] as const
  for (const [url, call] of pages) {
    const site = await createSmallSite(t)
    change(site, call, (json) => json.replace(/"id":\d+/, `"id":${inexact}`))
    t.equal((await site.get(url, bot)).statusCode, 502, url)
    t.equal((await site.get(`${call}?lang=zh`)).statusCode, 502, call)
    const named = site.lines.filter(({ field }) => field === 'id')
    t.match(named[0], { level: 40, msg: 'upstream response rejected', path: call }, call)
  }
})

t.test('a neighbour whose id is not exact is left out', async (t) => {
  const site = await createSmallSite(t)
  change(site, '/api/home/article/detail/1', (json) => {
    const { data, ...envelope } = JSON.parse(json) as { data: object }
    const named = { ...data, prev: { id: 0, title: '不存在' }, next: { id: 4, title: '下一篇' } }
    return JSON.stringify({ ...envelope, data: named }).replace('"id":0', `"id":${inexact}`)
  })
  const { statusCode, body } = await site.get('/news/1', bot)
  t.equal(statusCode, 200)
  t.notMatch(body, '不存在')
  t.match(body, '下一篇')
  t.match(
    site.lines.filter(({ call }) => call === 'articleDetail'),
    [{ level: 40, field: 'prev.id' }],
  )
})
