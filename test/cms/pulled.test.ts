// What is pulled from content systems: the same features over each of them, changes, removals, outages.
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { pulledFolder } from '../../server/store/pull/folder.ts'
import { defaultSections } from '../../shared/sections.ts'
import { answerJson, type TestCms } from '../helpers/cms.ts'
import { ifLong } from '../helpers/long.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { createStrapi, entryOf, picture } from '../helpers/strapi.ts'
import { createSystem, secret, systems } from '../helpers/systems.ts'
import { until } from '../helpers/until.ts'
import { createWordPress, postOf } from '../helpers/wordpress.ts'
import { runProgram } from '../server/commands/process.ts'
import { fixtureOf, type Recording } from './record.ts'

type Row = { id: number; translations: Record<string, unknown>[] }
type Item = { id: number; title: string; sign?: string; category?: string }
type Site = Awaited<ReturnType<typeof createTestPulled>>

for (const system of Object.keys(systems))
  t.test(
    `${system}: every feature, and all of it after a restart with the system dead`,
    system === 'wordpress-polylang' ? ifLong : {},
    async (t) => {
      const first = await createSystem(t, system)
      const { cms, env, dataDir } = first
      const requests = cms.requests.length
      await features(t, first)
      t.equal(cms.requests.length, requests, 'visitors cost the system no request')
      t.strictSame(first.origin.problems?.(), [], 'no item is left out')
      await first.close()

      cms.answer('', (response) => response.destroy())
      const second = await createTestPulled(t, env, dataDir)
      await second.ready()
      await features(t, second)
      await second.poll()
      await secretsStay(t, first, second)
      // What everybody gets of published posts is read without it.
      const none = system.startsWith('wordpress') ? [undefined] : []
      const allowed = [`Bearer ${secret}`, `Basic ${basic}`, ...none]
      t.ok(cms.requests.every(({ headers }) => allowed.includes(headers.authorization)))
    },
  )

const basic = Buffer.from(`editor:${secret}`).toString('base64')

/** Neither the token nor the address of the system is in a response, a log line or a file. */
async function secretsStay(t: Test, first: Site & { cms: TestCms }, second: Site) {
  const entries = await readdir(pulledFolder(first.config), { recursive: true, withFileTypes: true })
  const files = entries.filter((one) => one.isFile())
  const stored = files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8'))
  const logged = JSON.stringify([...first.lines, ...second.lines])
  const texts = [...first.texts, ...second.texts, ...(await Promise.all(stored)), logged]
  t.ok(texts.length > 100)
  for (const hidden of [secret, basic, ...first.cms.urls.map((url) => new URL(url).host)])
    t.equal(
      texts.find((text) => text.includes(hidden)),
      undefined,
    )
}

async function features(t: Test, { get, post }: Awaited<ReturnType<typeof createTestPulled>>) {
  let files = 0
  for (const lang of ['zh', 'en']) {
    for (const category of defaultSections.slugs) {
      const { data } = await get(`/api/home/article/list/${category}?lang=${lang}&page_size=50`)
      t.ok(data.list.length > 2, `${lang} ${category}`)
      t.equal(data.total, data.list.length)
      const [, second] = data.list as Item[]
      const { data: item } = await get(`/api/home/article/detail/${second!.id}?lang=${lang}`)
      t.match(item, { title: second!.title, body: /<p>/, category, languages: Array })
      t.ok(item.prev && item.next, `${lang} ${category}: neighbours`)
    }
    const { data: product } = await get(`/api/home/article/info/tl-mag?lang=${lang}`)
    t.match(product, { cover: /^\/media\//, specs: [{ name: String, value: String }], items: [{}, {}] })
    t.ok(
      product.attachments.every(
        ({ url, size }: { url: string; size: number }) => url.startsWith('/media/') && size > 0,
      ),
    )
    const { data: part } = await get(`/api/home/article/detail/${product.items[0].id}?lang=${lang}`)
    t.equal(part.parent_id, product.id)
    const { data: recommended } = await post('/api/home/article/recommends/news', { limit: 3, lang })
    t.equal(recommended.length, 3)
    const { data: tagged } = await get(
      `/api/home/article/list/product?lang=${lang}&tag=${encodeURIComponent(product.tags[0])}`,
    )
    t.ok(
      tagged.list.some(({ sign }: Item) => sign === 'tl-mag'),
      'lists by tag',
    )
    const { data: found } = await get(`/api/home/search?lang=${lang}&q=${lang === 'zh' ? '校准' : 'flow'}`)
    t.ok(found.total > 2, `${lang}: search`)
    t.match((await get(`/api/home/about/0?lang=${lang}`)).data, { body: /<p>/ })
    t.match((await get(`/api/home/about/info/contact?lang=${lang}`)).data, { sign: 'contact', siblings: [] })
    const { data: download } = await get(`/api/home/download/0?lang=${lang}`)
    const ofAll = await Promise.all(
      (download.categories as Item[]).map(({ id }) => get(`/api/home/download/${id}?lang=${lang}`)),
    )
    files += ofAll.reduce((sum, { data }) => sum + data.items.length, 0)
    const { data: manual } = await get(`/api/home/manual/0?lang=${lang}`)
    t.ok(manual.chapters.length > 0)
    t.ok(manual.siblings.length > 2, 'the index of manuals')
  }
  t.ok(files > 2, 'files of download pages')
  const menu = (await post('/api/home/route/tree', {})).data
  t.ok(menu.length > 2)
  t.ok((await post('/api/home/config/base', {})).data.zh.title)
}

/** Strapi with these news alone. */
async function createNews(t: Test, entries: ReturnType<typeof entryOf>[]) {
  const site = await createStrapi(t, { articles: entries })
  const titles = async () => {
    const { data } = await site.get('/api/home/article/list/news?lang=zh&page_size=100')
    return (data.list as Item[]).map(({ title }) => title).sort()
  }
  return {
    ...site,
    titles,
    total: async () => (await site.get('/api/home/article/list/news?lang=zh')).data.total,
    titled: (wanted: string[]) => until(async () => String(await titles()) === String(wanted.toSorted())),
  }
}

t.test(
  'a poll finds what is new, changed and gone; a changed date is not needed for what is gone',
  async (t) => {
    const entries = [1, 2, 3].map((number) => entryOf(number))
    const { poll, titled } = await createNews(t, entries)
    await titled(['标题 1', '标题 2', '标题 3'])
    const later = { updatedAt: new Date(Date.now() + 60_000).toISOString() }
    entries[0] = entryOf(1, { title: '改了', ...later })
    entries.push(entryOf(4, later))
    await poll()
    await titled(['改了', '标题 2', '标题 3', '标题 4'])
    entries.splice(1, 1)
    await poll()
    await titled(['改了', '标题 3', '标题 4'])
  },
)

t.test('what no date shows is found when everything is read again in turn', async (t) => {
  const entries = [1, 2, 3].map((number) => entryOf(number))
  const { poll, titles } = await createNews(t, entries)
  entries[1] = entryOf(2, { title: '无日期的修改' })
  await until(async () => {
    await poll()
    return (await titles()).includes('无日期的修改')
  })
})

t.test('half of the entries gone at once: held, named, and removed when released', async (t) => {
  const entries = Array.from({ length: 60 }, (_, index) => entryOf(index + 1))
  const { poll, total, titled, lines, origin, env, dataDir } = await createNews(t, entries)
  const all = entries.splice(30)
  await poll()
  await poll()
  t.equal(await total(), 60, 'nothing goes')
  t.equal(lines.filter(({ msg }) => msg === 'removal held').length, 1, 'said once')
  t.match(origin.warnings?.(), ['content system: removals are held'])
  t.match(origin.pullFacts?.(), { held: 30 })
  const programEnv = { ...env, DATA_DIR: dataDir }
  const { code, out } = await runProgram(['content', 'report'], programEnv)
  t.equal(code, 0)
  t.match(out, /news: zh 60, en 0/)
  t.match(out, /Removal held, 30 files/)
  t.equal((await runProgram(['content', 'release'], programEnv)).code, 0)
  await until(async () => {
    await poll()
    return origin.pullFacts?.().held === 0
  })
  await titled(entries.map(({ title }) => title))
  t.equal(all.length, 30)
  t.strictSame(origin.warnings?.(), [])
})

t.test('a token that is revoked, or a page of maintenance: nothing goes, and it is named once', async (t) => {
  const entries = [1, 2, 3].map((number) => entryOf(number))
  const { poll, titles, lines, origin, cms, env } = await createNews(t, entries)
  answerJson(cms, '/api/', { error: {} }, { status: 403 })
  await poll()
  await poll()
  t.equal((await titles()).length, 3)
  t.strictSame(origin.warnings?.(), ['content system: access denied (API_TOKEN)'])
  t.equal(lines.filter(({ msg }) => msg === 'source denied').length, 1)
  cms.answer('/api/', (response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>'),
  )
  await poll()
  t.equal((await titles()).length, 3)
  t.match(origin.warnings?.(), [/not reachable, or no usable response/])
  t.notMatch(JSON.stringify(origin.warnings?.()), new RegExp(new URL(env['API_BASE']!).host))
})

t.test('WordPress with a wrong password sends what is public: it is named, and nothing goes', async (t) => {
  const site = await createWordPress(t, { posts: [postOf(1)] })
  answerJson(site.cms, '/wp/v2/users/me', { code: 'incorrect_password' }, { status: 401 })
  await site.poll()
  await site.poll()
  t.strictSame(site.origin.warnings?.(), ['content system: access denied (API_TOKEN)'])
  t.equal((await site.get('/api/home/article/info/sign-1?lang=zh')).status, 200)
})

t.test('404 to everything, or a list where an object belongs: nothing goes', async (t) => {
  const { poll, titles, lines, origin, cms } = await createNews(
    t,
    [1, 2, 3].map((number) => entryOf(number)),
  )
  for (const [status, body] of [
    [404, { error: {} }],
    [200, []],
    [200, {}],
    [500, 'x'],
  ] as const) {
    answerJson(cms, '', body, { status })
    await poll()
    await poll()
    t.equal((await titles()).length, 3, `${status} ${JSON.stringify(body)}`)
    t.match(origin.warnings?.(), [/no usable response/])
  }
  t.equal(lines.filter(({ msg }) => msg === 'source unreachable').length, 1)
})

t.test('a webhook: its entries are read again at once; a takedown is never held', async (t) => {
  const entries = Array.from({ length: 60 }, (_, index) => entryOf(index + 1))
  const { titled, titles, notify } = await createNews(t, entries)
  entries[0] = entryOf(1, { title: '立即可见' })
  t.match(await notify('entry.update', 1), { changes: [], isRemoved: false })
  t.ok((await titles()).includes('立即可见'))
  const rest = entries.splice(0, 50)
  await Promise.all(rest.map(({ id }) => notify('entry.unpublish', id)))
  await titled(entries.map(({ title }) => title))
})

t.test('a webhook in the plain form names an item by its number, or what is on every page', async (t) => {
  const entries = [entryOf(1), entryOf(2)]
  const { get, post, origin, titles, cms } = await createNews(t, entries)
  const { data } = await get('/api/home/article/info/sign-1?lang=zh')
  entries[0] = entryOf(1, { title: '改了' })
  entries[1] = entryOf(2, { title: '另一条' })
  t.match(await origin.changesOf?.({ type: 'news', id: data.id }), { changes: [], isRemoved: false })
  t.strictSame(await titles(), ['改了', '标题 2'].sort(), 'no other item is read')
  const items = [{ id: 1, title: '第一条', path: '/news/sign-1' }]
  answerJson(cms, '/api/menu?', { data: { documentId: 'm', locale: 'zh-Hans', items } })
  answerJson(cms, '/api/global?', { data: { documentId: 'g', locale: 'zh-Hans', title: '新名' } })
  t.ok(await origin.changesOf?.({ type: 'site' }))
  const menu = (await post('/api/home/route/tree', {})).data
  t.match(menu, [{ title: { zh: '第一条' }, path: `/news/${data.id}` }], 'the address of the item here')
  t.match((await post('/api/home/config/base', {})).data, { zh: { title: '新名' } })
  t.equal(await origin.changesOf?.({ type: 'news', id: '../3' }), undefined)
})

t.test('Directus: what its activity notes is read again, whatever its date', ifLong, async (t) => {
  const site = await createSystem(t, 'directus')
  const { cms } = site
  const { data } = await site.get('/api/home/article/list/news?lang=zh')
  const [{ id, title }] = data.list as [Item]
  const text = await readFile(join(pulledFolder(site.config), `news/${id}.zh.md`), 'utf8')
  const [, key] = /^source: "news\/(\w+)/m.exec(text) ?? []
  const recording = Object.values(JSON.parse(await readFile(fixtureOf('directus'), 'utf8')) as Recording)[0]!
  const rowsOf = (collection: string) =>
    Object.entries(recording).flatMap(([url, { body }]) =>
      url.startsWith(`/items/${collection}?`) && url.includes('sort=id&offset=0&')
        ? (body as { data: Row[] }).data
        : [],
    )
  const rows = rowsOf('news')
  const row = rows.find(
    (one) => String(one.id) === key && one.translations.some((words) => words['title'] === title),
  )!
  const renamed = row.translations.map((words) => ({
    ...words,
    ...(words['title'] === title && { title: '新标题' }),
  }))
  const changed = { ...row, translations: renamed }
  /** Whatever is asked of the news: with one total, so that it tells nothing. */
  const answer = (rows: Row[], named: Row[], change: number) => {
    answerJson(cms, '/items/news?', { data: rows, meta: { filter_count: rows.length + 1 } })
    answerJson(cms, `"_in":["${key}"]`, { data: named, meta: { filter_count: named.length } })
    answerJson(cms, '/activity?', { data: [{ id: change, collection: 'news', item: key }] })
  }
  const others = rows.filter((one) => one !== row)

  // Every part of a poll has an answer: what its activity notes is read again until a poll has succeeded.
  for (const collection of ['products', 'services', 'solutions', 'pages', 'downloads', 'manuals']) {
    const all = rowsOf(collection)
    answerJson(cms, `/items/${collection}?`, { data: all, meta: { filter_count: all.length + 1 } })
  }
  const readings = () =>
    cms.requests.filter(({ url }) => decodeURIComponent(url).includes(`"_in":["${key}"]`)).length

  answer([...others, changed], [changed], 7)
  await site.poll()
  await until(async () => (await site.get(`/api/home/article/detail/${id}?lang=zh`)).data.title === '新标题')
  const before = readings()
  t.ok(before > 0)
  await site.poll()
  t.strictSame(site.origin.warnings?.(), [])
  t.equal(readings(), before, 'once')
  answerJson(cms, '/activity?', {
    data: [
      { id: 8, collection: 'news', item: '987654' },
      { id: 7, collection: 'news', item: key },
    ],
  })
  answerJson(cms, '"_in":["987654"]', { data: [], meta: { filter_count: 0 } })
  await site.poll()
  t.equal(readings(), before, 'nor with a later change of another')
  answer(others, [], 9)
  await site.poll()
  await until(async () => (await site.get(`/api/home/article/detail/${id}?lang=zh`)).status === 404)
})

t.test('links to other items lead to their pages, also to those that are read later', async (t) => {
  const entries = [entryOf(1, { body: '见 [第二条](/news/sign-2#part) 与 [无](/news/nowhere)' }), entryOf(2)]
  const { get } = await createNews(t, entries)
  const { data } = await get('/api/home/article/info/sign-1?lang=zh')
  const { data: other } = await get('/api/home/article/info/sign-2?lang=zh')
  t.match(data.body, `href="/news/${other.id}#part"`)
  t.match(data.body, 'href="/news/nowhere"')
})

t.test('two entries with one slug: both are there, the first has the address', async (t) => {
  const { get, titles } = await createNews(t, [entryOf(1, { slug: 'same' }), entryOf(2, { slug: 'same' })])
  t.strictSame(await titles(), ['标题 1', '标题 2'])
  t.match((await get('/api/home/article/info/same?lang=zh')).data, { title: '标题 1' })
})

t.test(
  'poison in every field: the others stand, and nothing unmapped reaches a file or a call',
  async (t) => {
    const poison = [
      entryOf(1, { title: '---\nid: 5\ndraft: true', slug: '../../etc', body: '<script>x</script><p>a</p>' }),
      entryOf(2, { title: null, body: { deep: [[[['x']]]] } }),
      entryOf(3, {
        cover: { ...picture, url: 'javascript:alert(1)' },
        gallery: [{ ...picture, url: '//evil.example/x' }],
      }),
      entryOf(4, { date: 'never', tags: [{ name: '' }, null, 7], specs: [{ name: '', value: {} }] }),
      entryOf(5, { internal_notes: 'nobody may read this' }),
      entryOf(6, { documentId: '../../../outside' }),
    ]
    const { get, titles, config, dataDir } = await createNews(t, poison)
    const found = await titles()
    for (const title of ['标题 3', '标题 4', '标题 5']) t.ok(found.includes(title), title)
    const folder = pulledFolder(config)
    const names = await readdir(folder, { recursive: true })
    t.notMatch(names.join('\n'), /outside|etc/)
    t.strictSame(
      (await readdir(join(dataDir, '..'))).filter((name) => name === 'outside'),
      [],
    )
    const texts = await Promise.all(
      names.filter((name) => name.endsWith('.md')).map((name) => readFile(join(folder, name), 'utf8')),
    )
    t.notMatch(texts.join(''), /nobody may read this|javascript:/)
    const { data } = await get('/api/home/article/list/news?lang=zh&page_size=100')
    t.notMatch(JSON.stringify(data), /nobody may read this|javascript:|evil/)
  },
)

t.test(
  'pages that never end, and a total beyond all numbers: the pass ends, and the site stands',
  ifLong,
  async (t) => {
    const entries = [1, 2].map((number) => entryOf(number))
    const { titles, poll, cms, origin } = await createNews(t, entries)
    let requests = 0
    cms.answer('/api/articles?', (response) => {
      requests++
      const start = Number(new URL(response.req.url!, 'http://x').searchParams.get('pagination[start]'))
      response.writeHead(200, { 'content-type': 'application/json' })
      const data = Array.from({ length: 100 }, (_, index) => entryOf((start % 200) + index + 1))
      response.end(JSON.stringify({ data, meta: { pagination: { total: 1e12 } } }))
    })
    await poll()
    t.ok(requests < 50, `${requests} requests`)
    t.ok((await titles()).length >= 2)
    t.match(origin.warnings?.(), [/no usable response/])
  },
)

t.test('entries that move to where the walk has been end that walk alone', async (t) => {
  const entries = Array.from({ length: 110 }, (_, index) => entryOf(index + 1))
  const { poll, total, origin } = await createNews(t, entries)
  await poll()
  entries.unshift(...Array.from({ length: 100 }, (_, index) => entryOf(index + 1001)))
  await poll()
  t.match(origin.warnings?.(), [/no usable response/])
  await poll()
  t.strictSame(origin.warnings?.(), [])
  await until(async () => (await total()) === 210)
})

t.test('a damaged file, or one that is missing, is written again', async (t) => {
  const { poll, config, titled, get } = await createNews(t, [entryOf(1), entryOf(2)])
  await titled(['标题 1', '标题 2'])
  const { data } = await get('/api/home/article/info/sign-1?lang=zh')
  await writeFile(join(pulledFolder(config), `news/${data.id}.zh.md`), 'damaged')
  await until(async () => {
    await poll()
    return (await readFile(join(pulledFolder(config), `news/${data.id}.zh.md`), 'utf8')).includes('标题 1')
  })
  await titled(['标题 1', '标题 2'])
})
