// List pages: paging, keywords and page sizes.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)

t.test('the query of a list page is sent to the upstream', async (t) => {
  const rows: [url: string, asked: string][] = [
    ['/news', '/api/home/article/list/news?counts=1&lang=zh&page=1&page_size=10'],
    ['/en/news?page=2', '/api/home/article/list/news?counts=1&lang=en&page=2&page_size=10'],
    [
      '/product?keywords=%E6%B0%B4+a&page_size=5',
      '/api/home/article/list/product?counts=1&keywords=%E6%B0%B4+a&lang=zh&page=1&page_size=5',
    ],
    [
      '/service?page=abc&page_size=1000&lang=en&category=news',
      '/api/home/article/list/service?counts=1&lang=zh&page=1&page_size=50',
    ],
    [
      '/en/news?keywords=meter&sort=date',
      '/api/home/article/list/news?counts=1&keywords=meter&lang=en&page=1&page_size=10&sort=date',
    ],
    ['/en/news?sort=date', '/api/home/article/list/news?counts=1&lang=en&page=1&page_size=10'],
    ['/product?tag=Flow', '/api/home/article/list/product?counts=1&lang=zh&page=1&page_size=12&tag=Flow'],
  ]
  for (const [url, asked] of rows) {
    site.origin.hits.length = 0
    t.equal((await site.get(url)).statusCode, 200, url)
    t.ok(site.origin.hits.includes(`GET ${asked}`), `${url}: ${site.origin.hits.join(' ')}`)
  }
})

t.test('paging links keep the query', async (t) => {
  const { body } = await site.get('/en/news?page=2&page_size=1')
  const links = [...body.matchAll(/<a (?:[^>]* )?href="(\/en\/news\?[^"]*|\/en\/news)"[^>]*>/g)].map(
    ([, href]) => href,
  )
  for (const href of ['/en/news?page_size=1#list', '/en/news?page=3&amp;page_size=1#list'])
    t.ok(links.includes(href), `${href} in ${links.join(' ')}`)
  t.match(body, 'Holidays')
  t.notMatch(body, 'New prices</a>')
})

t.test('news are below the years of their dates, in the time zone of the site', async (t) => {
  const site = await createSmallSite(t)
  const dates = ['2026-01-02T00:00:00+08:00', '2025-12-31T17:00:00Z', '2025-12-31T15:00:00Z', undefined]
  const list = dates.map((published_at, id) => ({ id, category: 'news', title: `News ${id}`, published_at }))
  const outline = async (items: object[], query: string) => {
    const data = { list: items, total: items.length }
    site.origin.json('/api/home/article/list/news', { success: true, data })
    const { body } = await site.get(`/en/news?${query}`)
    const found = body.matchAll(/<(h2|h3)[^>]*>(?:<a [^>]*>)?(\d{4}|News \d)</g)
    return [...found].map(([, tag, text]) => `${tag} ${text}`).join(', ')
  }
  t.equal(await outline(list, 'page_size=8'), 'h2 2026, h3 News 0, h3 News 1, h2 2025, h3 News 2, h2 News 3')
  const mixed = [list[2]!, list[0]!, list[2]!]
  t.equal(await outline(mixed, 'page_size=9'), 'h2 News 2, h2 News 0, h2 News 2', 'one list out of order')
})

t.test('a page past the end is empty, and says which pages there are', async (t) => {
  const { statusCode, body } = await site.get('/news?page=99&page_size=1')
  t.equal(statusCode, 200)
  t.match(body.replaceAll('<!-- -->', ''), '第 99 页不存在，本列表共 3 页。')
  t.match(body, /<a href="\/news\?page_size=1"[^>]*>返回第一页<\/a>/)
  t.match(body, /<a href="\/news\?page=3&amp;page_size=1"[^>]*>前往最后一页<\/a>/)
  t.notMatch(body, 'page=98')
  const one = await site.get('/en/news?page=2')
  t.match(one.body.replaceAll('<!-- -->', ''), 'There is no page 2. The list has 1 page. <a')
  t.notMatch(one.body, /<a [^>]*>Go to the last page/)
})
