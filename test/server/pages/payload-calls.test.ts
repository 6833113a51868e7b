// Payloads: calls to the origin, and their failures.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { reset } from '../../helpers/upstream.ts'

t.test('a payload calls the page’s data, not configuration and menu', async (t) => {
  const site = await createSmallSite(t)
  await site.get(`/news/_payload.json?${site.build.id}`)
  t.strictSame(site.origin.hits.sort(), [
    'GET /api/home/article/list/news?counts=1&lang=zh&page=1&page_size=10',
    'POST /api/home/block/label',
  ])
})

t.test('a payload includes the deferred parts', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get(`/_payload.json?${site.build.id}`)
  const ids = JSON.parse(body).data.news.value.map((article: { id: number }) => article.id)
  t.strictSame(ids, [1, 2, 3])
})

t.test('an island is referenced in a payload, not loaded', async (t) => {
  const site = await createSmallSite(t)
  const { body } = await site.get(`/news/1/_payload.json?${site.build.id}`)
  t.strictSame(JSON.parse(body).data.recommends, {
    name: 'RecommendedArticles',
    props: { locale: 'zh', model: 'news', id: 1, limit: 3 },
  })
  t.notOk(site.origin.hits.some((hit) => hit.includes('recommends')))
})

t.test('a deferred part that failed is null', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer('/api/home/article/list/news', reset)
  const { statusCode, body } = await site.get(`/_payload.json?${site.build.id}`)
  t.equal(statusCode, 200)
  t.strictSame(JSON.parse(body).data.news, { value: null })
})

t.test('a failure of the origin is a failure of the payload', async (t) => {
  const site = await createSmallSite(t)
  site.origin.answer('/api/home/article/detail', reset)
  const url = `/news/1/_payload.json?${site.build.id}`
  const { statusCode, headers, body } = await site.get(url)
  t.equal(statusCode, 502)
  t.equal(headers['cache-control'], 'no-store')
  t.equal(body, JSON.stringify({ error: true, url, statusCode: 502, message: 'Bad Gateway' }))
})
