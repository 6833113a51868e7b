// Publication times: drafts, scheduled and expired items, everywhere, under a clock that the test moves.
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite, eventually } from '../helpers/embedded-site.ts'

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

async function createWorld(t: Test, start: number, showsDrafts = false) {
  const clock = { now: start }
  const folder = createFolder(t, files)
  const site = await createEmbeddedSite(t, {
    folder,
    now: () => clock.now,
    ...(showsDrafts && { env: { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: 'password' } }),
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
    payload: (await world.get(`/news/${id}/_payload.json?${await buildOf(world)}`)).statusCode === 200,
    list: await shows('/news'),
    home: await shows('/'),
    search: await shows(`/news?keywords=${encodeURIComponent(title)}的正文`),
    neighbour: await shows('/news/1'),
    sitemap: await shows(`/zh/sitemap.xml`).then(async () =>
      (await world.body('/zh/sitemap.xml')).includes(`/news/${id}<`),
    ),
    feed: await shows('/feed.xml'),
    recommends: island.body.includes(title),
    detail: (await world.get(`/api/home/article/detail/${id}?lang=zh`)).statusCode === 200,
    calls: await shows('/api/home/article/list/news?lang=zh'),
  }
}

async function buildOf(world: World): Promise<string> {
  return JSON.parse(await world.body('/builds/latest.json')).id
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
  t.ok((await world.isHit('/about/1')) || (await world.isHit('/about/1')))
})

t.test('a draft is nowhere, whatever its dates', async (t) => {
  const world = await createWorld(t, due + second)
  const places = await placesOf(world, 4, '草稿甲')
  delete places['search']
  t.ok(all(false)(places), JSON.stringify(places))
  t.match((await world.get('/api/home/article/list/news?lang=zh&keywords=草稿甲')).json(), {
    data: { total: 0 },
  })
  t.equal((await world.get('/about/2')).statusCode, 404)
  t.notMatch(await world.body('/about/1'), '草稿乙')
})

t.test('an item that became due while the server was down is there at its start', async (t) => {
  const world = await createWorld(t, due - second)
  await world.body('/news')
  await world.close()
  const { folder, dataDir } = world
  const next = await createEmbeddedSite(t, { folder, dataDir, now: () => due })
  t.match(await next.body('/news'), '主角')
  t.notMatch(await next.body('/news'), '告别')
})

t.test('a server that shows drafts has all items in their places, with their status', async (t) => {
  const { origin, clock } = await createWorld(t, due - second, true)
  const dataOf = async (path: string) =>
    JSON.parse(String((await origin.send({ method: 'GET', path, headers: {} })).body)).data
  const list = await dataOf('/api/home/article/list/news?lang=zh')
  t.match(list, {
    total: 4,
    list: [{ id: 2, status: 'scheduled' }, { id: 4, status: 'draft' }, { id: 3 }, { id: 1 }],
  })
  t.notOk('status' in list.list[2])
  t.match(await dataOf('/api/home/article/detail/4?lang=zh'), { title: '草稿甲', status: 'draft' })
  t.match(await dataOf('/api/home/article/info/sign-2?lang=zh'), { status: 'scheduled' })
  t.match(await dataOf('/api/home/about/2?lang=zh'), { status: 'draft' })
  clock.now = due
  await eventually(async () => (await dataOf('/api/home/article/detail/3?lang=zh')).status === 'expired')
})
