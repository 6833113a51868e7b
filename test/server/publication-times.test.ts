// Publication times: drafts, scheduled and expired items, everywhere, under a clock that the test moves.
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'

const due = Date.parse('2026-06-01T09:30:00Z')
const second = 1000

const article = (id: number, title: string, more: string) =>
  page(`id: ${id}\ntitle: ${title}\nsign: sign-${id}\n${more}`, `${title}的正文`)
const files = {
  ...siteFiles,
  'news/old.zh.md': article(1, '旧闻', 'published_at: 2026-01-01T00:00:00Z'),
  'news/item.zh.md': article(2, '主角', 'published_at: 2026-06-01T09:30:00Z'),
  'news/leaving.zh.md': article(
    3,
    '告别',
    'published_at: 2026-01-02T00:00:00Z\nexpires_at: 2026-06-01T09:30:00Z',
  ),
  'news/draft.zh.md': article(4, '草稿甲', 'published_at: 2026-01-03T00:00:00Z\ndraft: true'),
  'about/a.zh.md': page('id: 1\ntitle: 关于'),
  'about/b.zh.md': page('id: 2\ntitle: 草稿乙\ndraft: true'),
}

async function createWorld(t: Test, start: number) {
  const clock = { now: start }
  const site = await createEmbeddedSite(t, { folder: createFolder(t, files), now: () => clock.now })
  return { ...site, clock }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Whether each place that may show an article does. A search page repeats the words of the visitor. */
async function placesOf(world: World, id: number, title: string): Promise<Record<string, boolean>> {
  const shows = async (url: string, text = title) => (await world.body(url)).includes(text)
  const isFound = async (url: string) => (await world.get(url)).statusCode === 200
  const island = await world.post('/api/home/article/recommends/news', { id: 1, limit: 9, lang: 'zh' })
  return {
    page: await isFound(`/news/${id}`),
    sign: await isFound(`/detail_sign-${id}`),
    payload: await isFound(`/news/${id}/_payload.json?${world.build.id}`),
    list: await shows('/news'),
    search: await shows(`/news?keywords=${encodeURIComponent(title)}的正文`, `href="/news/${id}"`),
    neighbour: await shows('/news/1'),
    sitemap: await shows('/zh/sitemap.xml', `/news/${id}<`),
    feed: await shows('/feed.xml'),
    recommends: island.body.includes(title),
    detail: await isFound(`/api/home/article/detail/${id}?lang=zh`),
    calls: await shows('/api/home/article/list/news?lang=zh'),
  }
}

async function isEverywhere(t: Test, world: World, id: number, title: string, isShown: boolean) {
  const places = await placesOf(world, id, title)
  t.strictSame(places, Object.fromEntries(Object.keys(places).map((place) => [place, isShown])), title)
}

t.test('a scheduled article appears, and an expired one disappears, everywhere at its time', async (t) => {
  const world = await createWorld(t, due - second)
  await isEverywhere(t, world, 2, '主角', false)
  await isEverywhere(t, world, 3, '告别', true)
  const changed = new Promise<void>((resolve) => void world.origin.onChange(() => resolve()))
  world.clock.now = due
  await changed
  await isEverywhere(t, world, 2, '主角', true)
  await isEverywhere(t, world, 3, '告别', false)
  await isEverywhere(t, world, 4, '草稿甲', false)
  t.equal((await world.get('/about/2')).statusCode, 404, 'a draft')
  t.notMatch(await world.body('/about/1'), '草稿乙')
})
