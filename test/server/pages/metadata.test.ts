// Metadata of pages: title, description, canonical, alternates, Open Graph.
import t from 'tap'
import { elementsOf } from '../../helpers/elements.ts'
import { alternatesOf, canonicalOf } from '../../helpers/html.ts'
import { botAgent, siteUrl } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

function metasOf(html: string): Record<string, string> {
  const metas = elementsOf(html).filter(({ name }) => name === 'meta')
  return Object.fromEntries(
    metas.map(({ attributes: { name, property, content } }) => [name ?? property, content]),
  )
}

const site = await createSmallSite(t)
const get = async (url: string) => (await site.get(url, { 'user-agent': botAgent })).body

t.test('an article has its own title, description and image', async (t) => {
  t.match(metasOf(await get('/en/product/11')), {
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
  t.match(metasOf(await get('/news/1')), { 'og:type': 'article', 'og:locale': 'zh_CN' })
})

t.test('further pages of a list have their own URL, title and description', async (t) => {
  const page = { page: 2, page_size: 10 }
  const list = [{ id: 2, category: 'news', title: 'Second' }]
  site.origin.patch('/api/home/article/list/news?lang=en&page=2', () => ({ ...page, list: [], total: 3 }))
  site.origin.patch('/api/home/article/list/news?lang=zh&page=2', () => ({ ...page, list, total: 13 }))
  const body = await get('/news?page=2')
  t.equal(canonicalOf(body), `${siteUrl}/news?page=2`)
  t.match(body, '<title>新闻 – 第 2 页 | 水表厂</title>')
  t.match(metasOf(body), { description: '第 2 页 – 新闻简介', 'og:title': '新闻 – 第 2 页' })
  t.strictSame(alternatesOf(body), {}, 'the English list has no second page')
  t.strictSame(alternatesOf(await get('/news'))['en-US'], `${siteUrl}/en/news`)
})

t.test('search results and empty lists are not indexed, lists are', async (t) => {
  t.equal(metasOf(await get('/news'))['robots'], undefined)
  for (const url of ['/news?keywords=x', '/news?page=99'])
    t.equal(metasOf(await get(url))['robots'], 'noindex', url)
})

t.test('the title of a page without one is its path', async (t) => {
  site.origin.json('/api/home/about/info', { success: true, data: { id: 9, title: '', body: '' } })
  t.match(await get('/en/about/our-history'), '<title>Our History | Meter Works</title>')
})
