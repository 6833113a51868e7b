// Content index: a restart parses changed files only, and no state of the file stops a start.
import { rmSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { createLocalReader } from '../helpers/content-reader.ts'
import { createFolder, createPlace, createWorld, page, siteFiles, type World } from './world.ts'

const longAgo = new Date('2026-01-01')
const article = (id: number, title: string, body = '') => page(`id: ${id}\ntitle: ${title}`, body)

async function bodyOf(world: World, id: number): Promise<string | undefined> {
  return (await world.dataOf(`article/detail/${id}?lang=zh`))?.body
}

async function found(world: World, keywords: string): Promise<number[]> {
  const query = new URLSearchParams({ lang: 'zh', keywords })
  const { list } = await world.dataOf(`article/list/product?${query}`)
  return list.map(({ id }: { id: number }) => id)
}

t.test('a restart parses the files whose bytes have changed, and no others', async (t) => {
  const names = ['a', 'b', 'c', 'd'].map((name) => `product/${name}.zh.md`)
  const site = createPlace(
    t,
    Object.fromEntries(names.map((name, at) => [name, article(at + 1, '旧', '旧文')])),
  )
  await (await site.start()).origin.close()
  site.change(`update body set html = 'stored'`)
  site.write({ 'product/b.zh.md': article(2, '新', '新文') })
  utimesSync(join(site.folder, 'product/c.zh.md'), longAgo, longAgo)
  rmSync(join(site.folder, 'product/d.zh.md'))

  const world = await site.start()
  t.equal(await bodyOf(world, 1), 'stored', 'unchanged')
  t.equal(await bodyOf(world, 2), '<p>新文</p>\n', 'changed')
  t.equal(await bodyOf(world, 3), 'stored', 'written again with the same bytes')
  t.equal(await bodyOf(world, 4), undefined, 'removed')
  t.strictSame([await found(world, '新文'), await found(world, '旧文')], [[2], [1, 3]])
})

t.test(
  'an index of other content or of another version is discarded, and its texts are not served',
  async (t) => {
    const site = createPlace(t, { 'product/a.zh.md': article(1, '一') })
    await (await site.start()).origin.close()
    // A broken file of another folder has no valid text here.
    const broken = { 'product/a.zh.md': article(1, '[') }
    const other = createFolder(t, { ...siteFiles, ...broken, 'product/b.zh.md': article(2, '二') })
    const world = await site.start({ folder: other })
    t.strictSame(await found(world, ''), [2])
    await world.origin.close()
    site.newBuild()
    const again = await site.start({ folder: other })
    t.strictSame(await found(again, ''), [2])
  },
)

t.test('content is served where the index cannot be written or read', async (t) => {
  const folder = createFolder(t, { file: '', 'used/lock.sqlite/x': '', 'used/content.sqlite': 'damaged' })
  for (const name of ['file/x', 'used']) {
    const options = { indexFolder: join(folder, name) }
    const world = await createWorld(t, { 'product/a.zh.md': article(1, '一') }, options)
    t.strictSame([world.warnings(), await found(world, '')], [[], [1]], name)
  }
})

t.test('a disk that becomes full stops neither changes nor the last valid texts', async (t) => {
  const local = createLocalReader()
  const full = Object.assign(new Error('database or disk is full'), { code: 'ERR_SQLITE_ERROR' })
  let isFull = false
  const read: typeof local.read = async (options) => {
    if (isFull && options.indexFile.startsWith(site.databaseFile)) throw full
    return local.read(options)
  }
  const site = createPlace(t, {
    'product/a.zh.md': article(1, '一', '旧'),
    'product/b.zh.md': article(2, '二', '旧'),
  })
  const world = await site.start({ reader: { ...local, read } })
  isFull = true
  site.write({ 'product/a.zh.md': article(1, '一', '新'), 'product/b.zh.md': article(2, '[') })
  await world.origin.reload()
  t.strictSame([await bodyOf(world, 1), await bodyOf(world, 2)], ['<p>新</p>\n', '<p>旧</p>\n'])
})
