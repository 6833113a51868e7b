// Strapi 5: what is special to it, from recorded responses of one system with two languages, and from entries of the tests.
import t from 'tap'
import { readWebhook } from '../../server/sources/strapi/webhook.ts'
import { answerJson } from '../helpers/cms.ts'
import { createStrapi, entryOf, picture } from '../helpers/strapi.ts'
import { createSystem } from '../helpers/systems.ts'

type Sized = { url: string }

t.test('an item has the same number in both languages, its parts, specifications and files', async (t) => {
  const { get } = await createSystem(t, 'strapi')
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
})

t.test('menu and base configuration are those of the single types, in both languages', async (t) => {
  const { post } = await createSystem(t, 'strapi')
  const menu = (await post('/api/home/route/tree', {})).data
  t.match(menu[0], { title: { zh: '产品', en: 'Products' }, path: '/product' })
  t.ok(menu[0].children.length > 2)
  const site = (await post('/api/home/config/base', {})).data
  t.match(site, { zh: { title: '汀澜仪表' }, en: { title: 'Tinglan Instruments' } })
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
  const wrong = { cover: 'javascript:x', tags: 7, date: [], specs: 1, localizations: 'x' }
  const { get } = await createStrapi(t, { articles: [entryOf(1, wrong)] })
  const [first] = (await get('/api/home/article/list/news?lang=zh')).data.list
  t.match(first, { title: '标题 1', tags: [] })
  t.notOk('cover' in first)
})

for (const [name, body] of [
  ['a text', '"x"'],
  ['no JSON', '<b>Error</b>'],
  ['entries of a wrong type', '{"data":["x"]}'],
  ['no data', '{"error":"x"}'],
] as const)
  t.test(`a response that is ${name} is named in the log with its request`, async (t) => {
    const { cms, poll, lines } = await createStrapi(t, { articles: [entryOf(1)] })
    cms.answer('/api/articles', (response) => response.writeHead(200).end(body))
    await poll()
    const found = lines.find(({ msg }) => msg === 'source unreachable')
    t.match(JSON.stringify(found?.['err']), /\/api\/articles/)
  })

t.test('bodies of webhooks', async (t) => {
  const entry = { documentId: 'abc', slug: 'abc', publishedAt: '2026-11-12T01:30:00.000Z' }
  const ofEntry = (action: string, more: object = {}) =>
    readWebhook({ event: `entry.${action}`, model: 'article', entry: { ...entry, ...more } })
  t.strictSame(ofEntry('publish'), { type: 'article', key: 'abc', slug: 'abc', isRemoved: false })
  t.match(ofEntry('unpublish'), { isRemoved: true })
  t.equal(ofEntry('update', { publishedAt: null }), 'nothing')
  t.equal(readWebhook({ event: 'trigger-test' }), 'nothing')
  for (const event of ['media.update', 'media.delete'])
    t.match(readWebhook({ event, media: picture }), { type: 'media', id: picture.id })
  t.equal(readWebhook({ type: 'news', id: 3 }), undefined)
  t.equal(readWebhook({ event: 'entry.publish', model: 'article', entry: 'x' }), undefined)
})
