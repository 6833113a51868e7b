// The embedded content API behind a site of its own (`origin` behind API_BASE): dates are kept in front.
import t from 'tap'
import { withLifetimes } from '../../../server/origin/origin-lifetime.ts'
import { createWorld, page, siteFiles } from '../../content/world.ts'
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
  const { origin } = await createWorld(t, files, { now, watch: true })
  const { send } = withLifetimes(origin, now)
  const site = await createSite(t, { now })
  site.origin.answer('/', async ({ method = '', url = '' }, response, body) => {
    const answer = await send({ method, path: url, headers: {}, body })
    response.writeHead(answer.status, answer.headers).end(answer.body)
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
  // The origin publishes a moment later.
  await until(async () => {
    clock.now += second
    return (await titles()).join() === '旧闻,新品'
  })
  t.match(await cacheControl('/news'), 's-maxage=7200, stale-while-revalidate=86400', 'nothing is due')
})
