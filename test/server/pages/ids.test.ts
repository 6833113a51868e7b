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
  for (const id of [inexact, '1e400', '1.5', '"1234567890123456"']) {
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
