// Strapi 5: the contract from recorded responses of one system with two languages.
import { readFile } from 'node:fs/promises'
import t from 'tap'
import { answerEntries, article, createStrapi, picture, strapiToken } from '../helpers/strapi.ts'
import { fixtureOf, recordedRequests } from './record.ts'

type Item = { id: number; title: string; sign: string }

/** In the order of the recording, by which the items have their numbers. */
async function requestAll({ origin }: Awaited<ReturnType<typeof createStrapi>>) {
  const responses = []
  for (const request of recordedRequests) {
    const { status, body } = await origin.send(request)
    responses.push({ path: request.path, status, text: String(body) })
  }
  return responses
}

t.test('all calls in both languages', async (t) => {
  const responses = await requestAll(await createStrapi(t))
  for (const { path, status, text } of responses) {
    t.equal(status, path.includes('999999') ? 404 : 200, path)
    if (status === 200) t.equal(JSON.parse(text).success, true, path)
  }
})

t.test('a list has dates, sizes of the cover, tags and the total', async (t) => {
  const { data } = await (await createStrapi(t)).get('/api/home/article/list/news?lang=zh&page_size=2')
  t.equal(data.list.length, 2)
  t.equal(data.total, 34)
  const [first] = data.list
  t.match(first, { category: 'news', published_at: /^2026-11-12T01:30:00/, cover: /^\/media\/.+\.jpg$/ })
  t.ok(first.cover_sizes.length > 2)
  t.ok(first.cover_sizes.every(({ url }: { url: string }) => url.startsWith('/media/')))
  t.ok(first.tags.length > 0)
})

t.test('a page beyond the last one is empty and has the total', async (t) => {
  const { get } = await createStrapi(t)
  const { data } = await get('/api/home/article/list/news?lang=zh&page_size=2&page=999')
  t.strictSame(data.list, [])
  t.equal(data.total, 34)
})

t.test('an item has the same number in both languages, its parts, specs and files', async (t) => {
  const { get } = await createStrapi(t)
  const zh = (await get('/api/home/article/list/product?lang=zh&page_size=2')).data.list[0]
  const en = (await get('/api/home/article/list/product?lang=en&page_size=2')).data.list[0]
  t.equal(zh.sign, 'tl-mag')
  t.equal(zh.id, en.id)
  t.not(zh.title, en.title)
  const { data } = await get('/api/home/article/info/tl-mag?lang=en')
  t.equal(data.id, en.id)
  t.strictSame(data.languages.toSorted(), ['en', 'zh'])
  t.ok(data.specs.length > 3)
  t.equal(data.items.length, 2)
  t.ok(data.gallery.length > 1)
  t.ok(data.attachments.every(({ url }: { url: string }) => url.startsWith('/media/')))
  t.match(data.body, /<h2>.+<\/h2>/)
})

t.test('about 0 is the first page; contact is found by its sign; downloads have files', async (t) => {
  const responses = await requestAll(await createStrapi(t))
  const find = (part: string) => JSON.parse(responses.find(({ path }) => path.includes(part))!.text).data
  t.match(find('/about/0?lang=zh'), { sign: 'company' })
  t.ok(find('/about/0?lang=zh').siblings.length > 2)
  t.match(find('/about/info/contact?lang=en'), { sign: 'contact', siblings: [] })
  const { items } = find('/download/0?lang=en')
  t.ok(items.length > 3)
  t.ok(items.every(({ url, name }: { url: string; name: string }) => url.startsWith('/media/') && name))
})

t.test('manual 0 is the first one, in the order of the entries', async (t) => {
  const world = await createStrapi(t)
  answerEntries(world, 'manuals', [
    { ...article, title: '手册' },
    { ...article, documentId: 'def', slug: 'def' },
  ])
  const { data } = await world.get('/api/home/manual/0?lang=zh')
  t.match(data, { title: '手册', id: Number })
  t.equal((await world.get(`/api/home/manual/${data.id}?lang=zh`)).data.title, '手册')
  answerEntries(world, 'manuals', [])
  t.equal((await world.get('/api/home/manual/0?lang=zh')).status, 404)
})

t.test('menu and base configuration are those of the single types, in both languages', async (t) => {
  const { data } = await createStrapi(t)
  const menu = (await data('POST', '/api/home/route/tree', {})).data
  t.match(menu[0], { title: { zh: '产品', en: 'Products' }, path: '/product' })
  t.ok(menu[0].children.length > 2)
  const site = (await data('POST', '/api/home/config/base', {})).data
  t.match(site, { zh: { title: '汀澜仪表' }, en: { title: 'Tinglan Instruments' } })
})

t.test('an entry of the menu without an address is a heading; an empty menu is none', async (t) => {
  const world = await createStrapi(t)
  const menuOf = async (items: object[]) => {
    for (const type of ['menu', 'main-menu'])
      answerEntries(world, type, [{ documentId: 'm', locale: 'zh-Hans', items }])
    return (await world.data('POST', '/api/home/route/tree', {})).data
  }
  const found = await menuOf([
    { id: 1, title: 'A', path: '#', children: [{ id: 2, title: 'A1', path: '/news' }] },
    { id: 3, title: 'B', children: [{ id: 4, title: 'B1', path: '/product' }] },
    { id: 5, title: 'Nothing below', path: '#' },
  ])
  t.match(found, [
    { title: { zh: 'A', en: 'A' }, path: '', children: [{ path: '/news' }] },
    { title: { zh: 'B', en: 'B' }, path: '', children: [{ path: '/product' }] },
  ])
  t.equal(found.length, 2)
  t.ok(
    (await menuOf([])).some(({ path }: { path: string }) => path === '/product'),
    'the sections',
  )
})

t.test('without a type for the menu its sections are those with entries', async (t) => {
  const world = await createStrapi(t)
  const sections = async () =>
    (await world.data('POST', '/api/home/route/tree', {})).data.map(({ path }: { path: string }) => path)
  const entry = { documentId: 'abc', slug: 'abc', publishedAt: '2026-11-23T09:42:19.768Z' }
  const webhook = async () =>
    (await world.origin.changesOf!({ event: 'entry.publish', model: 'article', entry }))!.changes
  world.cms.answer('/api/', (response) => response.writeHead(404).end('{}'))
  t.strictSame(await sections(), ['/contact'])
  answerEntries(world, 'articles', [article, { ...article, documentId: 'def' }])
  t.equal(await webhook(), 'unknown', 'the first entries')
  t.strictSame(await sections(), ['/news', '/contact'])
  t.not(await webhook(), 'unknown')
  answerEntries(world, 'articles', [])
  t.equal(await webhook(), 'unknown', 'the last entry has gone')
  t.strictSame(await sections(), ['/contact'])
})

t.test('no response or log line has the token or an address of Strapi', async (t) => {
  const world = await createStrapi(t)
  const responses = await requestAll(world)
  const hidden = [strapiToken, ...world.cms.urls, ...world.cms.urls.map((url) => url.slice('http://'.length))]
  for (const { path, text } of [...responses, { path: 'log', text: JSON.stringify(world.lines) }])
    for (const secret of hidden) t.notOk(text.includes(secret), `${path}: ${hidden.indexOf(secret)}`)
  t.ok(world.cms.requests.every(({ headers }) => headers.authorization === `Bearer ${strapiToken}`))
})

t.test('a search has a condition for each word, and no condition on what is not a text', async (t) => {
  const { get, cms } = await createStrapi(t)
  await get('/api/home/article/list/service?lang=en&keywords=site%20visit')
  const { url } = cms.requests.at(-1)!
  const filters = [...new URLSearchParams(url.split('?')[1])].filter(([, value]) =>
    /^(?:site|visit)$/.test(value),
  )
  t.strictSame(
    filters.map(([name, value]) => [name, value]),
    ['site', 'visit'].flatMap((word, index) =>
      ['title', 'summary'].map((field, other) => [
        `filters[$and][${index}][$or][${other}][${field}][$containsi]`,
        word,
      ]),
    ),
  )
})

t.test(
  'the neighbours of entries that were published together are those beside it in the list',
  async (t) => {
    const world = await createStrapi(t)
    const publishedAt = '2026-11-23T09:42:19.768Z'
    answerEntries(world, 'articles', [{ ...article, publishedAt, createdAt: '2026-11-01T00:00:00.000Z' }])
    await world.get('/api/home/article/info/abc?lang=zh')
    const queries = world.cms.requests.map(({ url }) => new URLSearchParams(url.split('?')[1]))
    const next = queries.find((query) => query.has('filters[$or][0][publishedAt][$lt]'))
    t.match(Object.fromEntries(next ?? []), {
      'filters[$or][0][publishedAt][$lt]': publishedAt,
      'filters[$or][1][publishedAt][$eq]': publishedAt,
      'filters[$or][1][createdAt][$lt]': '2026-11-01T00:00:00.000Z',
      'sort[0]': 'publishedAt:desc',
      'sort[1]': 'createdAt:desc',
    })
  },
)

t.test('a draft is in previews alone, marked', async (t) => {
  const world = await createStrapi(t)
  world.cms.answer('/api/articles?', (response) => response.end('{"data":[],"meta":{}}'))
  world.cms.answer('status=draft', (response) =>
    response.end(JSON.stringify({ data: [{ ...article, publishedAt: null, updatedAt: '2026-01-01' }] })),
  )
  const request = { method: 'GET', path: '/api/home/article/list/news?lang=zh', headers: {} }
  const preview = JSON.parse(String((await world.origin.send({ ...request, preview: true })).body)).data
  t.match(preview.list, [{ title: '标题', status: 'draft' }])
  const path = `/api/home/article/detail/${preview.list[0].id}?lang=zh`
  t.equal((await world.origin.send({ ...request, path, preview: true })).status, 200)
  t.equal((await world.get(path)).status, 404)
  t.strictSame((await world.get(request.path)).data.list, [])
})

t.test('an entry that does not exist in a language is 404 there', async (t) => {
  const world = await createStrapi(t)
  const { data } = await world.get('/api/home/article/list/product?lang=zh&page_size=2')
  answerEntries(world, 'products', [])
  t.equal((await world.get(`/api/home/article/detail/${data.list[0].id}?lang=en`)).status, 404)
})

for (const [name, body] of [
  ['a text', '"x"'],
  ['no JSON', '<b>Error</b>'],
  ['entries of a wrong type', '{"data":["x"]}'],
  ['no data', '{"error":"x"}'],
] as const)
  t.test(`a response that is ${name} is an error that names the request`, async (t) => {
    const { cms, origin } = await createStrapi(t)
    cms.answer('/api/articles', (response) => response.writeHead(200).end(body))
    const request = { method: 'GET', path: '/api/home/article/list/news?lang=zh', headers: {} }
    await t.rejects(origin.send(request), { cause: { message: /\/api\/articles/ } })
  })

t.test('fields of a wrong type read as missing', async (t) => {
  const world = await createStrapi(t)
  answerEntries(world, 'articles', [
    {
      ...article,
      title: [],
      slug: { a: 1 },
      cover: 'javascript:x',
      tags: 7,
      date: [],
      specs: 1,
      localizations: 'x',
    },
  ])
  const { status, data } = await world.get('/api/home/article/list/news?lang=zh')
  t.equal(status, 200)
  t.match(data.list, [{ title: '', tags: [] }])
  t.notOk('cover' in data.list[0])
})

t.test('webhooks: what depends on the entry, in both languages', async (t) => {
  const { origin, get } = await createStrapi(t)
  const { data } = await get('/api/home/article/list/news?lang=zh&page_size=2')
  const [first] = data.list as Item[]
  const recording = JSON.stringify(JSON.parse(await readFile(fixtureOf('strapi'), 'utf8')))
  const [, documentId] =
    new RegExp(`"documentId":"(\\w+)"[^{}]*"slug":"${first!.sign}"`).exec(recording) ?? []
  const entry = { documentId, slug: first!.sign, publishedAt: '2026-11-12T01:30:00.000Z' }
  const published = await origin.changesOf!({ event: 'entry.publish', model: 'article', entry })
  t.equal(published!.isRemoved, false)
  t.match(published!.changes, [{ kind: 'existence', of: 'article', id: first!.id, signs: [first!.sign] }])
  t.ok(
    (published!.changes as object[]).some(
      (change) => JSON.stringify(change) === '{"kind":"list","category":"news","lang":"en"}',
    ),
  )
  t.match(await origin.changesOf!({ event: 'entry.unpublish', model: 'article', entry }), { isRemoved: true })
  const draft = { event: 'entry.update', model: 'article', entry: { ...entry, publishedAt: null } }
  t.strictSame(await origin.changesOf!(draft), { changes: [], isRemoved: false })
  t.strictSame((await origin.changesOf!({ event: 'trigger-test' }))!.changes, [])
  t.strictSame((await origin.changesOf!({ event: 'entry.update', model: 'label', entry }))!.changes, [
    { kind: 'labels' },
  ])
  t.equal((await origin.changesOf!({ event: 'entry.update', model: 'tag', entry }))!.changes, 'unknown')
  t.strictSame((await origin.changesOf!({ event: 'entry.update', model: 'order', entry }))!.changes, [])
  for (const event of ['media.update', 'media.delete'])
    t.equal((await origin.changesOf!({ event, media: picture }))!.changes, 'unknown', event)
  t.equal(await origin.changesOf!({ type: 'news', id: 3 }), undefined)
  t.equal(await origin.changesOf!({ event: 'entry.publish', model: 'article', entry: 'x' }), undefined)
})
