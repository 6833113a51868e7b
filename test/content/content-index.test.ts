// Content index: a restart parses changed files only, and no state of the file stops a start.
import { rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { createLocalReader } from '../helpers/content-reader.ts'
import { until } from '../helpers/until.ts'
import { startProgram } from '../server/commands/process.ts'
import { createFolder, createWorld, type Files, page, siteFiles, type World, writeFiles } from './world.ts'

const longAgo = new Date('2026-01-01')
const article = (id: number, title: string, body = '') => page(`id: ${id}\ntitle: ${title}`, body)

/** A content folder and a folder for its index, for several starts. */
function createSite(t: Test, files: Files) {
  const folder = createFolder(t, { ...siteFiles, ...files })
  const indexFolder = join(createFolder(t, {}), 'content')
  const indexFile = join(indexFolder, 'content.sqlite')
  return {
    folder,
    indexFile,
    start: (options = {}) => createWorld(t, {}, { folder, indexFolder, ...options }),
    change(sql: string) {
      const database = new DatabaseSync(indexFile)
      database.exec(sql)
      database.close()
    },
  }
}

async function bodyOf(world: World, id: number): Promise<string | undefined> {
  return (await world.get(`/api/home/article/detail/${id}?lang=zh`)).json.data?.body
}

async function found(world: World, keywords: string): Promise<number[]> {
  const query = new URLSearchParams({ lang: 'zh', keywords })
  const { json } = await world.get(`/api/home/article/list/product?${query}`)
  return json.data.list.map(({ id }: { id: number }) => id)
}

t.test('a restart parses the files whose bytes have changed, and no others', async (t) => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `product/${name}.zh.md`)
  const site = createSite(
    t,
    Object.fromEntries(names.map((name, at) => [name, article(at + 1, '旧', '旧文')])),
  )
  await (await site.start()).origin.close()
  site.change(`update body set html = 'stored'`)
  writeFiles(site.folder, { 'product/b.zh.md': article(2, '新', '新文') })
  utimesSync(join(site.folder, 'product/c.zh.md'), longAgo, longAgo)
  rmSync(join(site.folder, 'product/d.zh.md'))

  const world = await site.start()
  t.equal(await bodyOf(world, 1), 'stored', 'unchanged')
  t.equal(await bodyOf(world, 2), '<p>新文</p>\n', 'changed')
  t.equal(await bodyOf(world, 3), 'stored', 'written again with the same bytes')
  t.equal(await bodyOf(world, 4), undefined, 'removed')
  t.strictSame([await found(world, '新文'), await found(world, '旧文')], [[2], [1, 3]])
})

t.test('a folder that has not changed is not read at a restart', async (t) => {
  const site = createSite(t, {
    'product/a.zh.md': article(1, '一号水表', '文'),
    'product/b.zh.md': article(2, '['),
    'product/c.zh.md': page('id: 3\ntitle: 三\npublished_at: 2026-06-01T00:00:00Z'),
  })
  const local = createLocalReader()
  let readings = 0
  const reader: typeof local = {
    ...local,
    async read(job) {
      const outcome = await local.read(job)
      // A reading that an earlier process has stored has no changes.
      if (outcome.reading?.at === now) readings++
      return outcome
    },
  }
  let now = Date.parse('2026-03-01')
  const restart = async () => {
    now++
    readings = 0
    const world = await site.start({ reader, now: () => now })
    const { version } = world.origin.contentUpdate()
    const seen = [readings, await found(world, ''), await bodyOf(world, 1), world.warnings().length, version]
    await world.origin.close()
    return seen
  }
  const first = await restart()
  t.strictSame(first.slice(0, 4), [1, [1], '<p>文</p>\n', 1])
  t.strictSame(await restart(), [0, ...first.slice(1)], 'the same')
  now = Date.parse('2026-02-01')
  t.equal((await restart())[0], 1, 'the clock was set back')
  now = Date.parse('2026-07-01')
  t.strictSame((await restart()).slice(0, 2), [1, [3, 1]], 'an item has become due')
  utimesSync(join(site.folder, 'product/a.zh.md'), longAgo, longAgo)
  t.equal((await restart())[0], 1, 'a file was written')
})

t.test('an index of other content or of another version is discarded without a warning', async (t) => {
  const site = createSite(t, { 'product/a.zh.md': article(1, '一') })
  await (await site.start()).origin.close()
  const other = createFolder(t, { ...siteFiles, 'product/b.zh.md': article(2, '二') })
  const world = await site.start({ folder: other })
  t.strictSame([world.warnings(), await found(world, '')], [[], [2]])
  await world.origin.close()
  site.change(`update state set value = json_set(value, '$[0]', 'older') where name = 'identity'`)
  const again = await site.start({ folder: other })
  t.strictSame([again.warnings(), await found(again, '')], [[], [2]])
})

t.test('a damaged index is made anew, with one warning', async (t) => {
  const site = createSite(t, { 'product/a.zh.md': article(1, '一') })
  const damages = {
    'not a database': () => writeFileSync(site.indexFile, 'x'.repeat(8192)),
    'other tables': () => site.change('drop table served'),
  }
  for (const [name, damage] of Object.entries(damages)) {
    await (await site.start()).origin.close()
    damage()
    const world = await site.start()
    t.match(world.warnings(), [{ event: 'content database not usable, made anew' }], name)
    t.strictSame(await found(world, ''), [1], name)
    await world.origin.close()
  }
})

t.test('a second server has an index of its own, and the folder is free after the first one', async (t) => {
  const site = createSite(t, { 'product/a.zh.md': article(1, '一') })
  const temporary = (world: World) => world.logged.some(({ event }) => /temporary folder/.test(event))
  const first = await site.start()
  const second = await site.start()
  t.strictSame([temporary(first), temporary(second)], [false, true])
  t.strictSame([await found(first, ''), await found(second, '')], [[1], [1]])
  await first.origin.close()
  t.equal(temporary(await site.start()), false)
})

t.test('content is served where the index folder cannot be written', async (t) => {
  const folder = createFolder(t, { file: '' })
  const world = await createWorld(
    t,
    { 'product/a.zh.md': article(1, '一') },
    { indexFolder: join(folder, 'file/x') },
  )
  t.strictSame([world.warnings(), await found(world, '')], [[], [1]])
})

t.test('a disk that becomes full stops neither changes nor the last valid texts', async (t) => {
  const local = createLocalReader()
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  let isFull = false
  const read: typeof local.read = async (options) => {
    if (isFull && options.indexFile.startsWith(site.indexFile)) throw full
    return local.read(options)
  }
  const site = createSite(t, {
    'product/a.zh.md': article(1, '一', '旧'),
    'product/b.zh.md': article(2, '二', '旧'),
  })
  const world = await site.start({ reader: { ...local, read } })
  isFull = true
  writeFiles(site.folder, { 'product/a.zh.md': article(1, '一', '新'), 'product/b.zh.md': article(2, '[') })
  await world.origin.reload()
  t.strictSame([await bodyOf(world, 1), await bodyOf(world, 2)], ['<p>新</p>\n', '<p>旧</p>\n'])
})

t.test('a worker thread reads many files, at the start and after a change', async (t) => {
  const count = 1100
  const names = Array.from({ length: count }, (_, at) => `product/p${String(at + 1).padStart(4, '0')}.zh.md`)
  const files = Object.fromEntries(names.map((name, at) => [name, article(at + 1, '一', `第 ${at + 1} 篇`)]))
  const broken = ['product/p0003.zh.md', 'product/p0700.zh.md', 'product/p1099.zh.md']
  for (const file of broken) files[file] = page('id: 0\ntitle: 一')
  const folder = createFolder(t, { ...siteFiles, ...files })
  const { url, lines } = await startProgram(t, { CONTENT_DIR: folder })
  const problem = 'id: expected a positive whole number'
  t.match(
    lines.filter(({ level }) => level > 30),
    broken.map((file) => ({ file, line: 2, problem })),
  )
  const dataOf = async (call: string) =>
    (await (await fetch(`${url}/api/home/article/${call}?lang=zh`)).json()).data
  t.equal((await dataOf('list/product')).total, count - broken.length)
  for (const id of [1, 600, 1100]) t.equal((await dataOf(`detail/${id}`)).body, `<p>第 ${id} 篇</p>\n`)
  writeFiles(folder, { 'product/p1100.zh.md': article(1100, '一', '新') })
  await until(async () => (await dataOf('detail/1100')).body === '<p>新</p>\n')
})
