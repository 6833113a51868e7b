// Payloads: calls to the upstream, what a payload depends on, and failures.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

t.test('a payload depends on the page’s data, on configuration and menu', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get(`/news/_payload.json?${site.build.id}`)
  t.strictSame(site.origin.hits.sort(), [
    'GET /api/home/article/list/news?counts=1&lang=zh&page=1&page_size=10',
    'POST /api/home/block/label',
    'POST /api/home/config/base',
    'POST /api/home/route/tree',
  ])
  const tags = String(headers['cache-tag']).split(',')
  for (const tag of ['articleList', 'labels', 'siteConfig', 'menu']) t.ok(tags.includes(tag), tag)
})
