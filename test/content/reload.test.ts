// Reload: changes in the content folder are served without a restart, all at once.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { watchFolder } from '../../server/content/store/watch.ts'
import { someOf } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { createFolder, createWorld, page, siteFiles, type World, writeFiles } from './world.ts'

/** A fake watcher: the test triggers its changes. */
function createHandWatch() {
  const open = new Set<() => void>()
  const watch = async (_folder: string, changed: () => void) => {
    open.add(changed)
    return { close: () => void open.delete(changed) }
  }
  const change = () => {
    for (const changed of open) changed()
  }
  return { watch, change, open }
}

function nextChange(world: World): Promise<unknown> {
  return new Promise((resolve) => void world.origin.onChange(resolve))
}

async function titleOf(world: World): Promise<string | undefined> {
  return (await world.dataOf('article/detail/1?lang=zh'))?.title
}

const article = (title: string) => page(`id: 1\ntitle: ${title}`)

t.test('changes are debounced, and the content is replaced as a whole', async (t) => {
  const { watch, change } = createHandWatch()
  const world = await createWorld(t, { 'product/a.zh.md': article('旧') }, { watch })
  writeFiles(world.folder, {
    'product/a.zh.md': article('新'),
    'product/b.zh.md': page('id: 2\ntitle: 二'),
    'labels.yaml': 'news_intro: { zh: 新 }',
    'brand.yaml': 'zh: { name: 乙 }',
  })
  let count = 0
  world.origin.onChange(() => void count++)
  const changed = nextChange(world)
  for (let event = 0; event < 50; event++) change()
  t.equal(await titleOf(world), '旧')
  await changed
  t.equal(await titleOf(world), '新')
  t.equal((await world.dataOf('article/list/product?lang=zh&keywords=二')).total, 1)
  t.strictSame((await world.post('/api/home/block/label', { lang: 'zh' })).json.data, { news_intro: '新' })
  t.equal((await world.post('/api/home/config/base', {})).json.data.zh.name, '乙')
  t.equal(count, 1, 'fifty events are one reading')
})

t.test('a problem is logged when it appears, not on every reload', async (t) => {
  const world = await createWorld(t, { 'product/a.zh.md': article('7') })
  await world.origin.reload()
  t.equal(world.warnings().length, 1)
  writeFiles(world.folder, { 'product/a.zh.md': article('好'), 'product/b.zh.md': article('8') })
  await world.origin.reload()
  t.equal(await titleOf(world), '好')
  t.strictSame(
    world.warnings().map(({ file }) => file),
    ['product/a.zh.md', 'product/b.zh.md'],
  )
  t.match(world.origin.problems(), [{ file: 'product/b.zh.md' }])
  rmSync(join(world.folder, 'product/b.zh.md'))
  await world.origin.reload()
  t.strictSame(world.origin.problems(), [])
})

t.test('while the folder cannot be read, the previous content is served', async (t) => {
  const { watch, change } = createHandWatch()
  const world = await createWorld(t, { 'product/a.zh.md': article('旧') }, { watch })
  const changed = nextChange(world)
  renameSync(world.folder, `${world.folder}-away`)
  change()
  const failed = () => world.logged.filter(({ event }) => event.startsWith('content reload failed'))
  await until(() => failed().length === 1)
  t.equal(await titleOf(world), '旧')
  renameSync(`${world.folder}-away`, world.folder)
  writeFiles(world.folder, { 'product/a.zh.md': article('新') })
  await changed
  t.equal(await titleOf(world), '新')
  t.equal(failed().length, 1, 'logged once')
})

t.test('where the system reports no changes, scans find them', async (t) => {
  const watch = () => Promise.reject(new Error('ENOSPC'))
  const world = await createWorld(t, { 'product/a.zh.md': article('一') }, { watch })
  writeFiles(world.folder, { 'product/a.zh.md': article('二') })
  await servedAs(t, world, '二')
  t.match(world.warnings(), [{ event: 'content folder not watched, changes are found by scans' }])
})

t.test('a missing folder is an error at the start', async (t) => {
  const folder = join(createFolder(t, {}), 'none')
  await t.rejects(createWorld(t, {}, { folder }), { code: 'ENOENT' })
})

t.test('files and folders saved in any way are read again, each time', async (t) => {
  const world = await createWorld(t, {}, { watch: watchFolder })
  const path = join(world.folder, 'product/a.zh.md')
  mkdirSync(join(world.folder, 'product'))
  for (const round of someOf(['一', '二'], 2)) {
    writeFileSync(path, article(`${round} 写`))
    await servedAs(t, world, `${round} 写`)
    writeFileSync(`${path}~`, article(`${round} 改名`))
    renameSync(`${path}~`, path)
    await servedAs(t, world, `${round} 改名`)
    rmSync(path)
    writeFileSync(path, article(`${round} 再写`))
    await servedAs(t, world, `${round} 再写`)
    const next = createFolder(t, { ...siteFiles, 'product/a.zh.md': article(`${round} 文件夹`) })
    const former = join(createFolder(t, {}), 'former')
    renameSync(world.folder, former)
    renameSync(next, world.folder)
    await servedAs(t, world, `${round} 文件夹`)
  }
})

async function servedAs(t: Test, world: World, title: string): Promise<void> {
  await until(async () => (await titleOf(world)) === title)
  t.equal(await titleOf(world), title)
}
