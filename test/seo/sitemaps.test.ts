// Sitemaps and robots.txt: format, content, size and headers.
import t from 'tap'
import { createClock, minute } from '../cache/helpers/clock.ts'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { locsOf } from '../helpers/html.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { status } from '../helpers/upstream.ts'
import { readXml } from './xml.ts'

const clock = createClock(Date.parse('2026-03-04T00:00:00Z'))
const site = await createSmallSite(t, { now: clock.now })
const get = async (url: string) => readXml((await site.get(url)).body)

t.test('the sitemap index lists a file of each language, and the news', async (t) => {
  const { statusCode, headers, body } = await site.get('/sitemap.xml')
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': 'application/xml; charset=utf-8',
    'cache-control': 'public, max-age=0, s-maxage=600, stale-while-revalidate=3600',
  })
  const index = readXml(body)
  t.equal(index.name, 'sitemapindex')
  const files = ['zh/sitemap', 'zh/sitemap-news', 'en/sitemap', 'en/sitemap-news']
  t.strictSame(
    index.children.map(({ children: [loc, lastmod] }) => [loc?.text, lastmod?.text]),
    files.map((file) => [`${siteUrl}/${file}.xml`, '2026-03-03T01:30:00.000Z']),
  )
})

t.test('a URL has lastmod, alternates and images', async (t) => {
  const { children: urls } = await get('/en/sitemap.xml')
  const product = urls.find(({ children }) => children[0]?.text === `${siteUrl}/en/product/11`)
  t.strictSame(
    product?.children.map(({ name, text, attributes: { href, hreflang }, children }) =>
      [name, text || href || children[0]?.text, hreflang].filter(Boolean).join(' '),
    ),
    [
      `loc ${siteUrl}/en/product/11`,
      `xhtml:link ${siteUrl}/product/11 zh-CN`,
      `xhtml:link ${siteUrl}/en/product/11 en-US`,
      `xhtml:link ${siteUrl}/product/11 x-default`,
      `image:image ${siteUrl}/media/images/pump-1200x675.svg`,
    ],
  )
  const single = await get('/zh/sitemap.xml')
  const only = single.children.find(({ children }) => children[0]?.text === `${siteUrl}/product/13`)
  t.notOk(
    only?.children.some(({ name }) => name === 'xhtml:link'),
    'an item in one language',
  )
  const news = urls.find(({ children }) => children[0]?.text === `${siteUrl}/en/news/1`)
  t.match(news?.children[1], { name: 'lastmod', text: '2026-03-02T01:30:00.000Z' })
})

t.test(
  'an item that search engines should not list is no alternate, and no date is before publication',
  async (t) => {
    const { get, origin } = await createSmallSite(t)
    const change = (data: object) => ({ ...data, seo: { noindex: true } })
    origin.patch('/api/home/article/detail/11?lang=en', change)
    origin.patch('/api/home/article/detail/1?lang=zh', (data: object) => ({
      ...data,
      published_at: '2026-02-03T00:00:00Z',
      updated_at: '2026-01-01T00:00:00Z',
    }))
    const { body } = await get('/zh/sitemap.xml')
    t.match(body, `<loc>${siteUrl}/product/11</loc>`)
    t.notMatch(body, '/en/product/11"')
    t.notMatch((await get('/en/sitemap.xml')).body, '/en/product/11<')
    t.match(body, `<loc>${siteUrl}/news/1</loc><lastmod>2026-02-03T00:00:00.000Z<`)
    t.match((await get('/news/1')).body, '"dateModified":"2026-02-03T')
  },
)

t.test('the news sitemap has the news of the last two days', async (t) => {
  const listed = (await get('/en/sitemap-news.xml')).children.map(({ children: [loc, news] }) =>
    [loc?.text, ...(news?.children ?? []).slice(1).map(({ name, text }) => `${name} ${text}`)].join(', '),
  )
  t.strictSame(listed, [
    `${siteUrl}/en/news/1/4, news:publication_date 2026-03-03T01:30:00.000Z, news:title Day one`,
    `${siteUrl}/en/news/1, news:publication_date 2026-03-02T01:30:00.000Z, news:title The fair`,
  ])
  const [url] = (await get('/zh/sitemap-news.xml')).children
  const publication = url?.children[1]?.children[0]?.children.map(({ name, text }) => [name, text])
  t.strictSame(publication, [
    ['news:name', '水表厂'],
    ['news:language', 'zh-cn'],
  ])
})

t.test('a conditional request is a 304; files that are not in the index are a 404', async (t) => {
  for (const url of ['/sitemap.xml', '/en/sitemap-1.xml', '/robots.txt']) {
    const { headers } = await site.get(url)
    const again = await site.get(url, { 'if-none-match': String(headers['etag']) })
    t.strictSame([again.statusCode, again.body, again.headers['etag']], [304, '', headers['etag']], url)
  }
  for (const url of ['/zh/sitemap-2.xml', '/en/sitemap-0.xml', '/en/sitemap-x.xml', '/fr/sitemap.xml'])
    t.equal((await site.get(url)).statusCode, 404, url)
})

t.test('while the upstream fails, the last good sitemaps are served', async (t) => {
  const before = (await site.get('/en/sitemap.xml')).body
  const restore = site.origin.answer('/api/home/', status(500))
  clock.advance(3 * 60 * minute)
  for (let round = 0; round < 3; round++) t.equal((await site.get('/en/sitemap.xml')).body, before)
  restore()
})

t.test('without recent news the index lists no news sitemap', async (t) => {
  clock.advance(3 * 24 * 60 * minute)
  t.strictSame((await get('/en/sitemap-news.xml')).children, [])
  t.notMatch((await site.get('/sitemap.xml')).body, 'sitemap-news')
})

t.test('an upstream that claims any number of items, and repeats the same ones, is read once', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/list/', (data: object) => ({ ...data, total: 1e12 }))
  let item: object | undefined
  site.origin.patch('/api/home/article/list/news', ({ list }: { list: object[] }) => {
    item ??= list[0]
    return { list: Array.from({ length: 50 }, () => item), total: 1e12 }
  })
  const { statusCode, body } = await site.get('/en/sitemap.xml')
  t.equal(statusCode, 200)
  t.match(body, /\/en\/news\/\d+</, 'items are there')
  const lists = site.origin.hits.filter((hit) => hit.includes('article/list/news'))
  t.ok(lists.length <= 4, `${lists.length} requests for a list`)
  t.notMatch(body, '/en/news?page=100<', 'pages of a list that nobody has seen are not listed')
})

t.test('the sitemap of own content has each public page, linked or not', async (t) => {
  const file = (id: number, more = '') =>
    page(`id: ${id}\ntitle: T\npublished_at: 2026-01-0${id % 9}\n${more}`)
  const folder = createFolder(t, {
    ...siteFiles,
    'news/1.zh.md': file(1),
    'news/2.zh.md': file(2, 'listed: false'),
    'news/3.zh.md': file(3, 'parent: 1'),
    'news/4.zh.md': file(4, 'draft: true'),
    'news/5.zh.md': file(5, 'parent: 4'),
    'service/6.zh.md': file(6, 'parent: 7'),
    'service/7.zh.md': file(7, 'sign: seven'),
    'about/11.zh.md': file(11, 'order: 2'),
    'about/12.zh.md': file(12, 'order: 1'),
    'about/13.zh.md': file(13, 'sign: contact'),
    'manual/14.zh.md': file(14),
    'download/15.zh.md': page('id: 15\ntitle: T\nitems:\n  - { id: 1, name: F, url: /media/f.pdf }', ''),
  })
  const { get } = await createEmbeddedSite(t, { folder, watch: false })
  const urls = async (path: string) => locsOf((await get(path)).body, siteUrl)
  t.strictSame(await urls('/zh/sitemap.xml'), [
    ...['/', '/about', '/about/11', '/contact', '/download15', '/manual', '/manual/14'],
    ...['/news', '/news/1', '/news/1/3', '/news/2', '/service', '/service/7', '/sitemap'],
  ])
  t.strictSame(await urls('/en/sitemap.xml'), ['/en', '/en/sitemap'])
})

t.test('a sitemap has the text of a title, without the characters that XML does not allow', async (t) => {
  const site = await createSmallSite(t)
  const changed = { title: '<a> & "b" \'c\' \u0000\u0008\u000b\u001f\ufffe\uffff\ud800]]>水😀' }
  const recent = { ...changed, published_at: new Date().toISOString() }
  const renamed = (data: { list: object[] }) => ({
    ...data,
    list: data.list.map((one) => ({ ...one, ...recent })),
  })
  site.origin.patch('/api/home/article/list/news', renamed)
  site.origin.patch('/api/home/article/detail', (data: object) => ({ ...data, ...recent }))
  const { body } = await site.get('/en/sitemap-news.xml')
  t.match(body, '<news:title>&lt;a&gt; &amp; &quot;b&quot; &apos;c&apos; \ufffd]]&gt;水😀</news:title>')
})

t.test('robots.txt allows everything and names the sitemap', async (t) => {
  const { headers, body } = await site.get('/robots.txt')
  t.equal(headers['content-type'], 'text/plain; charset=utf-8')
  t.equal(body, `User-agent: *\nAllow: /\nDisallow: /language/\n\nSitemap: ${siteUrl}/sitemap.xml\n`)
  t.equal((await site.get('/news')).headers['x-robots-tag'], undefined)
})

t.test('with indexing off robots.txt disallows everything, and every response has noindex', async (t) => {
  const site = await createSmallSite(t, { config: { robots: false } })
  t.equal((await site.get('/robots.txt')).body, 'User-agent: *\nDisallow: /\n')
  for (const url of [
    '/',
    '/media/files/sheet.txt',
    '/sitemap.xml',
    '/EN/news',
    '/nothing',
    '/news/_payload.json?x',
  ])
    t.equal((await site.get(url)).headers['x-robots-tag'], 'noindex', url)
})
