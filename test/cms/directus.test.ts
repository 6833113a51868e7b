// Directus: what is special to it, from recorded responses of one system with two languages, and from rows of the tests.
import t from 'tap'
import { readWebhook } from '../../server/sources/directus/webhook.ts'
import { answerJson, createTestCms } from '../helpers/cms.ts'
import { createDirectus, type Row, rowOf, serveRows } from '../helpers/directus.ts'
import { createSystem } from '../helpers/systems.ts'

const newsList = '/api/home/article/list/news?lang=zh&page_size=2'

t.test('dates, covers, tags and the total; an item has the same number in both languages', async (t) => {
  const { get } = await createSystem(t, 'directus')
  const { data } = await get(newsList)
  t.equal(data.total, 34)
  t.match(data.list[0], { category: 'news', published_at: /^2026-11-12T/, cover: /^\/media\/[\w-]+\/.+/ })
  t.ok(data.list[0].tags.length > 0)
  const en = (await get(newsList.replace('zh', 'en'))).data.list[0]
  t.equal(en.id, data.list[0].id)
  t.not(en.title, data.list[0].title)
  const [picture] = (await get('/api/home/article/info/tl-mag?lang=zh')).data.gallery
  const widths = picture.sizes.map(({ width }: { width: number }) => width)
  t.strictSame(widths.slice(0, 2), [480, 768])
  t.equal(picture.sizes.at(-1).url, picture.url, 'the file itself is the widest')
})

t.test('a response that cannot be used is named with its request, and nothing goes', async (t) => {
  const news = [rowOf(1)]
  const { cms, poll, lines, get } = await createDirectus(t, { news })
  const bodies = [
    [403, '{"errors":[]}'],
    [200, '{"data":["x"]}'],
    [200, '<b>Error</b>'],
  ] as const
  for (const [status, body] of bodies) {
    cms.answer('/items/news?', (response) => response.writeHead(status).end(body))
    await poll()
    t.equal((await get('/api/home/article/info/sign-1?lang=zh')).status, 200)
    serveRows(cms, 'news', news)
    await poll()
  }
  const found = lines.filter(({ msg }) => msg === 'source unreachable' || msg === 'source denied')
  t.equal(found.length, bodies.length)
  for (const [at, line] of found.entries())
    t.match(JSON.stringify(line), new RegExp(`/items/news.*got status ${bodies[at]![0]}`))
})

t.test(
  'without introspection, or with a policy that may read nothing, an error names what to do',
  async (t) => {
    const none = JSON.stringify({ data: { __schema: { types: [{ name: 'Query', kind: 'OBJECT' }] } } })
    for (const [status, body, problem] of [
      [400, '{"errors":[{"extensions":{"code":"GRAPHQL_VALIDATION"}}]}', /GRAPHQL_INTROSPECTION/],
      [403, '{"errors":[]}', /GRAPHQL_INTROSPECTION/],
      [401, '{"errors":[]}', /expected access \(API_TOKEN\), got status 401/],
      [200, none, /expected collections that API_TOKEN may read/],
    ] as const) {
      const world = await createDirectus(t, {})
      world.cms.answer('/graphql', (response) => response.writeHead(status).end(body))
      await world.origin.changesOf?.({ type: 'site' })
      const rejected = world.lines.filter(({ msg }) => msg === 'origin response rejected')
      t.match(rejected, [{ call: 'pull', path: '/graphql', status, problem }], String(status))
    }
  },
)

t.test(
  'a picture is requested in a width of the set, or by a preset, whatever a visitor writes',
  async (t) => {
    const { origin, cms } = await createDirectus(t, {})
    for (const [query, sent] of [
      ['?width=480', '?width=480'],
      ['?width=481', '?width=768'],
      ['?width=1&height=7&quality=3&format=tiff', '?width=480'],
      ['?width=99999', ''],
      ['?width=x', ''],
      ['?key=card', '?key=card'],
      ['?key=../a', ''],
      ['?download', ''],
    ] as const) {
      await origin.send({ method: 'GET', path: `/media/0ae9799a/pic.jpg${query}`, headers: {} })
      t.equal(cms.requests.at(-1)?.url, `/assets/0ae9799a/pic.jpg${sent}`, query)
    }
  },
)

t.test('pictures of texts have the copies of their files, whatever the editor wrote', async (t) => {
  const ids = ['454855d3-63f6-40ed-a0c6-a4c1ab3bc6a5', '8e8d69b2-aa01-454d-a230-d4a41fc35c59'] as const
  const file = { type: 'image/jpeg', filename_download: 'a b.jpg', width: 1000, height: 500 }
  const bodyWith = async (files: object, status: number) => {
    const { get } = await createDirectus(
      t,
      {},
      {
        prepare(cms) {
          const images = [
            `<img src="${cms.urls[0]}/assets/${ids[0]}?width=800&amp;height=200" alt="a" width="800" height="200">`,
            `<img src='/assets/${ids[1]}.jpg'>`,
          ]
          serveRows(cms, 'news', [rowOf(1, {}, { body: `<p>${images.join('')}</p>` })])
          answerJson(cms, '/files?', files, { status })
        },
      },
    )
    return (await get('/api/home/article/info/sign-1?lang=zh')).data.body
  }
  t.notMatch(await bodyWith({ errors: [] }, 403), 'srcset', 'a policy without directus_files')
  const url = `/media/${ids[0]}/a%20b.jpg`
  const srcset = `${url}?width=480 480w, ${url}?width=768 768w, ${url} 1000w`
  t.equal(
    await bodyWith({ data: [{ id: ids[0], ...file }] }, 200),
    `<p><img src="${url}" srcset="${srcset}" width="800" height="400" alt="a"><img src="/media/${ids[1]}.jpg"></p>`,
  )
})

t.test('translations are found by their language, whatever its field is called', async (t) => {
  const cms = await createTestCms(t, 'directus')
  const recorded = await (await fetch(`${cms.urls[0]}/graphql`)).text()
  const schema = recorded.replaceAll('"languages_code"', '"locale"')
  const translations = [
    { locale: 'zh-CN', title: '标题', body: '' },
    { locale: 'en-US', title: 'Title', body: '' },
  ]
  const { get } = await createDirectus(
    t,
    { news: [rowOf(1, { translations })], site: [], menu: [] },
    { prepare: ({ answer }) => answer('/graphql', (response) => response.end(schema)) },
  )
  t.equal((await get('/api/home/article/info/sign-1?lang=zh')).data.title, '标题')
  t.equal((await get('/api/home/article/info/sign-1?lang=en')).data.title, 'Title')
})

t.test('without a title in the system or the map the site has a general one', async (t) => {
  const { post } = await createDirectus(
    t,
    {},
    { prepare: (cms) => answerJson(cms, '/items/site', { data: { translations: [] } }) },
  )
  const { data } = await post('/api/home/config/base', {})
  t.match(data, { zh: { title: '网站' }, en: { title: 'Website' } })
})

t.test('the menu leads to an item by its slug', async (t) => {
  const items = [{ title: '第一条', path: '/news/sign-1', children: [] }]
  const menu = { data: { id: 1, translations: [{ languages_code: 'zh-CN', items }] } }
  const { post, get } = await createDirectus(
    t,
    { news: [rowOf(1)] },
    { prepare: (cms) => answerJson(cms, '/items/menu?', menu) },
  )
  const { data } = await get('/api/home/article/info/sign-1?lang=zh')
  t.match((await post('/api/home/route/tree', {})).data, [{ path: `/news/${data.id}` }])
})

t.test('webhooks of a Flow: several keys, removal, drafts, files, moved items, other bodies', async (t) => {
  const event = { event: 'news.items.update', collection: 'news', keys: [36] }
  const found = { type: 'news', key: '36' }
  t.strictSame(readWebhook({ ...event, payload: { title: 'x' } }), { ...found, isRemoved: false })
  t.match(readWebhook({ ...event, keys: ['36', 'a-b'] }), { key: '36,a-b', isRemoved: false })
  t.match(readWebhook({ ...event, payload: { status: 'archived' } }), { ...found, isRemoved: true })
  const removed = { ...event, event: 'items.delete', keys: undefined, payload: [36] }
  t.match(readWebhook(removed), { ...found, isRemoved: true })
  const draft = { event: 'news.items.create', collection: 'news', key: 99, payload: { status: 'draft' } }
  t.equal(readWebhook(draft), 'nothing')
  const file = { collection: 'directus_files', payload: { title: 't' }, keys: ['8e8d'] }
  t.match(readWebhook({ ...file, event: 'files.update' }), { type: 'media', key: '8e8d' })
  t.equal(readWebhook({ ...file, event: 'files.upload' }), 'nothing')
  const moved = { event: 'items.sort', collection: 'services', item: 6, to: 1 }
  t.match(readWebhook(moved), { type: 'services', key: '6', isMoved: true })
  t.equal(readWebhook({ type: 'news', id: 3 }), undefined)
})

t.test('a webhook of a translation reads its item; where its item is not known, everything', async (t) => {
  const news = [rowOf(1), rowOf(2)]
  const words: Row[] = [{ id: 64, news_id: 1 }]
  const { get, origin, passOf } = await createDirectus(t, { news, news_translations: words })
  const event = { event: 'items.update', collection: 'news_translations', keys: ['64'] }
  const change = (...titles: string[]) => {
    for (const [at, title] of titles.entries()) news[at] = rowOf(at + 1, {}, { title })
  }
  const titles = async () => {
    const { data } = await get('/api/home/article/list/news?lang=zh')
    return data.list.map(({ title }: { title: string }) => title).sort()
  }
  change('A', 'B')
  await origin.changesOf?.(event)
  t.strictSame(await titles(), ['A', '标题 2'], 'the others stand')
  for (const [rows, name] of [
    [[{ id: 64, news_id: null }], 'taken from its item'],
    [[], 'removed'],
  ] as const) {
    words.splice(0, 1, ...rows)
    change(`${name} 1`, `${name} 2`)
    await passOf(event)
    t.strictSame(await titles(), [`${name} 1`, `${name} 2`])
  }
})

t.test('a webhook of a junction, of a moved item or of the languages is found in the items', async (t) => {
  const services = [rowOf(1, { sort: 1 }), rowOf(2, { sort: 2 })]
  const { get, passOf } = await createDirectus(t, { services, products_gallery: [] })
  const titles = async () => {
    const { data } = await get('/api/home/article/list/service?lang=zh')
    return data.list.map(({ title }: { title: string }) => title)
  }
  t.strictSame(await titles(), ['标题 1', '标题 2'])
  services[0] = rowOf(1, { sort: 3 })
  await passOf({ event: 'items.sort', collection: 'services', item: 6, to: 1 })
  t.strictSame(await titles(), ['标题 2', '标题 1'])
  for (const [collection, title] of [
    ['products_gallery', 'A'],
    ['languages', 'B'],
  ] as const) {
    services[0] = rowOf(1, { sort: 3 }, { title })
    await passOf({ event: 'items.update', collection, keys: [1] })
    t.strictSame(await titles(), ['标题 2', title], collection)
  }
})
