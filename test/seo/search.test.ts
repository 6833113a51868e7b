// Search page: sections with counts, highlighted words, filters, in both languages, without JavaScript.
import t from 'tap'
import { find, titleOf } from '../helpers/html.ts'
import { createSmallSite } from '../helpers/small-site.ts'
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
const marksOf = (html: string) => [...main(html).matchAll(/<mark>([^<]*)<\/mark>/g)].map(([, text]) => text)

t.test('the search', async (t) => {
  const site = await createSmallSite(t)

  await t.test('every page has the search form of its language', async (t) => {
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

  await t.test('results of all sections with counts and highlighted words', async (t) => {
    const { statusCode, body } = await site.get('/en?keywords=SUMMARY')
    t.equal(statusCode, 200)
    t.equal(titleOf(body), 'Results for “SUMMARY” | Meter Works')
    t.equal(metaOf(body, 'robots'), 'noindex')
    t.strictSame(filtersOf(body), [
      ['All (9)', '/en?keywords=SUMMARY', true],
      ['Products (2)', '/en/product?keywords=SUMMARY', false],
      ['Solutions (2)', '/en/solution?keywords=SUMMARY', false],
      ['Services (2)', '/en/service?keywords=SUMMARY', false],
      ['News (3)', '/en/news?keywords=SUMMARY', false],
    ])
    t.strictSame(new Set(marksOf(body)), new Set(['Summary']))
    t.match(main(body), /<h2 id="found-product">Products<\/h2>/)
    t.match(main(body), /<a href="\/en\/product\/11">Meter A<\/a>/)
  })

  await t.test('Chinese words of two characters are found', async (t) => {
    const { body } = await site.get(`/zh?keywords=${encodeURIComponent('展会')}`)
    t.equal(titleOf(body), '“展会”的搜索结果 | 水表厂')
    t.ok(marksOf(body).every((mark) => mark === '展会') && marksOf(body).length > 0)
    t.match(filtersOf(body)[4], ['新闻 (1)', `/news?keywords=${encodeURIComponent('展会')}`, false])
    t.notMatch(main(body), 'found-product', 'a section without results is not shown')
  })

  await t.test('a single section shows the same filters, with itself as current', async (t) => {
    const { body } = await site.get('/en/product?keywords=meter')
    t.strictSame(
      filtersOf(body).map(([text, , isCurrent]) => [text, isCurrent]),
      [
        ['All (2)', false],
        ['Products (2)', true],
        ['Solutions (0)', false],
        ['Services (0)', false],
        ['News (0)', false],
      ],
    )
    t.strictSame(new Set(marksOf(body)), new Set(['Meter']))
    t.notMatch(main((await site.get('/en/product')).body), 'All (')
  })

  await t.test('highlights appear on the search page only', async (t) => {
    t.match(main((await site.get('/en/product?keywords=meter')).body), '<mark>Meter</mark>')
    t.match(main((await site.get('/en/product?keywords=meter&page_size=1')).body), '<mark>Meter</mark>')
    t.notMatch(main((await site.get('/en/product/11?keywords=kit')).body), '<mark>')
    t.notMatch(main((await site.get('/en/product')).body), '<mark>')
  })

  await t.test('an empty result shows the search words', async (t) => {
    const { statusCode, body } = await site.get(`/en?keywords=${encodeURIComponent('<b>"x"</b>')}`)
    t.equal(statusCode, 200)
    t.match(main(body), 'No results for “&lt;b&gt;&quot;x&quot;&lt;/b&gt;”.')
    t.match(main(body), 'value="&lt;b&gt;&quot;x&quot;&lt;/b&gt;"')
  })

  await t.test('a section with more results links to them', async (t) => {
    const list = [{ id: 11, category: 'product', title: 'A <i>meter</i>' }]
    const restore = site.origin.patch('/api/home/article/list/product', () => ({
      list,
      total: 12,
      page: 1,
      page_size: 5,
    }))
    const { body } = await site.get('/en?keywords=meter%20%3Ci%3E')
    t.match(
      main(body),
      /<a href="\/en\/product\?keywords=meter\+%3Ci%3E">See all 12 results in Products<\/a>/,
    )
    t.match(main(body), 'A <mark>&lt;i&gt;</mark><mark>meter</mark>&lt;/i&gt;')
    restore()
  })

  await t.test('a failed section is omitted; if all fail, the response is an error', async (t) => {
    const fresh = await createSmallSite(t)
    const restore = fresh.origin.answer('/api/home/article/list/news', status(500))
    const { statusCode, body } = await fresh.get('/en?keywords=meter')
    t.equal(statusCode, 200)
    t.match(main(body), 'This section could not be loaded. Please try again later.')
    t.match(filtersOf(body)[4], ['News', '/en/news?keywords=meter', false])
    restore()
    const other = await createSmallSite(t)
    other.origin.answer('/api/home/article/list', status(500))
    t.equal((await other.get('/en?keywords=meter')).statusCode, 502)
  })

  await t.test('without keywords it is the home page', async (t) => {
    t.notMatch(main((await site.get('/en?keywords=%20')).body), 'Results for')
  })
})
