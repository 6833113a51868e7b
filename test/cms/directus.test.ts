// Directus: what is special to it, from recorded responses of one system with two languages.
import t from 'tap'
import { readWebhook } from '../../server/sources/directus/webhook.ts'
import { answerJson } from '../helpers/cms.ts'
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

for (const [status, body] of [
  [403, '{"errors":[]}'],
  [200, '{"data":["x"]}'],
  [200, '<b>Error</b>'],
] as const)
  t.test(`a response of ${status} ${body} is named with its request, and nothing goes`, async (t) => {
    const { cms, poll, lines, get } = await createSystem(t, 'directus')
    cms.answer('/items/news', (response) => response.writeHead(status).end(body))
    await poll()
    const found = lines.find(({ msg }) => msg === 'source unreachable' || msg === 'source denied')
    t.match(JSON.stringify(found), /\/items\/news/)
    t.equal((await get(newsList)).data.total, 34)
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
      const world = await createSystem(t, 'directus')
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
    const { origin, cms } = await createSystem(t, 'directus')
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
  const rowOf = (base: string) => {
    const images = [
      `<img src="${base}/assets/${ids[0]}?width=800&amp;height=200" alt="a" width="800" height="200">`,
      `<img src='/assets/${ids[1]}.jpg'>`,
    ]
    const words = { languages_code: 'zh-CN', title: 'x', body: `<p>${images.join('')}</p>` }
    return { id: 36, status: 'published', slug: 'one', date: '2026-11-12T00:00:00Z', translations: [words] }
  }
  const bodyWith = async (mayRead: boolean) => {
    const { get } = await createSystem(t, 'directus', {
      prepare(cms) {
        answerJson(cms, '/items/news?', { data: [rowOf(cms.urls[0]!)], meta: { filter_count: 1 } })
        if (mayRead) answerJson(cms, '/files?', { data: [{ id: ids[0], ...file }] })
        else answerJson(cms, '/files?', { errors: [] }, { status: 403 })
      },
    })
    return (await get('/api/home/article/info/one?lang=zh')).data.body
  }
  t.notMatch(await bodyWith(false), 'srcset', 'a policy without directus_files')
  const url = `/media/${ids[0]}/a%20b.jpg`
  const srcset = `${url}?width=480 480w, ${url}?width=768 768w, ${url} 1000w`
  t.equal(
    await bodyWith(true),
    `<p><img src="${url}" srcset="${srcset}" width="800" height="400" alt="a"><img src="/media/${ids[1]}.jpg"></p>`,
  )
})

t.test('without a title in the system or the map the site has a general one', async (t) => {
  const { post } = await createSystem(t, 'directus', {
    prepare: (cms) => answerJson(cms, '/items/site', { data: { translations: [] } }),
  })
  const { data } = await post('/api/home/config/base', {})
  t.match(data, { zh: { title: '网站' }, en: { title: 'Website' } })
})

t.test('webhooks of a Flow: several keys, removal, drafts, other bodies', async (t) => {
  const event = { event: 'news.items.update', collection: 'news', keys: [36, 37] }
  t.match(readWebhook({ ...event, payload: { title: 'x' } }), {
    type: 'news',
    key: '36,37',
    isRemoved: false,
  })
  t.match(readWebhook({ ...event, payload: { status: 'archived' } }), { isRemoved: true })
  const removed = { ...event, event: 'items.delete', keys: undefined, payload: [36] }
  t.match(readWebhook(removed), { key: '36', isRemoved: true })
  const draft = { event: 'news.items.create', collection: 'news', key: 99, payload: { status: 'draft' } }
  t.equal(readWebhook(draft), 'nothing')
  t.match(readWebhook({ event: 'items.sort', collection: 'services', item: 6, to: 1 }), { isMoved: true })
  t.match(readWebhook({ event: 'files.update', payload: {}, keys: ['8e8d'] }), { type: 'media' })
  t.equal(readWebhook({ type: 'news', id: 3 }), undefined)
})

t.test('webhooks of a translation or a junction read the item to which it belongs again', async (t) => {
  const { origin, cms, get } = await createSystem(t, 'directus')
  const [, { id, title }] = (await get(newsList)).data.list
  const row = { id: 36, status: 'published', slug: 'one', date: '2026-11-12T00:00:00Z' }
  const translations = [{ languages_code: 'zh-CN', title: '译文改了', body: '<p>x</p>' }]
  answerJson(cms, '"id":{"_in":["36"]}', { data: [{ ...row, translations }], meta: { filter_count: 1 } })
  answerJson(cms, '/items/news_translations', { data: [{ id: 64, news_id: 36 }], meta: { filter_count: 1 } })
  const words = { event: 'news_translations.items.update', collection: 'news_translations', keys: ['64'] }
  await origin.changesOf?.({ ...words, payload: { title: 'U' } })
  const found = async () => (await get('/api/home/article/info/one?lang=zh')).data
  t.match(await found(), { title: '译文改了' })
  t.equal((await get(`/api/home/article/detail/${id}?lang=zh`)).data.title, title, 'the others stand')
})
