// Publishing: what a change of the content folder purges, and what stays in the cache; the tools of writers.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createFolder, page, siteFiles, writeFiles } from '../content/world.ts'
import { createEmbeddedSite, eventually } from '../helpers/embedded-site.ts'
import { words } from '../helpers/words.ts'

const news = (id: number, title: string, body = `正文 ${id}`) =>
  page(`id: ${id}\ntitle: ${title}\npublished_at: 2026-01-${10 + (id % 10)}T00:00:00Z\n`, body)

const files = {
  ...siteFiles,
  'news/a.zh.md': news(1, '一'),
  'news/a.en.md': news(1, 'One'),
  'news/b.zh.md': news(2, '二'),
  'news/c.zh.md': news(3, '三'),
  'news/d.zh.md': news(4, '四'),
  'news/e.zh.md': news(5, '五'),
  'news/f.zh.md': news(6, '六'),
  'product/a.zh.md': page('id: 100\ntitle: 产品', '产品正文'),
  'about/a.zh.md': page('id: 1\ntitle: 关于', '关于正文'),
}

const urls = words(`
  /news /news/1 /en/news/1 /news/2 /news/3 /news/6 /product /product/100 /about/1
`)

const folder = createFolder(t, files)
const site = await createEmbeddedSite(t, { folder })

async function fill() {
  for (const url of urls) await site.get(url)
}

/** The addresses that are no longer in the cache. */
async function missing() {
  const missed = []
  for (const url of urls) if (!(await site.isHit(url))) missed.push(url)
  return missed
}

function update(work: () => void): Promise<void> {
  const changed = new Promise<void>((resolve) => {
    const stop = site.origin.onChange(() => {
      stop()
      resolve()
    })
  })
  work()
  return changed
}

t.test('an edited text purges its own page and nothing else', async (t) => {
  await fill()
  t.strictSame(await missing(), [])
  await update(() => writeFiles(folder, { 'news/a.zh.md': news(1, '一', '新正文') }))
  t.strictSame(await missing(), ['/news/1'])
  t.match(await site.body('/news/1'), '新正文')
})

t.test('an edited title purges lists, neighbours and recommendations that show it', async (t) => {
  await fill()
  t.match(await site.body('/feed.xml'), '一')
  await update(() => writeFiles(folder, { 'news/a.zh.md': news(1, '新题') }))
  // 1 is the oldest: the neighbour of 2, and not among the three newest, which are recommended.
  t.strictSame(await missing(), ['/news', '/news/1', '/news/2'])
  for (const url of ['/news', '/news/1', '/news/2', '/feed.xml']) t.match(await site.body(url), '新题', url)
})

t.test('a new and a deleted article are in and out of pages, lists, sitemaps and calls', async (t) => {
  await fill()
  t.equal((await site.get('/news/8')).statusCode, 404)
  await update(() => writeFiles(folder, { 'news/g.zh.md': news(8, '八') }))
  t.equal((await site.get('/news/8')).statusCode, 200)
  t.match(await site.body('/news'), '八')
  t.match(await site.body('/zh/sitemap.xml'), '/news/8<')
  t.match(await site.body('/api/home/article/list/news?lang=zh&keywords=八'), '"id":8')
  await update(() => rmSync(join(folder, 'news/g.zh.md')))
  t.equal((await site.get('/news/8')).statusCode, 404)
  t.notMatch(await site.body('/news'), '八')
  t.notMatch(await site.body('/zh/sitemap.xml'), '/news/8<')
})

t.test('a file that vim saves (backup, new file, rename) is served, and never missing', async (t) => {
  const file = join(folder, 'news/b.zh.md')
  const statuses = new Set<number>()
  const look = async () => {
    const { statusCode, body } = await site.get('/news/2')
    statuses.add(statusCode)
    return body.includes('另一题')
  }
  renameSync(file, `${file}~`)
  t.notOk(await look())
  writeFileSync(file, news(2, '另一题'))
  rmSync(`${file}~`)
  await eventually(look)
  t.strictSame([...statuses], [200])
})

t.test('500 files at once: all of them, and each list is the old or the new one', async (t) => {
  const total = async () => JSON.parse(await site.body('/api/home/article/list/news?lang=zh')).data.total
  const before = await total()
  const staged = join(folder, '.staged')
  const ids = Array.from({ length: 500 }, (_, at) => at + 1000)
  mkdirSync(staged)
  for (const id of ids) writeFileSync(join(staged, `${id}.zh.md`), news(id, `第 ${id} 条`))
  t.equal(await total(), before, 'a hidden folder')
  for (const name of readdirSync(staged)) renameSync(join(staged, name), join(folder, 'news', name))
  await eventually(async () => (await total()) === before + ids.length)
  t.equal((await site.get('/news/1499')).statusCode, 200)
  t.strictSame(site.origin.problems(), [])
  for (const id of ids) rmSync(join(folder, `news/${id}.zh.md`))
  await eventually(async () => (await total()) === before)
  t.equal((await site.get('/news/1499')).statusCode, 404)
})

t.test('an empty folder, as of a network folder that is not mounted, changes nothing', async (t) => {
  for (const name of ['news', 'product', 'about', ...Object.keys(siteFiles)])
    rmSync(join(folder, name), { recursive: true })
  await eventually(() => site.lines.some(({ msg }) => String(msg).startsWith('content reload failed')))
  t.equal((await site.get('/news/1')).statusCode, 200)
})

t.test('changes made while the server was down are purged from its snapshot', async (t) => {
  const folder = createFolder(t, files)
  const env = { CACHE_SNAPSHOT_SECONDS: '3600' }
  const first = await createEmbeddedSite(t, { folder, env })
  for (const url of urls) await first.get(url)
  await first.close()
  writeFiles(folder, { 'news/a.zh.md': news(1, '停机时') })
  const second = await createEmbeddedSite(t, { folder, env, dataDir: first.dataDir })
  t.match(await second.body('/news/1'), '停机时')
  t.match(await second.body('/news'), '停机时')
  for (const url of ['/en/news/1', '/product/100', '/about/1']) t.ok(await second.isHit(url), url)
})
