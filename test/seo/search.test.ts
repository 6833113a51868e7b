// Search page: sections with counts, highlighted words, filters, in both languages, without JavaScript.
import t, { type Test } from 'tap'
import { createClock, minute } from '../cache/helpers/clock.ts'
import { find, metaOf, titleOf } from '../helpers/html.ts'
import { someOf } from '../helpers/long.ts'
import { type Answer, sendJson } from '../helpers/origin.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'

const main = (html: string) => find(html, /<main[^>]*>(.*)<\/main>/s).replaceAll('<!-- -->', '')
/** `text address`, of the filters; `*` before the current one. */
const filtersOf = (html: string) =>
  [...find(html, /<ul class="chips">(.*?)<\/ul>/s).matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(
    ([, attributes = '', text = '']) =>
      `${attributes.includes('aria-current') ? '*' : ''}${text.replace(/<[^>]*>/g, '')} ${find(attributes, /href="([^"]*)"/)}`,
  )
/** The section of each result. */
const rowsOf = (html: string) =>
  [...main(html).matchAll(/<p class="line-date">([^<]*)/g)].map(([, kind]) => kind)
/** `title rows` of each group, and the link to all of them. */
const groupsOf = (html: string) =>
  [...main(html).matchAll(/<section class="result-group"[^>]*>(.*?)<\/section>/gs)].map(([, group = '']) =>
    [
      find(group, /<h2[^>]*>(.*?)<\/h2>/).replace(/<[^>]*>/g, ''),
      group.match(/<h3/g)?.length ?? 0,
      find(group, /<li class="line"><a [^>]*>([^<]*)/),
    ]
      .join(' ')
      .trim(),
  )
const marksOf = (html: string) =>
  new Set([...main(html).matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text))

const site = await createSmallSite(t)
const bodyOf = async (url: string) => (await site.get(url)).body

/** The response of the search call until the test ends. */
function finds(t: Test, data: object, query = '') {
  t.teardown(
    site.origin.patch(`/api/home/search${query}`, () => ({ total: 0, list: [], counts: {}, ...data })),
  )
}

t.test('search: every page has the search form of its language', async (t) => {
  const actions = { '/news': '/zh', '/zh/news': '/zh', '/en/about': '/en', '/en/nothing/here': '/en' }
  for (const [url, action] of Object.entries(actions))
    t.match(
      await bodyOf(url),
      new RegExp(`<form class="search[^"]*" role="search" [^>]*action="${action}" method="get"`),
    )
})

t.test('search: the best of each section, with its number and a link to all', async (t) => {
  const body = await bodyOf('/en?keywords=SUMMARY')
  t.equal(titleOf(body), 'Results for “SUMMARY” | Meter Works')
  t.equal(metaOf(body, 'robots'), 'noindex')
  t.strictSame(filtersOf(body), [
    '*All (11) /en?keywords=SUMMARY',
    'Products (3) /en?keywords=SUMMARY&amp;kind=product',
    'Solutions (2) /en?keywords=SUMMARY&amp;kind=solution',
    'Services (2) /en?keywords=SUMMARY&amp;kind=service',
    'News (4) /en?keywords=SUMMARY&amp;kind=news',
  ])
  t.strictSame(marksOf(body), new Set(['Summary']))
  t.match(main(body), '<a href="/en/product/11">Meter A</a>')
  const groups = ['Products (3) 3', 'Services (2) 2', 'Solutions (2) 2', 'News (4) 3 All 4 in News']
  t.strictSame(groupsOf(body), groups)
  t.match(main(body), '<a href="/en?keywords=SUMMARY&amp;kind=news">All 4 in News</a>')
  t.notMatch(main(body), 'class="pagination"')
  t.match(main(body), /Summary<\/mark> of Meter A<\/p><\/div><picture class="picture"><img src="\/media/)
  const inChinese = await bodyOf(`/zh?keywords=${encodeURIComponent('摘要')}`)
  t.equal(titleOf(inChinese), '“摘要”的搜索结果 | 水表厂')
  t.match(main(inChinese), '查看“新闻”的全部 4 条结果')
})

t.test('search: by date it is one list, whose pages and sections have addresses', async (t) => {
  const byDate = await bodyOf('/en?keywords=SUMMARY&sort=date')
  t.strictSame([rowsOf(byDate).length, groupsOf(byDate)], [10, []])
  t.match(main(byDate), '<a href="/en?keywords=SUMMARY&amp;sort=date&amp;page=2" rel="next">Next</a>')
  const second = await bodyOf('/en?keywords=SUMMARY&page=2')
  t.equal(rowsOf(second).length, 1)
  t.match(main(second), '<a href="/en?keywords=SUMMARY" rel="prev">Previous</a>')
  t.match(titleOf(second), /Page 2/)
  const past = main(await bodyOf('/en?keywords=SUMMARY&page=9'))
  t.match(past, /There is no page 9\..* <a href="\/en\?keywords=SUMMARY">Go to the first page<\/a>/)
  const section = await bodyOf('/en?keywords=SUMMARY&kind=service')
  t.strictSame(rowsOf(section), ['Services', 'Services'])
  t.ok(filtersOf(section).includes('*Services (2) /en?keywords=SUMMARY&amp;kind=service'))
  const list = await bodyOf('/en/product?keywords=meter')
  const filters = filtersOf(list).map((filter) => filter.split(' /')[0])
  t.strictSame(filters, ['All', '*Products (2)', 'Solutions (0)', 'Services (0)', 'News (0)'])
  t.strictSame(marksOf(list), new Set(['Meter']))
})

t.test('search: an upstream that sends a page of all kinds, without pictures or numbers', async (t) => {
  const row = (kind: string, id: number) => ({ kind, id, title: [{ text: `${kind} ${id}` }], text: [] })
  const list = [row('news', 1), row('product', 11), row('news', 2)]
  finds(t, { list, total: 30, counts: { product: 20, news: 2, service: 8 } })
  const groups = ['News (2) 2', 'Products (20) 1 All 20 in Products', 'Services (8) 0 All 8 in Services']
  t.strictSame(groupsOf(await bodyOf('/en?keywords=page1')), groups)
  finds(t, { list, total: 30, counts: undefined })
  const body = await bodyOf('/en?keywords=page2')
  t.strictSame([groupsOf(body), rowsOf(body)], [[], ['News', 'Products', 'News']])
  t.match(main(body), '<a href="/en?keywords=page2&amp;page=2" rel="next">Next</a>')
})

t.test('search: a chapter is named by its manual, a file has its category below', async (t) => {
  const title = [{ text: 'Wiring' }]
  const markup = [{ text: 'A <i>' }, { text: '<b>', mark: true }]
  const file = { name: 'Wiring', url: '/media/w.pdf' }
  const list = [
    { kind: 'product', id: 11, fragment: 'variant-2', title: markup, text: [] },
    { kind: 'manual', id: 51, chapter: 'wiring', within: 'TL-Mag manual', title, text: [] },
    { kind: 'download', id: 37, within: 'Drawings', title, text: [], file },
  ]
  finds(t, { list, total: 3, counts: { product: 1, manual: 1, download: 1 } })
  const text = main(await bodyOf('/en?keywords=wires'))
  t.match(text, '<a href="/en/product/11#variant-2">A &lt;i&gt;<mark>&lt;b&gt;</mark></a>', 'markup is text')
  t.match(text, '<a href="/en/manual/51#wiring">TL-Mag manual · Wiring</a>')
  t.match(text, '<a href="/media/w.pdf">Wiring</a></h3><p class="meta">Drawings</p>')
})

t.test('search: corrected words and incomplete matches are named', async (t) => {
  const corrected = /11 results.* · Nothing was found for “summry”. These are the results for “summary”./
  t.match(main(await bodyOf('/en?keywords=summry')), corrected)
  const partial = 'No page has all of these words. These have some of them.'
  t.match(main(await bodyOf('/en?keywords=meter%20zzzqqq')), partial)
})

t.test('search: without results: similar words, sections, and results in the other language', async (t) => {
  finds(t, { terms: ['meter', '<i>'] })
  const text = main(await bodyOf(`/en?keywords=${encodeURIComponent('<b>"x"</b>')}`))
  for (const shown of [
    'No results for “&lt;b&gt;&quot;x&quot;&lt;/b&gt;”.',
    'value="&lt;b&gt;&quot;x&quot;&lt;/b&gt;"',
    '<a href="/en?keywords=meter">meter</a>',
    '<a href="/en?keywords=%3Ci%3E">&lt;i&gt;</a>',
    '<a href="/en/product">All products</a>',
  ])
    t.match(text, shown)
  t.notMatch(text, /<ul[^>]*><\/ul>|class="pagination"|in Chinese/)
  finds(t, {}, '?lang=en')
  finds(t, { total: 3 }, '?lang=zh')
  const offered = '<a href="/zh?keywords=A" hrefLang="zh-CN">3 results in Chinese</a>'
  t.match(main(await bodyOf('/en?keywords=A')), offered)
})

for (const [type, answer] of someOf(
  Object.entries<Answer>({
    JSON: (_request, response) => sendJson(response, 404, { success: false, data: null }),
    HTML: (_request, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no'),
  }),
  2,
))
  t.test(`search: where the call is a 404 of ${type}, the form and a link to each list`, async (t) => {
    const clock = createClock()
    const fresh = await createSmallSite(t, { now: clock.now })
    const restore = fresh.origin.answer('/api/home/search', answer)
    const titles = { product: 'Products', solution: 'Solutions', service: 'Services', news: 'News' }
    const links = Object.entries(titles).map(([slug, title]) => `${title} /en/${slug}?keywords=meter+%26`)
    const { statusCode, body } = await fresh.get('/en?keywords=meter+%26')
    t.equal(statusCode, 200)
    t.strictSame(filtersOf(main(body)), links)
    t.match(main(body), 'value="meter &amp;"')
    t.equal(metaOf(body, 'robots'), 'noindex')
    const payload = await fresh.get(`/en/_payload.json?${fresh.build.id}&keywords=meter+%26`)
    t.equal(payload.json().main.replaceAll('<!-- -->', ''), main(body))
    t.match((await fresh.get('/en?keywords=%20')).body, 'home-page', 'without words the home page')
    t.strictSame(
      fresh.lines.filter(({ level }) => level > 30),
      [],
    )
    restore()
    // As every page that uses what does not exist.
    clock.advance(5 * minute)
    await until(async () => (await fresh.get('/en?keywords=meter+%26')).body.includes('list-count'))
    fresh.origin.answer('/api/home/search', status(500))
    t.equal((await fresh.get('/en?keywords=other')).statusCode, 502, 'any other failure is an error')
  })
