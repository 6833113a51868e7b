// Previews of the embedded content: drafts, scheduled and expired items on their pages and in lists, for the link alone.
import t from 'tap'
import { createFolder, page, siteFiles } from '../../content/world.ts'
import { createEmbeddedSite } from '../../helpers/embedded-site.ts'
import { previewLink } from '../../helpers/preview-world.ts'

const token = 'a-secret-of-operators'
const news = (id: number, title: string, more: string) =>
  page(`id: ${id}\ntitle: ${title}\n${more}`, `正文 ${id}`)

const folderOf = {
  ...siteFiles,
  'news/public.zh.md': news(1, '已发布', 'published_at: 2026-01-01'),
  'news/draft.zh.md': news(2, '草稿标题', 'published_at: 2026-01-02\ndraft: true'),
  'news/later.zh.md': news(3, '将来标题', 'published_at: 2099-01-01'),
  'news/over.zh.md': news(4, '过期标题', 'published_at: 2026-01-03\nexpires_at: 2026-02-01'),
  'about/draft.zh.md': page('id: 1\ntitle: 关于草稿\ndraft: true', '关于'),
  'manual/draft.zh.md': page('id: 1\ntitle: 手册草稿\ndraft: true', '手册'),
  'download/draft.zh.md': page('id: 36\ntitle: 资料草稿\ndraft: true', ''),
}

t.test('a preview link shows what is not public, and the public pages stay as they are', async (t) => {
  const now = () => Date.parse('2026-06-01T00:00:00Z')
  const site = await createEmbeddedSite(t, {
    folder: createFolder(t, folderOf),
    now,
    env: { OPS_TOKEN: token },
  })
  const [, query = ''] = /(\?.*)/.exec(await previewLink(site, '/news/2', token)) ?? []
  const pages = {
    '/news/2': ['草稿标题', '草稿'],
    '/news/3': ['将来标题', '定时发布'],
    '/news/4': ['过期标题', '已过期'],
    '/about/1': ['关于草稿', '草稿'],
    '/manual/1': ['手册草稿', '草稿'],
    '/download36': ['资料草稿', '草稿'],
  }
  for (const [path, [title = '', status = '']] of Object.entries(pages)) {
    t.equal((await site.get(path)).statusCode, 404, `${path} is not public`)
    const { statusCode, headers, body } = await site.get(path + query)
    t.equal(statusCode, 200, path)
    t.match(headers, { 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
    t.match(body, title, path)
    t.match(body, new RegExp(`<strong>${status}`), path)
    t.equal((await site.get(path)).statusCode, 404, `${path} is not public afterwards`)
  }
  const list = await site.body(`/news${query}`)
  for (const title of ['已发布', '草稿标题', '将来标题', '过期标题']) t.match(list, title)
  const publicList = await site.body('/news')
  t.match(publicList, '已发布')
  for (const title of ['草稿标题', '将来标题', '过期标题']) t.notMatch(publicList, title)
})
