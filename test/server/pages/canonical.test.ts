// Canonical URLs: parameters that a page does not use are neither in its canonical URL nor in its cache key.
import t from 'tap'
import { alternatesOf, bothLanguages, canonicalOf } from '../../helpers/html.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const nonsense = ['page=abc', 'page=1', 'sort=zzz', 'tag=']
/** Parameters used on other pages. */
const foreign = ['page=3', 'keywords=a', 'topic=a', 'product=11']

const rows: [path: string, unread: string[]][] = [
  ['/news', [...nonsense, 'page_size=10', 'sent=a', 'topic=a', 'product=11']],
  ['/contact', [...nonsense, 'page=3', 'keywords=a', 'missing=1', 'sent=', 'product=x', 'topic=%20']],
  ['/en/news/1/4', [...nonsense, ...foreign]],
  ['/detail_the-fair', [...nonsense, ...foreign]],
]

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
  const same = '/news?keywords=%20%e6%b0%b4%0Ax%20&page=2&page_size=10'
  t.match(await statusOf(same), 'site; hit', same)
})

t.test('an item with id and sign has one canonical URL, by id', async (t) => {
  const site = await createSmallSite(t)
  const get = async (url: string) => (await site.get(url, { 'user-agent': botAgent })).body
  for (const [url, canonical] of [
    ['/detail_the-fair', '/news/1'],
    ['/about/history', '/about/2'],
    ['/about/company', '/about'],
  ] as const)
    for (const prefix of ['', '/zh', '/en']) {
      const body = await get(prefix + url)
      const own = siteUrl + (prefix === '/en' ? '/en' : '') + canonical
      t.equal(canonicalOf(body), own, prefix + url)
      t.strictSame(alternatesOf(body), bothLanguages(siteUrl, canonical), prefix + url)
      const data = body.split('type="application/ld+json"')[1]?.split('</script>')[0] ?? ''
      t.match(data, `"${own}"`, `structured data of ${prefix}${url}`)
    }
})
