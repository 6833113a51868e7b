// Strapi 5: what is special to it, from recorded responses of one system with two languages, and from entries of the tests.
import t from 'tap'
import { readWebhook } from '../../server/sources/strapi/webhook.ts'
import { answerJson } from '../helpers/cms.ts'
import { createStrapi, entryOf, picture, serveEntries } from '../helpers/strapi.ts'
import { createSystem } from '../helpers/systems.ts'

type Sized = { url: string }

t.test('as recorded', async (t) => {
  const { get, post, passOf, cms } = await createSystem(t, 'strapi')

  await t.test(
    'an item has the same number in both languages, its parts, specifications and files',
    async (t) => {
      const zh = (await get('/api/home/article/list/product?lang=zh&page_size=2')).data.list[0]
      const { data } = await get('/api/home/article/info/tl-mag?lang=en')
      t.match(data, { id: zh.id, languages: ['zh', 'en'], items: [{}, {}] })
      t.not(zh.title, data.title)
      t.ok(data.specs.length > 3)
      t.ok(data.gallery.length > 1)
      t.ok(data.attachments.every(({ url }: Sized) => url.startsWith('/media/')))
      const [first] = (await get('/api/home/article/list/news?lang=zh&page_size=2')).data.list
      t.match(first, { published_at: /^2026-11-12T01:30:00/, cover: /^\/media\/.+\.jpg$/ })
      t.ok(first.cover_sizes.length > 2)
      t.ok(first.cover_sizes.every(({ url }: Sized) => url.startsWith('/media/')))
    },
  )

  await t.test('menu and base configuration are those of the single types, in both languages', async (t) => {
    const menu = (await post('/api/home/route/tree', {})).data
    t.match(menu[0], { title: { zh: '产品', en: 'Products' }, path: '/product' })
    t.ok(menu[0].children.length > 2)
    const site = (await post('/api/home/config/base', {})).data
    t.match(site, { zh: { title: '汀澜仪表' }, en: { title: 'Tinglan Instruments' } })
  })

  await t.test('a webhook of a type that is named like a relation reads everything again', async (t) => {
    const before = cms.requests.length
    await passOf({ event: 'entry.create', model: 'tag', entry: { documentId: 'new', publishedAt: 'x' } })
    t.ok(cms.requests.length > before)
  })
})

t.test(
  'an entry of the menu without an address is a heading; one that names a slug leads to the item',
  async (t) => {
    const items = [
      { id: 1, title: 'A', path: '#', children: [{ id: 2, title: 'A1', path: '/news' }] },
      { id: 3, title: 'B', children: [{ id: 4, title: 'B1', path: '/news/sign-1' }] },
      { id: 5, title: 'Nothing below', path: '#' },
    ]
    const menu = { id: 9, documentId: 'm', locale: 'zh-Hans', items }
    const { get, post } = await createStrapi(
      t,
      { articles: [entryOf(1)] },
      { prepare: (cms) => answerJson(cms, '/api/menu?', { data: menu }) },
    )
    const { data } = await get('/api/home/article/info/sign-1?lang=zh')
    t.match((await post('/api/home/route/tree', {})).data, [
      { title: { zh: 'A' }, path: '', children: [{ path: '/news' }] },
      { title: { zh: 'B' }, path: '', children: [{ path: `/news/${data.id}` }] },
    ])
  },
)

t.test('an empty menu is none: its sections are those with entries', async (t) => {
  const { post } = await createStrapi(
    t,
    { articles: [entryOf(1)] },
    { prepare: (cms) => answerJson(cms, '/api/menu?', { data: { id: 9, documentId: 'm', items: [] } }) },
  )
  const menu = (await post('/api/home/route/tree', {})).data as { path: string }[]
  t.strictSame(
    menu.map(({ path }) => path),
    ['/news', '/contact'],
  )
})

t.test('an entry that does not exist in a language is 404 there', async (t) => {
  const { get } = await createStrapi(t, { articles: [entryOf(1)] })
  const { data } = await get('/api/home/article/info/sign-1?lang=zh')
  t.strictSame(data.languages, ['zh'])
  t.equal((await get(`/api/home/article/detail/${data.id}?lang=en`)).status, 404)
})

t.test('fields of a wrong type read as missing', async (t) => {
  const wrong = { slug: { a: 1 }, cover: 'javascript:x', tags: 7, date: [], specs: 1, localizations: 'x' }
  const { get } = await createStrapi(t, { articles: [entryOf(1, wrong), entryOf(2, { title: [] })] })
  const { data } = await get('/api/home/article/list/news?lang=zh')
  t.equal(data.total, 1, 'an entry without a title is not shown')
  t.match(data.list[0], { title: '标题 1', tags: [] })
  t.notOk('cover' in data.list[0])
})

t.test('a response that cannot be used is named in the log with its request, and nothing goes', async (t) => {
  const { cms, poll, lines, get } = await createStrapi(t, { articles: [entryOf(1)] })
  const pollWith = async (body: string) => {
    cms.answer('/api/articles?', (response) => response.writeHead(200).end(body))
    await poll()
    serveEntries(cms, 'articles', [entryOf(1)])
    await poll()
  }
  const bodies = ['"x"', '<b>Error</b>', '{"data":["x"]}', '{"error":"x"}']
  for (const body of bodies) await pollWith(body)
  const named = lines.filter(({ msg }) => msg === 'source unreachable')
  t.equal(named.length, bodies.length)
  for (const line of named) t.match(JSON.stringify(line['err']), /\/api\/articles/)
  t.equal((await get('/api/home/article/info/sign-1?lang=zh')).status, 200)
})

t.test('a token that may not read a type is named, and what was pulled stays', async (t) => {
  const { get, cms, origin, poll } = await createStrapi(t, { articles: [entryOf(1)] })
  answerJson(cms, '/api/articles?', { error: {} }, { status: 403 })
  await poll()
  await poll()
  t.match(origin.warnings?.(), ['content system: access denied (API_TOKEN)'])
  t.equal((await get('/api/home/article/info/sign-1?lang=zh')).status, 200)
})

t.test('bodies of webhooks: entries, drafts, files, and others', async (t) => {
  const entry = { documentId: 'abc', slug: 'one', publishedAt: '2026-11-12T01:30:00.000Z' }
  const read = (event: string, more: object = {}) => readWebhook({ event, model: 'article', entry, ...more })
  const found = { type: 'article', key: 'abc', slug: 'one' }
  t.strictSame(read('entry.publish'), { ...found, isRemoved: false })
  for (const event of ['entry.unpublish', 'entry.delete'])
    t.strictSame(read(event), { ...found, isRemoved: true }, event)
  t.equal(read('entry.update', { entry: { ...entry, publishedAt: null } }), 'nothing')
  t.equal(readWebhook({ event: 'trigger-test' }), 'nothing')
  const media = { type: 'media', id: picture.id }
  t.strictSame(readWebhook({ event: 'media.update', media: picture }), { ...media, isRemoved: false })
  t.strictSame(readWebhook({ event: 'media.delete', media: picture }), { ...media, isRemoved: true })
  t.equal(readWebhook({ type: 'news', id: 3 }), undefined)
  t.equal(read('entry.publish', { entry: 'x' }), undefined)
})

t.test(
  'a webhook of a type that entries show reads everything again, one of any other type nothing',
  async (t) => {
    const author = { id: 3, documentId: 'w', name: '作者' }
    const entries = { articles: [entryOf(1, { author })], products: [entryOf(2)] }
    const { get, passOf, origin, cms } = await createStrapi(t, entries)
    const bodyOf = (model: string, documentId: string) => ({
      event: 'entry.update',
      model,
      entry: { documentId, publishedAt: 'x' },
    })
    const titles = async () => {
      const found = ['sign-1', 'sign-2'].map((sign) => get(`/api/home/article/info/${sign}?lang=zh`))
      return (await Promise.all(found)).map(({ data }) => data.title)
    }
    entries.articles[0] = entryOf(1, { author, title: '改了' })
    entries.products[0] = entryOf(2, { title: '改了' })
    const before = cms.requests.length
    await origin.changesOf?.(bodyOf('order', 'o'))
    // It would wait for a pass that the first one has begun.
    await origin.changesOf?.(bodyOf('order', 'o'))
    t.equal(cms.requests.length, before)
    t.strictSame(await titles(), ['标题 1', '标题 2'])
    await passOf(bodyOf('writer', 'w'))
    t.strictSame(await titles(), ['改了', '改了'])
  },
)
