// Metadata of pages: title, description, canonical URL, alternates, Open Graph. Parameters that a page does not use are
// neither in its canonical URL nor in its cache key. The pages of a list.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf, canonicalOf } from '../../helpers/html.ts'
import { createWorld } from '../../helpers/page-cache-world.ts'
import { robot, siteUrl } from '../../helpers/site.ts'
import { words } from '../../helpers/words.ts'

function metasOf(html: string): Record<string, string> {
  const metas = elementsOf(html).filter(({ name }) => name === 'meta')
  return Object.fromEntries(
    metas.map(({ attributes: { name, property, content } }) => [name ?? property, content]),
  )
}

const { get, statusOf, origin, build } = await createWorld(t)
const bodyOf = async (url: string) => (await get(url, robot)).body

t.test('an article has its own title, description and image', async (t) => {
  t.match(metasOf(await bodyOf('/en/product/11')), {
    description: 'Summary of Meter A',
    'og:title': 'Meter A',
    'og:description': 'Summary of Meter A',
    'og:url': `${siteUrl}/en/product/11`,
    'og:site_name': 'Meter Works',
    'og:locale': 'en_US',
    'og:locale:alternate': 'zh_CN',
    'og:image:alt': 'Meter A',
    'twitter:card': 'summary_large_image',
  })
  t.match(metasOf(await bodyOf('/news/1')), { 'og:type': 'article', 'og:locale': 'zh_CN' })
})

/** Parameters without a meaning, and those of other pages. */
const nonsense = words('page=abc page=1 sort=zzz tag=')
const foreign = words('page=3 keywords=a topic=a product=11')
const rows: [path: string, unread: string[]][] = [
  ['/news', [...nonsense, ...words('page_size=10 sent=a topic=a product=11')]],
  ['/contact', [...nonsense, ...words('page=3 keywords=a missing=1 sent= product=x topic=%20')]],
  ['/en/news/1/4', [...nonsense, ...foreign]],
  ['/detail_the-fair', [...nonsense, ...foreign]],
]

t.test('unused parameters are not in the canonical URL, and make no stored page', async (t) => {
  for (const [path, unread] of rows) {
    const body = await bodyOf(path)
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
  const body = await bodyOf('/news?page=2&keywords=%E6%B0%B4+x')
  t.equal(canonicalOf(body), `${siteUrl}/news?keywords=%E6%B0%B4+x&page=2`)
  t.strictSame(alternatesOf(body), {}, 'search engines should not list a search')
  const same = '/news?keywords=%20%e6%b0%b4%0Ax%20&page=2&page_size=10'
  t.match(await statusOf(same), 'site; hit', same)
})

t.test('search results and empty lists are not indexed, lists are', async (t) => {
  t.equal(metasOf(await bodyOf('/news'))['robots'], undefined)
  for (const url of ['/news?keywords=x', '/news?page=99'])
    t.equal(metasOf(await bodyOf(url))['robots'], 'noindex', url)
})

t.test('paging links keep the query', async (t) => {
  const { body } = await get('/en/news?page=2&page_size=1')
  for (const href of ['/en/news?page_size=1#list', '/en/news?page=3&amp;page_size=1#list'])
    t.match(body, `href="${href}"`)
  t.match(body, 'Holidays')
  t.notMatch(body, 'New prices</a>')
})

t.test('a page past the end is empty, and says which pages there are', async (t) => {
  const { statusCode, body } = await get('/news?page=99&page_size=1')
  t.equal(statusCode, 200)
  t.match(body.replaceAll('<!-- -->', ''), '第 99 页不存在，本列表共 3 页。')
  t.match(body, /<a href="\/news\?page_size=1"[^>]*>返回第一页<\/a>/)
  t.match(body, /<a href="\/news\?page=3&amp;page_size=1"[^>]*>前往最后一页<\/a>/)
  t.notMatch((await get('/en/news?page=2')).body, /<a [^>]*>Go to the last page/, 'it is the first one')
})

t.test('further pages of a list have their own URL, title and description', async (t) => {
  const page = { page: 2, page_size: 10 }
  const list = [{ id: 2, category: 'news', title: 'Second' }]
  origin.patch('/api/home/article/list/news?lang=en&page=2', () => ({ ...page, list: [], total: 3 }))
  origin.patch('/api/home/article/list/news?lang=zh&page=2', () => ({ ...page, list, total: 13 }))
  const body = await bodyOf('/news?page=2')
  t.equal(canonicalOf(body), `${siteUrl}/news?page=2`)
  t.match(body, '<title>新闻 – 第 2 页 | 水表厂</title>')
  t.match(metasOf(body), { description: '第 2 页 – 新闻简介', 'og:title': '新闻 – 第 2 页' })
  t.strictSame(alternatesOf(body), {}, 'the English list has no second page')
  t.equal(alternatesOf(await bodyOf('/news'))['en-US'], `${siteUrl}/en/news`)
})

t.test('the title of a page without one is its path', async (t) => {
  origin.json('/api/home/about/info', { success: true, data: { id: 9, title: '', body: '' } })
  t.match(await bodyOf('/en/about/our-history'), '<title>Our History | Meter Works</title>')
})
