// Search page: sections with counts, highlighted words, filters, in both languages, without JavaScript.
import t from 'tap'
import { createClock, minute } from '../cache/helpers/clock.ts'
import { find, titleOf } from '../helpers/html.ts'
import { type Answer, sendJson } from '../helpers/origin.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'
import { status } from '../helpers/upstream.ts'
import { metaOf } from './crawl.ts'

const main = (html: string) => find(html, /<main[^>]*>(.*)<\/main>/s)
/** `[text, address, is the current one]` of the filters. */
const filtersOf = (html: string) =>
  [...find(html, /<ul class="chips">(.*?)<\/ul>/s).matchAll(/<a ([^>]*)>(.*?)<\/a>/g)].map(
    ([, attributes = '', text = '']) => [
      text.replace(/<[^>]*>/g, ''),
      find(attributes, /href="([^"]*)"/),
      attributes.includes('aria-current'),
    ],
  )
/** The section of each result. */
const rowsOf = (html: string) =>
  [...main(html).matchAll(/<p class="line-date">([^<]*)/g)].map(([, kind]) => kind)
/** `[title, rows, link to all]` of each group. */
const groupsOf = (html: string) =>
  [...main(html).matchAll(/<section class="result-group"[^>]*>(.*?)<\/section>/gs)].map(([, group = '']) => [
    find(group, /<h2[^>]*>(.*?)<\/h2>/).replace(/<[^>]*>/g, ''),
    [...group.matchAll(/<h3/g)].length,
    find(group, /<li class="line"><a [^>]*>([^<]*)/) ?? '',
  ])
const marksOf = (html: string) => [...main(html).matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text)

const site = await createSmallSite(t)

t.test('search: every page has the search form of its language', async (t) => {
  for (const [url, action] of [
    ['/news', '/zh'],
    ['/zh/news', '/zh'],
    ['/en/about', '/en'],
    ['/en/nothing/here', '/en'],
  ] as const)
    t.match(
      (await site.get(url)).body,
      new RegExp(`<form class="search[^"]*" role="search" [^>]*action="${action}" method="get"`),
    )
})

t.test('search: the best of each section, with its number and a link to all', async (t) => {
  const { statusCode, body } = await site.get('/en?keywords=SUMMARY')
  t.equal(statusCode, 200)
  t.equal(titleOf(body), 'Results for “SUMMARY” | Meter Works')
  t.equal(metaOf(body, 'robots'), 'noindex')
  t.strictSame(filtersOf(body), [
    ['All (11)', '/en?keywords=SUMMARY', true],
    ['Products (3)', '/en?keywords=SUMMARY&amp;kind=product', false],
    ['Solutions (2)', '/en?keywords=SUMMARY&amp;kind=solution', false],
    ['Services (2)', '/en?keywords=SUMMARY&amp;kind=service', false],
    ['News (4)', '/en?keywords=SUMMARY&amp;kind=news', false],
  ])
  t.strictSame(new Set(marksOf(body)), new Set(['Summary']))
  t.match(main(body), '<a href="/en/product/11">Meter A</a>')
  t.strictSame(groupsOf(body), [
    ['Products (3)', 3, ''],
    ['Services (2)', 2, ''],
    ['Solutions (2)', 2, ''],
    ['News (4)', 3, 'All 4 in News'],
  ])
  t.match(main(body), '<a href="/en?keywords=SUMMARY&amp;kind=news">All 4 in News</a>')
  t.notMatch(main(body), 'class="pagination"')
  t.match(main(body), /Summary<\/mark> of Meter A<\/p><\/div><picture class="picture"><img src="\/media/)
  const inChinese = (await site.get(`/zh?keywords=${encodeURIComponent('摘要')}`)).body
  t.equal(titleOf(inChinese), '“摘要”的搜索结果 | 水表厂')
  t.strictSame(new Set(marksOf(inChinese)), new Set(['摘要']))
  t.match(main(inChinese), '查看“新闻”的全部 4 条结果')
})

t.test('search: by date it is one list', async (t) => {
  const { body } = await site.get('/en?keywords=SUMMARY&sort=date')
  t.equal(rowsOf(body).length, 10)
  t.strictSame(groupsOf(body), [])
  t.match(main(body), '<a href="/en?keywords=SUMMARY&amp;sort=date&amp;page=2" rel="next">Next</a>')
})

t.test('search: an upstream that sends a page of all kinds, without pictures or numbers', async (t) => {
  const row = (kind: string, id: number) => ({ kind, id, title: [{ text: `${kind} ${id}` }], text: [] })
  const list = [row('news', 1), row('product', 11), row('news', 2)]
  let answer: object = { list, total: 30, counts: { product: 20, news: 2, service: 8 } }
  t.teardown(site.origin.patch('/api/home/search', () => answer))
  t.strictSame(groupsOf((await site.get('/en?keywords=page1')).body), [
    ['News (2)', 2, ''],
    ['Products (20)', 1, 'All 20 in Products'],
    ['Services (8)', 0, 'All 8 in Services'],
  ])
  answer = { list, total: 30 }
  const { body } = await site.get('/en?keywords=page2')
  t.strictSame(groupsOf(body), [])
  t.strictSame(rowsOf(body), ['News', 'Products', 'News'])
  t.match(main(body), '<a href="/en?keywords=page2&amp;page=2" rel="next">Next</a>')
})

t.test('search: a chapter is named by its manual, a file has its category below', async (t) => {
  const title = [{ text: 'Wiring' }]
  const markup = [{ text: 'A <i>' }, { text: '<b>', mark: true }]
  const list = [
    { kind: 'product', id: 11, fragment: 'variant-2', title: markup, text: [] },
    { kind: 'manual', id: 51, chapter: 'wiring', within: 'TL-Mag manual', title, text: [] },
    {
      kind: 'download',
      id: 37,
      within: 'Drawings',
      title,
      text: [],
      file: { name: 'Wiring', url: '/media/w.pdf' },
    },
  ]
  t.teardown(
    site.origin.patch('/api/home/search', () => ({
      list,
      total: 3,
      counts: { product: 1, manual: 1, download: 1 },
    })),
  )
  const text = main((await site.get('/en?keywords=wires')).body).replaceAll('<!-- -->', '')
  t.match(text, '<a href="/en/product/11#variant-2">A &lt;i&gt;<mark>&lt;b&gt;</mark></a>', 'markup is text')
  t.match(text, '<a href="/en/manual/51#wiring">TL-Mag manual · Wiring</a>')
  t.match(text, '<a href="/media/w.pdf">Wiring</a></h3><p class="meta">Drawings</p>')
})

t.test('search: the next page, one past the end, and one section', async (t) => {
  const second = (await site.get('/en?keywords=SUMMARY&page=2')).body
  t.equal(rowsOf(second).length, 1)
  t.match(main(second), '<a href="/en?keywords=SUMMARY" rel="prev">Previous</a>')
  t.match(titleOf(second), /Page 2/)
  const past = main((await site.get('/en?keywords=SUMMARY&page=9')).body)
  t.match(past, /There is no page 9\..* <a href="\/en\?keywords=SUMMARY">Go to the first page<\/a>/)
  t.notMatch(past, 'class="pagination"')
  const section = (await site.get('/en?keywords=SUMMARY&kind=service')).body
  t.strictSame(rowsOf(section), ['Services', 'Services'])
  t.equal(metaOf(section, 'robots'), 'noindex')
  const current = filtersOf(section).filter(([, , isCurrent]) => isCurrent)
  t.strictSame(current, [['Services (2)', '/en?keywords=SUMMARY&amp;kind=service', true]])
})

t.test('search: corrected words and incomplete matches are named', async (t) => {
  t.match(
    main((await site.get('/en?keywords=summry')).body),
    /11 results.* · Nothing was found for “summry”. These are the results for “summary”./,
  )
  t.match(
    main((await site.get('/en?keywords=meter%20zzzqqq')).body),
    'No page has all of these words. These have some of them.',
  )
})

t.test('search: without results: similar words and the sections of the site', async (t) => {
  const restore = site.origin.patch('/api/home/search', () => ({
    list: [],
    total: 0,
    counts: {},
    terms: ['meter', '<i>'],
  }))
  const { body } = await site.get('/en?keywords=zzz')
  restore()
  const text = main(body)
  t.match(text, '<h2>Similar words on this site</h2>')
  t.match(text, '<a href="/en?keywords=meter">meter</a>')
  t.match(text, '<a href="/en?keywords=%3Ci%3E">&lt;i&gt;</a>')
  t.match(text, '<h2>Sections of this site</h2>')
  t.match(text, '<a href="/en/product">All products</a>')
  t.notMatch(text, /<ul[^>]*><\/ul>|class="pagination"/, 'no empty list')
})

t.test('search: a single section shows the same filters, with itself as current', async (t) => {
  const { body } = await site.get('/en/product?keywords=meter')
  t.strictSame(
    filtersOf(body).map(([text, , isCurrent]) => [text, isCurrent]),
    [
      ['All', false],
      ['Products (2)', true],
      ['Solutions (0)', false],
      ['Services (0)', false],
      ['News (0)', false],
    ],
  )
  t.strictSame(new Set(marksOf(body)), new Set(['Meter']))
  const plain = main((await site.get('/en/product')).body)
  t.notMatch(plain, 'All (')
  t.notMatch(plain, '<mark>')
  t.notMatch(main((await site.get('/en/product/11?keywords=kit')).body), '<mark>')
})

t.test('search: an empty result shows the search words', async (t) => {
  const { statusCode, body } = await site.get(`/en?keywords=${encodeURIComponent('<b>"x"</b>')}`)
  t.equal(statusCode, 200)
  t.match(main(body), 'No results for “&lt;b&gt;&quot;x&quot;&lt;/b&gt;”.')
  t.match(main(body), 'value="&lt;b&gt;&quot;x&quot;&lt;/b&gt;"')
})

t.test('search: where this language has no results, those of the other are offered', async (t) => {
  const nothing = () => ({ list: [], total: 0, counts: {} })
  const restore = site.origin.patch('/api/home/search?lang=en', nothing)
  t.teardown(restore)
  const inChinese = site.origin.patch('/api/home/search?lang=zh', () => ({ ...nothing(), total: 3 }))
  t.teardown(inChinese)
  const { body } = await site.get('/en?keywords=A')
  t.match(main(body), '<a href="/zh?keywords=A" hrefLang="zh-CN">3 results in Chinese</a>')
  const none = site.origin.patch('/api/home/search', nothing)
  t.teardown(none)
  t.notMatch(main((await site.get('/en?keywords=nowhere')).body), 'in Chinese')
})

t.test('search: a failed search is an error', async (t) => {
  const fresh = await createSmallSite(t)
  fresh.origin.answer('/api/home/search', status(500))
  t.equal((await fresh.get('/en?keywords=meter')).statusCode, 502)
})

for (const [type, answer] of Object.entries<Answer>({
  JSON: (_request, response) => sendJson(response, 404, { success: false, data: null }),
  HTML: (_request, response) => void response.writeHead(404, { 'content-type': 'text/html' }).end('<p>no'),
}))
  t.test(`search: where the call is a 404 of ${type}, the form and a link to each list`, async (t) => {
    const clock = createClock()
    const fresh = await createSmallSite(t, { now: clock.now })
    const restore = fresh.origin.answer('/api/home/search', answer)
    const slugs = ['product', 'solution', 'service', 'news']
    for (const [action, prefix, titles] of [
      ['/zh', '', ['产品', '解决方案', '服务', '新闻']],
      ['/en', '/en', ['Products', 'Solutions', 'Services', 'News']],
    ] as const) {
      const links = slugs.map((slug, at) => [titles[at], `${prefix}/${slug}?keywords=meter+%26`, false])
      const { statusCode, body } = await fresh.get(`${action}?keywords=meter+%26`)
      t.equal(statusCode, 200)
      t.strictSame(filtersOf(main(body)), links)
      t.match(main(body), /<form class="search" role="search" /)
      t.match(main(body), `action="${action}"`)
      t.match(main(body), 'value="meter &amp;"')
      t.equal(metaOf(body, 'robots'), 'noindex')
      const payload = await fresh.get(`${action}/_payload.json?${fresh.build.id}&keywords=meter+%26`)
      t.equal(payload.json().main, main(body))
      t.equal((await fresh.get(`${prefix}/news?keywords=meter+%26`)).statusCode, 200)
      t.match((await fresh.get(`${action}?keywords=%20`)).body, 'home-page', 'without words the home page')
    }
    const complaints = fresh.lines.filter(({ level }) => level > 30)
    t.strictSame(complaints, [])
    restore()
    // As every page that uses what does not exist.
    clock.advance(5 * minute)
    await until(async () => (await fresh.get('/en?keywords=meter+%26')).body.includes('list-count'))
  })
