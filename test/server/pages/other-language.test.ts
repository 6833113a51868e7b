// Other language: alternates and language switch of an item; the lookup never fails or delays the page.
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import t from 'tap'
import { createFolder, siteFiles } from '../../content/world.ts'
import { elementsOf } from '../../helpers/elements.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { alternatesOf, bothLanguages } from '../../helpers/html.ts'
import { opsToken, postOps } from '../../helpers/ops.ts'
import type { TestOrigin } from '../../helpers/origin.ts'
import { botAgent, createSite, personAgent, type Site, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { reset } from '../../helpers/upstream.ts'
import { answerOf, ofData } from '../../helpers/wrong-responses.ts'

const switchesOf = (html: string) =>
  elementsOf(html)
    .filter(
      ({ attributes }) =>
        attributes['data-locale-switch'] !== undefined && !attributes['href']?.startsWith('/language/'),
    )
    .map(({ attributes }) => attributes['href'] ?? '')

/** An upstream that does not send the optional field `languages`. */
const removeLanguages = (origin: TestOrigin) =>
  origin.patch('/api/home/', (data: object | null) =>
    data && !Array.isArray(data) ? { ...data, languages: undefined } : data,
  )

t.test('an item in one language has no alternates, and its switch links to an existing page', async (t) => {
  const site = await createSmallSite(t)
  const { statusCode, body } = await site.get('/product/13', { 'user-agent': botAgent })
  t.equal(statusCode, 200)
  t.equal(alternatesOf(body)['en-US'], undefined)
  t.equal((await site.get('/en/product/13')).statusCode, 404)
  const [to = ''] = switchesOf(body)
  t.match(to, /^\/en\b/)
  const section = await site.get(to)
  t.equal(section.statusCode, 200, to)
  t.match(section.body, '<a href="/product/13" hrefLang="zh-CN">Back to the page in Chinese</a>')
})

t.test(
  'topics and filters that the other language does not have are dropped with the page of the list',
  async (t) => {
    const product = (id: number, title: string, tags: string, facets: string) =>
      `---\nid: ${id}\ntitle: ${title}\ntags: [${tags}]\nfacets: { ${facets} }\n---\nText\n`
    const site = await createSite(t, {
      folder: createFolder(t, {
        ...siteFiles,
        'product/1.zh.md': product(1, '甲表', '流量, 管网', '介质: [清水, 污水]'),
        'product/1.en.md': product(1, 'Meter A', 'Flow, Networks', 'Medium: [Clean water, Wastewater]'),
        // In another order, and with fewer.
        'product/2.zh.md': product(2, '乙表', '管网, 流量', '介质: [清水]'),
        'product/2.en.md': product(2, 'Meter B', 'Flow, Networks', 'Medium: [Clean water, Raw water]'),
        'product/3.zh.md': product(3, '丙表', '明渠', '介质: [河水]'),
      }),
    })
    const rows: [from: string, to: string][] = [
      ['/product?tag=流量', '/en/product?tag=Flow'],
      ['/product?filter=介质:清水', '/en/product?filter=Medium:Clean+water'],
      ['/product?filter=介质:清水&page=2&page_size=1', '/en/product?page_size=1'],
      ['/product?tag=明渠', '/en/product'],
      ['/product?filter=介质:河水', '/en/product'],
    ]
    for (const [from, to] of rows) {
      const { body } = await site.get(encodeURI(from), { 'user-agent': botAgent })
      const [link = ''] = switchesOf(body).map((url) => url.replaceAll('&amp;', '&'))
      t.equal(decodeURIComponent(link), to, from)
      t.match((await site.get(link)).body, /href="\/en\/product\/[12]"/, link)
    }
  },
)

t.test('a failed lookup of the other language does not fail the page', async (t) => {
  for (const answer of [reset, answerOf(ofData([]))]) {
    const site = await createSmallSite(t)
    removeLanguages(site.origin)
    site.origin.answer('/api/home/article/detail/1?lang=en', answer)
    const { statusCode, body, headers } = await site.get('/news/1', { 'user-agent': botAgent })
    t.equal(statusCode, 200)
    t.ok('en-US' in alternatesOf(body), 'most items exist in both languages')
    t.match(headers['cache-control'], 'no-store')
  }
})

t.test('a lookup of the other language that hangs ends before the deadline', async (t) => {
  const site = await createSmallSite(t, { partTimeoutMs: 100 })
  removeLanguages(site.origin)
  const base = await site.listen()
  // The name of the site is a part with the same deadline; it is stored before the page is requested.
  await until(async () =>
    (await site.get('/news/2', { 'user-agent': botAgent })).body.includes('| 水表厂</title>'),
  )
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
  t.equal(alternatesOf(String(shell))['en-US'], undefined, 'not known: no alternates')
  t.match(String(shell), 'href="/en/news/1"', 'the switch links to the page')
  t.equal(response.headers['cache-control'], 'private, no-store')
  t.equal(events[0], 'first byte')
  response.destroy()
})

t.test(
  'no alternate is a page that search engines should not list, in the head and in the sitemap',
  async (t) => {
    const file = (id: number, more = '') =>
      `---\nid: ${id}\ntitle: T\npublished_at: 2026-01-02\n${more}---\nText\n`
    const hidden = 'seo: { noindex: true }\n'
    const folder = createFolder(t, {
      ...siteFiles,
      'product/1.zh.md': file(1),
      'product/1.en.md': file(1, hidden),
      'product/2.zh.md': file(2, hidden),
      'product/2.en.md': file(2, hidden),
      'product/3.zh.md': file(3),
      'product/3.en.md': file(3),
      'news/4.zh.md': file(4),
      'about/6.zh.md': file(6, 'sign: contact\n'),
      'about/6.en.md': file(6, `sign: contact\n${hidden}`),
    })
    const own = await createEmbeddedSite(t, { folder, watch: false })
    const [upstream, older] = [await createSite(t, { folder }), await createSite(t, { folder })]
    removeLanguages(older.origin)
    for (const [name, site] of Object.entries({ own, upstream, older })) {
      const sitemap = (await site.get('/zh/sitemap.xml')).body + (await site.get('/en/sitemap.xml')).body
      for (const url of ['/product/1', '/product/2', '/news', '/contact']) {
        const { body, statusCode } = await site.get(url, { 'user-agent': botAgent })
        t.strictSame([statusCode, alternatesOf(body)], [200, {}], `${name}: ${url}`)
        t.match(body, `href="/en${url}"`, 'the switch links to the page')
        t.notMatch(sitemap, `href="${siteUrl}/en${url}"`, `${name}: ${url}`)
      }
      for (const url of ['/product/3', '/product']) {
        t.strictSame(alternatesOf((await site.get(url)).body), bothLanguages(siteUrl, url), `${name}: ${url}`)
        t.match(sitemap, `href="${siteUrl}/en${url}"`, `${name}: ${url}`)
      }
    }
  },
)

const config = { opsToken }

/** The page when it has been made once, with the calls of `isMade`: of the first page of a kind it is not known whether the upstream sends `languages`. */
async function secondPage({ app, get, origin }: Site, url: string, isMade: (hits: string[]) => boolean) {
  await get(url, { 'user-agent': botAgent })
  await until(() => isMade(origin.hits), { what: 'the calls of the first page' })
  await postOps({ app }, '/ops/purge', { all: true, mode: 'hard' })
  origin.hits.length = 0
  return get(url, { 'user-agent': botAgent })
}

const detail = '/api/home/article/detail/'

t.test('`languages` decides, unless it lacks the language of the item', async (t) => {
  const rows: [id: number, languages: string[] | null, isInOther: boolean, isRequested: boolean][] = [
    [11, ['zh', 'en'], true, false],
    [11, ['zh', 'fr'], false, false],
    [13, ['zh', 'en'], true, false],
    [11, ['en'], true, true],
    [11, null, true, true],
    [13, [], false, true],
  ]
  for (const [id, languages, isInOther, isRequested] of rows) {
    const site = await createSmallSite(t, { config })
    site.origin.patch(`${detail}${id}?lang=zh`, (data: object) => ({ ...data, languages }))
    const lookup = `GET ${detail}${id}?lang=en`
    const { statusCode, body } = await secondPage(site, `/product/${id}`, (hits) => hits.includes(lookup))
    const message = `${id} ${JSON.stringify(languages)}`
    t.equal(statusCode, 200, message)
    t.equal('en-US' in alternatesOf(body), isInOther, message)
    t.equal(site.origin.hits.includes(lookup), isRequested, message)
  }
})
