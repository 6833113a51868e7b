// Canonical URLs: parameters that a page does not use are neither in its canonical URL nor in its cache key.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf, bothLanguages, canonicalOf } from '../../helpers/html.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const nonsense = ['page=abc', 'page=2;lang=en', 'page=1', 'page=0', 'sort=zzz', 'tag=', 'missing=0']
/** Parameters used on other pages. */
const foreign = ['page=3', 'keywords=a', 'page_size=5', 'missing=1', 'sent=a', 'topic=a', 'product=11']

const rows: [path: string, unread: string[]][] = [
  ['/en', [...nonsense, 'page=3', 'page_size=5', 'sent=a', 'topic=a', 'product=11']],
  ['/news', [...nonsense, 'page_size=10', 'sent=a', 'topic=a', 'product=11']],
  ['/en/product', [...nonsense, 'page_size=12', 'sent=a', 'topic=a', 'product=11']],
  ['/contact', [...nonsense, 'page=3', 'keywords=a', 'missing=1', 'sent=', 'product=x', 'topic=%20']],
  ['/about/2', [...nonsense, 'page=3', 'keywords=a', 'sent=a']],
  ...['/news/1', '/en/news/1/4', '/product/11', '/download', '/manual/1', '/detail_the-fair'].map(
    (path): [string, string[]] => [path, [...nonsense, ...foreign]],
  ),
]

const shareUrlOf = (html: string) =>
  elementsOf(html).find(({ attributes }) => attributes['property'] === 'og:url')?.attributes['content']

t.test('unused parameters are not in the canonical URL, and make no stored page', async (t) => {
  const { get, statusOf, origin, build } = await createWorld(t)
  for (const [path, unread] of rows) {
    const { body } = await get(path, { 'user-agent': botAgent })
    const payload = `${path}/_payload.json?${build.id}`
    await get(payload)
    const calls = origin.hits.length
    for (const query of unread) {
      const url = `${path}?${query}`
      t.match(await statusOf(url), 'site; hit', url)
      t.equal((await get(url)).body, body, url)
      t.match(await statusOf(`${payload}&${query}`), 'site; hit', `payload of ${url}`)
    }
    t.equal(origin.hits.length, calls, path)
    t.notMatch(canonicalOf(body), '?', path)
  }
})

t.test('parameter values are normalised in the canonical URL', async (t) => {
  const { get, statusOf } = await createWorld(t)
  const { body } = await get('/news?page=2&keywords=%E6%B0%B4+x', { 'user-agent': botAgent })
  t.equal(canonicalOf(body), `${siteUrl}/news?keywords=%E6%B0%B4+x&page=2`)
  t.strictSame(alternatesOf(body), {}, 'search engines should not list a search')
  for (const same of [
    '/news?keywords=%20%E6%B0%B4%0Ax%20&page=2',
    '/news?page=2&keywords=%e6%b0%b4%20x&page_size=10',
  ])
    t.match(await statusOf(same), 'site; hit', same)
})

t.test('an item with id and sign has one canonical URL, by id', async (t) => {
  const site = await createSmallSite(t)
  const get = async (url: string) => (await site.get(url, { 'user-agent': botAgent })).body
  for (const [url, canonical] of [
    ['/detail_the-fair', '/news/1'],
    ['/detail_meter-a', '/product/11'],
    ['/about/history', '/about/2'],
    ['/about/company', '/about'],
  ] as const)
    for (const prefix of ['', '/zh', '/en']) {
      const body = await get(prefix + url)
      const own = siteUrl + (prefix === '/en' ? '/en' : '') + canonical
      t.equal(canonicalOf(body), own, prefix + url)
      t.equal(shareUrlOf(body), own, prefix + url)
      t.strictSame(alternatesOf(body), bothLanguages(siteUrl, canonical), prefix + url)
      const data = body.split('type="application/ld+json"')[1]?.split('</script>')[0] ?? ''
      t.match(data, `"${own}"`, `structured data of ${prefix}${url}`)
      t.notMatch(data, `${url}"`.slice(1), `structured data of ${prefix}${url}`)
    }
})

t.test('a sub-item reached by its sign has the canonical URL below its parent', async (t) => {
  const site = await createSmallSite(t)
  for (const [category, canonical] of [
    ['news', '/news/1/4'],
    ['product', '/product/1/4'],
    ['service', '/detail_part'],
  ] as const) {
    const item = { id: 4, parent_id: 1, category, title: 'Part', body: '' }
    const sign = category === 'service' ? 'part' : `part-${category}`
    site.origin.json(`/api/home/article/info/${sign}`, { success: true, data: item })
    const { body } = await site.get(`/detail_${sign}`, { 'user-agent': botAgent })
    t.equal(canonicalOf(body), siteUrl + canonical)
  }
})

t.test('sitemaps list an item once, by its id, even if content links to it by its sign', async (t) => {
  const site = await createSmallSite(t)
  site.origin.patch('/api/home/article/detail/1?', (article) => ({
    ...(article as object),
    body: '<a href="/detail_meter-a">a</a> <a href="/about/history">b</a> <a href="/detail_alone">c</a>',
  }))
  const alone = { id: 77, category: 'service', title: 'Alone', body: '<a href="/about/company">d</a>' }
  site.origin.json('/api/home/article/info/alone', { success: true, data: alone })
  const { body } = await site.get('/zh/sitemap.xml')
  const urls = [...body.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url.slice(siteUrl.length))
  t.equal(new Set(urls).size, urls.length)
  for (const url of ['/product/11', '/about/2', '/about', '/service/77']) t.ok(urls.includes(url), url)
  const others = urls.filter((url) => /detail_|history|company/.test(url))
  t.strictSame(others, [])
})
