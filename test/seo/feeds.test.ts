// RSS feeds of each language and category.
import { parseRssFeed } from 'feedsmith'
import t from 'tap'
import { defaultSections } from '../../shared/sections.ts'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { someOf } from '../helpers/long.ts'
import { createSite, siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { readXml } from './xml.ts'

const sectionPaths = defaultSections.slugs.map((slug) => `/${slug}`)

t.test('every language and category has a feed with the required elements, the newest first', async (t) => {
  const { get } = await createSite(t)
  for (const path of ['', ...someOf(sectionPaths, 4)])
    for (const prefix of ['', '/en']) {
      const url = prefix + path
      const { items = [], ...rss } = parseRssFeed((await get(`${url}/feed.xml`)).body)
      t.match(rss, {
        title: path ? / \| (?:汀澜仪表|Tinglan Instruments)$/ : /^(?:汀澜仪表|Tinglan Instruments)/,
        ...{ description: /./, language: prefix ? 'en-us' : 'zh-cn', link: siteUrl + (url || '/') },
        atom: { links: [{ rel: 'self', href: `${siteUrl}${url}/feed.xml` }] },
      })
      t.ok(items.length > 4 && items.length <= 20, url)
      t.equal(new Set(items.map(({ link }) => link)).size, items.length)
      for (const { title, description, content, link, guid, pubDate } of items) {
        t.match(link, `${siteUrl}${url}/`)
        t.ok(title && description && content?.encoded, `${link}`)
        t.strictSame([guid?.value, new Date(String(pubDate)).toUTCString()], [link, pubDate])
      }
      const dates = items.map(({ pubDate }) => Date.parse(String(pubDate)))
      const sorted = dates.toSorted((a, b) => b - a)
      t.strictSame(dates, sorted)
      t.ok(Date.parse(String(rss.lastBuildDate)) >= dates[0]!, 'its date is that of its newest change')
    }
})

t.test('the newest article is in the feed where fifty older ones have a place before it', async (t) => {
  const file = (id: number, more: string) => [`news/${id}.zh.md`, page(`id: ${id}\ntitle: n${id}\n${more}`)]
  const ordered = Array.from({ length: 55 }, (_, at) =>
    file(at + 1, `order: ${at + 1}\npublished_at: 2025-01-01T00:00:${10 + (at % 40)}Z`),
  )
  const newest = file(99, 'published_at: 2026-01-01T00:00:00Z')
  const folder = createFolder(t, { ...siteFiles, ...Object.fromEntries([...ordered, newest]) })
  const { get } = await createEmbeddedSite(t, { folder, watch: false })
  t.equal(parseRssFeed((await get('/news/feed.xml')).body).items?.[0]?.title, 'n99')
})

t.test('texts are sanitised, short, and well-formed XML, and all URLs in them are absolute', async (t) => {
  const site = await createSmallSite(t)
  const title = 'a \u0007\ufffe]]> & <b> \ud800 c'
  const body = [
    '<p>a ]]> b &lt;i&gt; src="/x" <a href="/product/2?a=1&amp;b=2">p</a> <a href="#part">h</a></p>',
    '<script>alert(1)</script><p onclick="alert(2)"><a href="javascript:alert(3)">x</a></p>',
    '<img src="/media/a-80x60.png" alt="a &quot;b&quot;"><iframe src="https://evil.example"></iframe>',
  ].join('')
  const changed = { title, tags: [title], summary: '5 < 6, <b>bold</b> &lt;i&gt;' }
  const long = '<p>more words</p>'.repeat(5000)
  site.origin.patch('/api/home/article/detail/', (article: { id: number }) => ({
    ...article,
    ...changed,
    body: article.id === 1 ? body : long,
  }))
  const feed = (await site.get('/news/feed.xml')).body
  t.ok(feed.length < 20_000, `${feed.length} characters`)
  t.notMatch(feed, '\u0007')
  const [item] = parseRssFeed(feed).items ?? []
  t.strictSame([item?.title, item?.categories?.[0]?.name], Array(2).fill('a ]]> & <b> \ufffd c'))
  t.equal(item?.description, '5 &lt; 6, &lt;b&gt;bold&lt;/b&gt; &amp;lt;i&amp;gt;', 'readers take it as HTML')
  const html = item?.content?.encoded ?? ''
  t.match(html, `a ]]&gt; b &lt;i&gt; src="/x" <a href="${siteUrl}/product/2?a=1&amp;b=2">p</a>`)
  t.match(html, `<a href="${item?.link}#part">h</a>`)
  t.match(html, `<img src="${siteUrl}/media/a-80x60.png" alt="a &quot;b&quot;"`)
  t.notMatch(html, /picture|source|srcset|script|onclick|iframe|alert\(/)
})

t.test('an empty category has a feed, and no other address', async (t) => {
  const { get, origin } = await createSmallSite(t)
  origin.patch('/api/home/article/list/', (page: object) => ({ ...page, list: [], total: 0 }))
  t.equal(readXml((await get('/news/feed.xml')).body).name, 'rss')
  for (const url of ['/news/1/feed.xml', '/fr/feed.xml', '/contact/feed.xml', '/atom.xml'])
    t.equal((await get(url)).statusCode, 404, url)
})

t.test('a conditional request is a 304 until the content changes; Host has no influence', async (t) => {
  let time = Date.now()
  const { get, origin } = await createSmallSite(t, { now: () => time })
  const first = await get('/feed.xml', { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
  t.notMatch(first.body, 'evil.example')
  t.equal(first.headers['cache-control'], 'public, max-age=0, s-maxage=600, stale-while-revalidate=3600')
  const etag = String(first.headers['etag'])
  const again = await get('/feed.xml', { 'if-none-match': `"other", ${etag}` })
  t.equal(again.statusCode, 304)
  t.equal(again.body, '')
  origin.patch('/api/home/config/base', (config: { zh: object }) => ({ ...config, zh: { title: '新名' } }))
  time += 3 * 3600_000 * 24
  t.match((await get('/feed.xml', { 'if-none-match': etag })).body, '<title>新名</title>')
})

t.test('while the upstream fails the last good feed is served, and without one an error', async (t) => {
  let time = Date.now()
  const { get, origin, lines } = await createSmallSite(t, { now: () => time })
  const good = await get('/en/feed.xml')
  const works = origin.json('/api/', { success: false, data: null, msg: 'down' }, 500)
  time += 30 * 86_400_000
  t.equal((await get('/en/feed.xml')).body, good.body)
  t.ok(lines.some(({ msg }) => msg === 'upstream response rejected'))
  t.equal((await get('/en/news/feed.xml')).statusCode, 502)
  works()
  // A failure is cached for some seconds.
  time += 120_000
  t.equal((await get('/en/news/feed.xml')).statusCode, 200)
})
