// Content that is public stays public: a file that has become invalid is served with its last valid text.
import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import t, { type Test } from 'tap'
import { createPlace, createWorld, type Files, page, type World } from './world.ts'

const article = (id: number, title: string, more = '') =>
  page(`id: ${id}\ntitle: ${title}\npublished_at: 2026-03-02\n${more}`, `正文${title}`)
const files: Files = {
  'menu.yaml': '- { id: 1, title: { zh: 新闻, en: News }, path: /news }\n',
  'news/fair.zh.md': article(1, '展会'),
  'news/fair.en.md': article(1, 'The fair'),
}

type Place = ReturnType<typeof createPlace>

/** Restarts over changed files: with the index of before, without it as after a new build, and with the index of that. */
async function afterStarts(
  place: Place,
  check: (world: World, start: string) => Promise<void>,
): Promise<void> {
  for (const start of ['restart', 'new build', 'restart after it']) {
    if (start === 'new build') place.newBuild()
    const world = await place.start()
    await check(world, start)
    await world.origin.close()
  }
}

/** A start over valid files, which ends. */
async function createKnownPlace(t: Test, more: Files = {}): Promise<Place> {
  const place = createPlace(t, { ...files, ...more })
  await (await place.start()).origin.close()
  return place
}

const detailOf = (world: World, id = 1, lang = 'zh') => world.dataOf(`article/detail/${id}?lang=${lang}`)
const titleOf = async (world: World, id = 1, lang = 'zh') => (await detailOf(world, id, lang))?.title
const menuOf = async (world: World) =>
  (await world.post('/api/home/route/tree', { lang: 'zh' })).json.data.map(
    ({ path }: { path: string }) => path,
  )
const faultsOf = (world: World) =>
  world.origin.problems().map(({ file, line, effect }) => `${file}:${line} ${effect}`)
const brokenTitle = page('id: 1\ntitle: 展会: 新\npublished_at: 2026-03-02')

t.test('a file that is broken keeps its last valid text, over restarts and new builds', async (t) => {
  const place = await createKnownPlace(t)
  place.write({ 'news/fair.zh.md': brokenTitle, 'menu.yaml': '- { id: 1, title: { zh: 新闻 en: News } }\n' })
  await afterStarts(place, async (world, start) => {
    t.equal(await titleOf(world), '展会', start)
    t.equal((await detailOf(world)).body, '<p>正文展会</p>\n', start)
    t.strictSame((await detailOf(world)).languages, ['zh', 'en'], start)
    t.strictSame(await menuOf(world), ['/news'], start)
    t.strictSame(faultsOf(world), ['news/fair.zh.md:3 kept', 'menu.yaml:1 kept'], start)
    t.match(world.warnings()[0], { file: 'news/fair.zh.md', line: 3, event: /^content file kept/ }, start)
  })
  place.write({ 'news/fair.zh.md': article(1, '新展会') })
  let world = await place.start()
  t.equal(await titleOf(world), '新展会', 'repaired')
  t.strictSame(faultsOf(world), ['menu.yaml:1 kept'])
  await world.origin.close()
  place.write({ 'menu.yaml': '- { id: 1, title: { zh: 产品, en: Products }, path: /product }\n' })
  world = await place.start()
  t.strictSame(await menuOf(world), ['/product'], 'repaired')
})

/** Marks of a file that is not public, each with a mistake. More of them: visibility.test.ts. */
const withheld: Record<string, string> = {
  'published_at as PUBLISHED_AT': 'PUBLISHED_AT: 2126-01-01',
  'a draft in a text that is not YAML': 'summary: a: b\ndraft: true',
}

t.test('a mark of a file that is not public leaves it out, also if it was public', async (t) => {
  const marks = Object.entries(withheld)
  const filesOf = (textOf: (id: number, front: string) => string): Files =>
    Object.fromEntries(marks.map(([, front], at) => [`news/${at + 10}.zh.md`, textOf(at + 10, front)]))
  const english = Object.fromEntries(
    marks.map((_, at) => [`news/${at + 10}.en.md`, article(at + 10, 'Fair')]),
  )
  const marked = filesOf((id, front) => {
    const date = /published_at/i.test(front) ? '' : 'published_at: 2026-03-02\n'
    return page(`id: ${id}\ntitle: 展会\n${date}${front}`)
  })
  const place = await createKnownPlace(t, { ...english, ...filesOf((id) => article(id, '展会')) })
  const check = async (world: World, start: string) => {
    for (const [at, [name]] of marks.entries()) {
      const titles = [await titleOf(world, at + 10), await titleOf(world, at + 10, 'en')]
      t.strictSame(titles, [undefined, 'Fair'], `${name}, ${start}`)
    }
  }
  place.write(marked)
  await afterStarts(place, async (world, start) => {
    await check(world, start)
    const leftOut = faultsOf(world).filter((fault) => fault.endsWith(' left out'))
    t.strictSame(
      leftOut.map((fault) => fault.split(':')[0]),
      Object.keys(marked),
      start,
    )
  })
  place.write(filesOf(() => ''))
  await afterStarts(place, (world) => check(world, 'nor later'))
  await check(await createWorld(t, { ...english, ...marked }), 'at the first start')
})

t.test('a future published_at hides the file until then, and `listed` leaves it out', async (t) => {
  const kinds = ['about', 'manual', 'download']
  const place = createPlace(t, files)
  const steps: [front: string, now: string, status: number][] = [
    ['', '2026-06-01', 200],
    ['published_at: 2026-07-01', '2026-06-01', 404],
    ['published_at: 2026-07-01', '2026-07-02', 200],
    ['listed: false', '2026-07-02', 404],
  ]
  for (const [front, date, expected] of steps) {
    for (const kind of kinds) place.write({ [`${kind}/x.zh.md`]: page(`id: 7\ntitle: 它\n${front}`) })
    const world = await place.start({ now: () => Date.parse(date) })
    for (const kind of kinds)
      t.equal((await world.get(`/api/home/${kind}/7?lang=zh`)).status, expected, `${kind} ${front}`)
    await world.origin.close()
  }
})

t.test('a text with a mistake that would show no more or less than the valid one keeps that', async (t) => {
  const limits = 'expires_at: 2126-01-01\nlisted: false\ndraft: false'
  const place = await createKnownPlace(t, {
    'news/fair.zh.md': article(1, '展会', limits),
    'news/open.zh.md': article(2, '开业', 'sign: open'),
    'news/a.zh.md': article(3, '甲', 'sign: a'),
    'news/part.zh.md': article(12, '部分', 'parent: 2'),
  })
  const broken = page(`id: 1\ntitle: a: b\npublished_at: 2026-02-01\n${limits}`, 'Draft: true\n')
  place.write({
    'news/fair.zh.md': broken,
    'news/open.zh.md': article(1, '别人的编号', 'sign: open'),
    'news/a.zh.md': article(3, '乙', 'sign: open'),
    'news/part.zh.md': article(12, '部分', 'parent: 99'),
  })
  await afterStarts(place, async (world, start) => {
    const titles = [1, 2, 3, 12].map((id) => titleOf(world, id))
    t.strictSame(await Promise.all(titles), ['展会', '开业', '甲', '部分'], start)
    t.strictSame(
      faultsOf(world).sort(),
      ['news/a.zh.md:5 kept', 'news/fair.zh.md:3 kept', 'news/open.zh.md:2 kept', 'news/part.zh.md:5 kept'],
      start,
    )
  })
})

t.test('a copied article with the id forgotten takes nothing from the public one', async (t) => {
  const place = await createKnownPlace(t)
  const copy = article(1, '副本', 'sign: copy')
  place.write({
    'news/a-copy.zh.md': copy,
    'news/a-copy.en.md': copy,
    'product/copy.zh.md': page('id: 1\ntitle: p'),
  })
  await afterStarts(place, async (world, start) => {
    t.equal(await titleOf(world), '展会', start)
    t.equal(await titleOf(world, 1, 'en'), 'The fair', start)
    t.strictSame(
      world.origin.problems().map(({ file, problem, effect }) => [file, problem, effect]),
      ['news/a-copy.en.md', 'news/a-copy.zh.md', 'product/copy.zh.md'].map((file) => [
        file,
        `id 1 is already used by news/fair.${file.split('.')[1]}.md; the next free id is 2`,
        'left out',
      ]),
      start,
    )
  })
  for (const lang of ['zh', 'en']) rmSync(join(place.folder, `news/fair.${lang}.md`))
  const world = await place.start()
  t.equal(await titleOf(world), '副本', 'when the first one is deleted, the copy has the id')
})

t.test('the two languages of an item may get another id one after the other', async (t) => {
  const place = await createKnownPlace(t)
  place.write({ 'news/fair.zh.md': article(5, '新号') })
  await afterStarts(place, async (world) => void t.equal(await titleOf(world), '展会'))
  place.write({ 'news/fair.en.md': article(5, 'New number') })
  await afterStarts(place, async (world) => {
    t.strictSame([await titleOf(world, 5), await titleOf(world, 5, 'en')], ['新号', 'New number'])
    t.strictSame(faultsOf(world), [])
  })
})

t.test(
  'the database is private, and loses the texts that are deleted; an empty folder deletes none',
  async (t) => {
    const place = await createKnownPlace(t)
    t.equal(statSync(place.databaseFile).mode & 0o777, 0o600)
    const texts = () => {
      const database = new DatabaseSync(place.databaseFile)
      const rows = database.prepare('select path from text').all()
      database.close()
      return rows.length
    }
    t.equal(texts(), 6)
    rmSync(join(place.folder, 'news/fair.en.md'))
    await (await place.start()).origin.close()
    t.equal(texts(), 5)
    for (const file of ['news', 'menu.yaml', 'site.yaml', 'labels.yaml', 'banners.yaml'])
      rmSync(join(place.folder, file), { recursive: true })
    await (await place.start()).origin.close()
    t.equal(texts(), 5)
  },
)

t.test('a damaged database is moved away, not deleted', async (t) => {
  const place = await createKnownPlace(t)
  writeFileSync(place.databaseFile, Buffer.alloc(8192, 'x'))
  const world = await place.start()
  t.match(world.warnings(), [{ event: 'content database not usable, made anew' }])
  t.equal(await titleOf(world), '展会')
  t.equal(statSync(`${place.databaseFile}.damaged`).size, 8192)
  await world.origin.close()
  place.write({ 'menu.yaml': '- {' })
  t.strictSame(await menuOf(await place.start()), ['/news'], 'the texts are written again')
})
