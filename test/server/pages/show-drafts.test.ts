// A server with SHOW_DRAFTS: drafts, scheduled and expired items everywhere, for those with the password, stored and indexed nowhere.
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { addDrafts, draftTitle } from '../../helpers/drafts.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const password = 'correct-horse'
const basic = (given: string) => ({
  authorization: `Basic ${Buffer.from(`any:${given}`).toString('base64')}`,
})
const env = { SHOW_DRAFTS: 'on', PREVIEW_PASSWORD: password }
const news = (id: number, title: string, more: string) =>
  page(`id: ${id}\ntitle: ${title}\n${more}`, `正文 ${id}`)

const folderOf = {
  ...siteFiles,
  'news/public.zh.md': news(1, '已发布', 'published_at: 2026-01-01'),
  'news/draft.zh.md': news(2, '草稿标题', 'published_at: 2026-01-02\ndraft: true'),
  'news/later.zh.md': news(3, '将来标题', 'published_at: 2099-01-01'),
  'news/over.zh.md': news(4, '过期标题', 'published_at: 2026-01-03\nexpires_at: 2026-02-01'),
  'about/draft.zh.md': page('id: 1\ntitle: 关于草稿\ndraft: true', '关于'),
}
const now = () => Date.parse('2026-06-01T00:00:00Z')

t.test('it shows what is not public, with its status, to those with the password', async (t) => {
  const site = await createEmbeddedSite(t, { folder: createFolder(t, folderOf), now, env })
  for (const [path, title, status] of [
    ['/news/2', '草稿标题', '草稿'],
    ['/news/3', '将来标题', '定时发布'],
    ['/news/4', '过期标题', '已过期'],
    ['/about/1', '关于草稿', '草稿'],
  ] as const) {
    const { statusCode, headers, body } = await site.get(path, basic(password))
    t.equal(statusCode, 200, path)
    t.match(headers, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    t.match(body, title)
    t.match(body, new RegExp(`preview-bar.*<strong>${status}`))
  }
  const { body } = await site.get('/news', basic(password))
  for (const title of ['已发布', '草稿标题', '将来标题', '过期标题']) t.match(body, title)
  t.notMatch((await site.get('/news/1', basic(password))).body, /preview-bar.*<strong>/)
})

t.test('everything but probes asks for the password; wrong ones are limited', async (t) => {
  const site = await createEmbeddedSite(t, { folder: createFolder(t, folderOf), now, env })
  for (const path of [
    '/',
    '/news/2',
    '/api/home/article/detail/2?lang=zh',
    '/feed.xml',
    '/sitemap.xml',
    '/media/x.svg',
  ]) {
    const { statusCode, headers, body } = await site.get(path)
    t.equal(statusCode, 401, path)
    t.match(headers, { 'www-authenticate': /^Basic /, 'cache-control': 'private, no-store' })
    t.notMatch(body, '草稿标题')
  }
  for (const path of ['/livez', '/readyz', '/metrics']) t.equal((await site.get(path)).statusCode, 200, path)
  t.equal((await site.get('/robots.txt', basic(password))).body, 'User-agent: *\nDisallow: /\n')
  const statuses: number[] = []
  for (let count = 0; count < 12; count++) statuses.push((await site.get('/', basic('wrong'))).statusCode)
  t.strictSame([statuses[0], statuses.at(-1)], [401, 429])
  t.equal((await site.get('/', basic(password))).statusCode, 200, 'a right one is never counted')
})

t.test('a public server has none of it', async (t) => {
  const site = await createEmbeddedSite(t, { folder: createFolder(t, folderOf), now })
  for (const path of ['/news/2', '/news/3', '/news/4', '/about/1'])
    t.equal((await site.get(path)).statusCode, 404, path)
  t.notMatch((await site.get('/news')).body, /草稿标题|将来标题|过期标题|preview-bar/)
})

t.test('an upstream is asked for drafts, and nothing of it is stored', async (t) => {
  const config = { showDrafts: true, previewPassword: password }
  const site = await createSmallSite(t, { config })
  addDrafts(site.origin)
  for (const round of [1, 2]) {
    const { statusCode, body } = await site.get('/en/news/99', basic(password))
    t.equal(statusCode, 200)
    t.match(body, draftTitle)
    t.equal(site.origin.hits.filter((hit) => hit.includes('/detail/99?lang=en')).length, round)
  }
})
