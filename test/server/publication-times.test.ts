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
  const folder = createFolder(t, files)
  const site = await createEmbeddedSite(t, {
    folder,
    now: () => clock.now,
  })
  return { ...site, folder, clock }
}
type World = Awaited<ReturnType<typeof createWorld>>

/** Every place that may show an article, as text. */
async function placesOf(world: World, id: number, title: string): Promise<Record<string, boolean>> {
  const shows = async (url: string) => (await world.body(url)).includes(title)
  const island = await world.post('/api/home/article/recommends/news', { id: 1, limit: 9, lang: 'zh' })
  return {
    page: (await world.get(`/news/${id}`)).statusCode === 200,
    sign: (await world.get(`/detail_sign-${id}`)).statusCode === 200,
    payload: (await world.get(`/news/${id}/_payload.json?${world.build.id}`)).statusCode === 200,
    list: await shows('/news'),
    search: await shows(`/news?keywords=${encodeURIComponent(title)}的正文`),
    neighbour: await shows('/news/1'),
    sitemap: (await world.body('/zh/sitemap.xml')).includes(`/news/${id}<`),
    feed: await shows('/feed.xml'),
    recommends: island.body.includes(title),
    detail: (await world.get(`/api/home/article/detail/${id}?lang=zh`)).statusCode === 200,
    calls: await shows('/api/home/article/list/news?lang=zh'),
  }
}

function all(value: boolean) {
  return (places: Record<string, boolean>) => Object.values(places).every((shown) => shown === value)
}

t.test('a scheduled article appears, and an expired one disappears, everywhere at its time', async (t) => {
  const world = await createWorld(t, due - second)
  const before = { scheduled: await placesOf(world, 2, '主角'), leaving: await placesOf(world, 3, '告别') }
  // A search page repeats the words of the visitor.
  delete before.scheduled['search']
  t.ok(all(false)(before.scheduled), JSON.stringify(before.scheduled))
  t.ok(all(true)(before.leaving), JSON.stringify(before.leaving))
  const changed = new Promise<void>((resolve) => void world.origin.onChange(() => resolve()))
  world.clock.now = due
  await changed
  const after = { scheduled: await placesOf(world, 2, '主角'), leaving: await placesOf(world, 3, '告别') }
  delete after.leaving['search']
  t.ok(all(true)(after.scheduled), JSON.stringify(after.scheduled))
  t.ok(all(false)(after.leaving), JSON.stringify(after.leaving))
})

t.test('a draft is nowhere, whatever its dates', async (t) => {
  const world = await createWorld(t, due + second)
  const places = await placesOf(world, 4, '草稿甲')
  delete places['search']
  t.ok(all(false)(places), JSON.stringify(places))
  t.equal((await world.get('/about/2')).statusCode, 404)
  t.notMatch(await world.body('/about/1'), '草稿乙')
})
