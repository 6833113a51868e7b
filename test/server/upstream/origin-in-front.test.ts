// A content API whose items change by themselves at their dates: no site in front keeps a response beyond them.
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { createSite } from '../../helpers/site.ts'
import { until } from '../../helpers/until.ts'

const second = 1000
const due = Date.parse('2026-06-01T09:30:00Z')
const files = {
  ...siteFiles,
  'news/old.zh.md': page('id: 1\ntitle: 旧闻\npublished_at: 2026-01-01'),
  'news/next.zh.md': page('id: 2\ntitle: 新品\npublished_at: 2026-06-01T09:30:00Z'),
  'news/leaving.zh.md': page(
    'id: 3\ntitle: 活动\npublished_at: 2026-01-02\nexpires_at: 2026-06-01T09:30:00Z',
  ),
}

t.test('a site in front shows scheduled items, and hides expired ones, when they are due', async (t) => {
  const clock = { now: due - 600 * second }
  const now = () => clock.now
  const { app } = await createEmbeddedSite(t, { folder: createFolder(t, files), now })
  const site = await createSite(t, { now })
  site.origin.answer('/', async ({ method, url = '', headers }, response, payload) => {
    const answer = await app.inject({ method: method === 'POST' ? 'POST' : 'GET', url, headers, payload })
    response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload)
  })
  const titles = async () => {
    const { body } = await site.get('/news')
    return ['旧闻', '新品', '活动'].filter((title) => body.includes(title))
  }
  const cacheControl = async (path: string) => (await site.get(path)).headers['cache-control']

  t.strictSame(await titles(), ['旧闻', '活动'])
  const bounded = 'public, max-age=0, s-maxage=600, stale-if-error=604800'
  t.equal(await cacheControl('/news'), bounded, 'other caches in front wait no longer')
  t.equal(await cacheControl('/api/home/article/list/news?lang=zh'), bounded)
  clock.now = due - second
  t.strictSame(await titles(), ['旧闻', '活动'])
  // The upstream publishes a moment later.
  await until(async () => {
    clock.now += second
    return (await titles()).join() === '旧闻,新品'
  })
  t.match(await cacheControl('/news'), 's-maxage=7200, stale-while-revalidate=86400', 'nothing is due')
})
