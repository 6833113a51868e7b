// Publishing with the tools of writers: editors that rename, git, many files at once. What is served is old or new, never half.
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { createFolder, page, siteFiles } from '../content/world.ts'
import { createEmbeddedSite, eventually } from '../helpers/embedded-site.ts'

const news = (id: number, title: string, body = `正文 ${id}`) =>
  page(`id: ${id}\ntitle: ${title}\npublished_at: 2026-01-01T00:00:00Z`, body)

async function createWorld(t: Test, files: Record<string, string>) {
  const folder = createFolder(t, { ...siteFiles, ...files })
  const site = await createEmbeddedSite(t, { folder })
  const total = async (): Promise<number> =>
    JSON.parse(await site.body('/api/home/article/list/news?lang=zh')).data.total
  return { ...site, folder, total }
}

t.test('a file that vim saves (backup, new file, rename) is served, and never missing', async (t) => {
  const world = await createWorld(t, { 'news/a.zh.md': news(1, '旧题') })
  t.match(await world.body('/news/1'), '旧题')
  const file = join(world.folder, 'news/a.zh.md')
  renameSync(file, `${file}~`)
  const statuses = new Set<number>()
  const look = async () => {
    const { statusCode, body } = await world.get('/news/1')
    statuses.add(statusCode)
    return body.includes('新题')
  }
  t.notOk(await look())
  writeFileSync(file, news(1, '新题'))
  rmSync(`${file}~`)
  await eventually(look)
  t.strictSame([...statuses], [200])
})

t.test('500 files at once: all of them, and each list is the old or the new one', async (t) => {
  const world = await createWorld(t, { 'news/a.zh.md': news(1, '一') })
  t.equal(await world.total(), 1)
  const staged = join(world.folder, '.staged')
  mkdirSync(staged)
  for (let id = 2; id <= 501; id++) writeFileSync(join(staged, `${id}.zh.md`), news(id, `第 ${id} 条`))
  for (const name of readdirSync(staged)) renameSync(join(staged, name), join(world.folder, 'news', name))
  await eventually(async () => (await world.total()) === 501)
  t.equal((await world.get('/news/501')).statusCode, 200)
  t.strictSame(world.origin.problems(), [])

  for (let id = 2; id <= 501; id++) rmSync(join(world.folder, `news/${id}.zh.md`))
  await eventually(async () => (await world.total()) === 1)
  t.equal((await world.get('/news/501')).statusCode, 404)
})
