// Publication times: drafts, scheduled and expired items, everywhere, under a clock that the test moves.
import t from 'tap'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'

const due = Date.parse('2026-06-01T09:30:00Z')

const article = (id: number, title: string, more: string) =>
  page(`id: ${id}\ntitle: ${title}\nsign: sign-${id}\n${more}`, `${title}的正文`)
const files = {
  ...siteFiles,
  'news/old.zh.md': article(1, '旧闻', 'published_at: 2026-01-01'),
  'news/item.zh.md': article(2, '主角', 'published_at: 2026-06-01T09:30:00Z'),
  'news/leaving.zh.md': article(3, '告别', 'published_at: 2026-01-02\nexpires_at: 2026-06-01T09:30:00Z'),
  'news/draft.zh.md': article(4, '草稿甲', 'published_at: 2026-01-03\ndraft: true'),
  'about/a.zh.md': page('id: 1\ntitle: 关于'),
  'about/b.zh.md': page('id: 2\ntitle: 草稿乙\ndraft: true'),
}
let time = due - 1000
const site = await createEmbeddedSite(t, { folder: createFolder(t, files), now: () => time })

/** The places that show an article. A search page repeats the words of the visitor. */
async function placesOf(id: number, title: string): Promise<string[]> {
  const shows = async (url: string, text = title) => (await site.body(url)).includes(text)
  const isFound = async (url: string) => (await site.get(url)).statusCode === 200
  const recommended = await site.post('/api/home/article/recommends/news', { id: 1, limit: 9, lang: 'zh' })
  const places = {
    page: await isFound(`/news/${id}`),
    sign: await isFound(`/detail_sign-${id}`),
    payload: await isFound(`/news/${id}/_payload.json?${site.build.id}`),
    list: await shows('/news'),
    search: await shows(`/news?keywords=${encodeURIComponent(title)}的正文`, `href="/news/${id}"`),
    neighbour: await shows('/news/1'),
    sitemap: await shows('/zh/sitemap.xml', `/news/${id}<`),
    feed: await shows('/feed.xml'),
    recommends: recommended.body.includes(title),
    detail: await isFound(`/api/home/article/detail/${id}?lang=zh`),
    calls: await shows('/api/home/article/list/news?lang=zh'),
  }
  return Object.entries(places).flatMap(([place, isShown]) => (isShown ? place : []))
}

t.test('a scheduled article appears, and an expired one disappears, everywhere at its time', async (t) => {
  t.strictSame(await placesOf(2, '主角'), [])
  const everywhere = await placesOf(3, '告别')
  t.equal(everywhere.length, 11)
  const changed = new Promise<void>((resolve) => void site.origin.onChange(() => resolve()))
  time = due
  await changed
  t.strictSame(await placesOf(2, '主角'), everywhere)
  for (const [id, title] of [
    [3, '告别'],
    [4, '草稿甲'],
  ] as const)
    t.strictSame(await placesOf(id, title), [], title)
  t.equal((await site.get('/about/2')).statusCode, 404, 'a draft')
  t.notMatch(await site.body('/about/1'), '草稿乙')
})
