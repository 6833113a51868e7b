// List pages: paging, keywords and page sizes.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const site = await createSmallSite(t)

t.test('the query of a list page is sent to the upstream', async (t) => {
  const rows: [url: string, asked: string][] = [
    ['/en/news?page=2', '/api/home/article/list/news?counts=1&lang=en&page=2&page_size=10'],
    [
      '/product?keywords=%E6%B0%B4+a&page_size=5',
      '/api/home/article/list/product?counts=1&keywords=%E6%B0%B4+a&lang=zh&page=1&page_size=5',
    ],
    [
      '/service?page=abc&page_size=1000&lang=en&category=news',
      '/api/home/article/list/service?counts=1&lang=zh&page=1&page_size=50',
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
  for (const href of ['/en/news?page_size=1#list', '/en/news?page=3&amp;page_size=1#list'])
    t.match(body, `href="${href}"`)
  t.match(body, 'Holidays')
  t.notMatch(body, 'New prices</a>')
})

t.test('a page past the end is empty, and says which pages there are', async (t) => {
  const { statusCode, body } = await site.get('/news?page=99&page_size=1')
  t.equal(statusCode, 200)
  t.match(body.replaceAll('<!-- -->', ''), '第 99 页不存在，本列表共 3 页。')
  t.match(body, /<a href="\/news\?page_size=1"[^>]*>返回第一页<\/a>/)
  t.match(body, /<a href="\/news\?page=3&amp;page_size=1"[^>]*>前往最后一页<\/a>/)
  t.notMatch((await site.get('/en/news?page=2')).body, /<a [^>]*>Go to the last page/, 'it is the first one')
})
