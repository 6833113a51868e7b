// Directus: the contract from recorded responses of one system with two languages.
import type { ServerResponse } from 'node:http'
import t, { type Test } from 'tap'
import { createTestAdapted, createTestCms } from '../helpers/cms.ts'
import { recordedRequests } from './record.ts'

const token = 'planted-secret-of-the-test'

async function createDirectus(t: Test) {
  const cms = await createTestCms(t, 'directus')
  const env = { API_KIND: 'directus', API_BASE: cms.urls[0]!, API_TOKEN: token }
  const adapted = await createTestAdapted(t, env)
  const get = async (path: string) => {
    const response = await adapted.origin.send({ method: 'GET', path, headers: {} })
    return { status: response.status, data: JSON.parse(String(response.body)).data }
  }
  return { ...adapted, cms, get }
}

const newsList = '/api/home/article/list/news?lang=zh&page_size=2'

t.test('all calls in both languages; no response or log line has the token or the address', async (t) => {
  const { origin, cms, lines } = await createDirectus(t)
  for (const request of recordedRequests) {
    const { status, body } = await origin.send(request)
    t.equal(status, request.path.includes('999999') ? 404 : 200, request.path)
    t.notOk(
      [token, cms.urls[0]!].some((secret) => String(body).includes(secret)),
      request.path,
    )
  }
  t.notOk(JSON.stringify(lines).includes(token))
  t.ok(cms.requests.every(({ headers }) => headers.authorization === `Bearer ${token}`))
})

t.test(
  'a list has dates, covers, tags and the total; an item the same number in both languages',
  async (t) => {
    const { get } = await createDirectus(t)
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
  },
)

t.test('a response of 403, of another form or without JSON is an error that names the request', async (t) => {
  const { cms, origin } = await createDirectus(t)
  const request = { method: 'GET', path: newsList, headers: {} }
  for (const [status, body] of [
    [403, '{"errors":[]}'],
    [200, '{"data":["x"]}'],
    [200, '<b>Error</b>'],
  ] as const) {
    cms.answer('/items/news', (response) => response.writeHead(status).end(body))
    await t.rejects(origin.send(request), { cause: { message: /\/items\/news/ } })
  }
})

t.test(
  'without introspection, or with a policy that may read nothing, an error names what to do',
  async (t) => {
    const none = JSON.stringify({ data: { __schema: { types: [{ name: 'Query', kind: 'OBJECT' }] } } })
    for (const [status, body, message] of [
      [
        400,
        '{"errors":[{"extensions":{"code":"GRAPHQL_VALIDATION"}}]}',
        /\/graphql: .*GRAPHQL_INTROSPECTION.*400/,
      ],
      [403, '{"errors":[]}', /\/graphql: .*GRAPHQL_INTROSPECTION.*403/],
      [401, '{"errors":[]}', /\/graphql: expected access \(API_TOKEN\), got status 401/],
      [200, none, /\/graphql: expected collections that API_TOKEN may read/],
    ] as const) {
      const { cms, origin, lines } = await createDirectus(t)
      cms.answer('/graphql', (response) => response.writeHead(status).end(body))
      await t.rejects(origin.send({ method: 'GET', path: newsList, headers: {} }), { cause: { message } })
      const rejected = lines.filter(({ msg }) => msg === 'origin response rejected')
      t.match(rejected, [{ call: 'articleList', path: '/graphql', status }], String(status))
    }
  },
)

t.test(
  'a picture is requested in a width of the set, or by a preset, whatever a visitor writes',
  async (t) => {
    const { origin, cms } = await createDirectus(t)
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
  const { get, cms } = await createDirectus(t)
  const [first] = (await get(newsList)).data.list
  const ids = ['454855d3-63f6-40ed-a0c6-a4c1ab3bc6a5', '8e8d69b2-aa01-454d-a230-d4a41fc35c59'] as const
  const images = [
    `<img src="${cms.urls[0]}/assets/${ids[0]}?width=800&amp;height=200" alt="a" width="800" height="200">`,
    `<img src='/assets/${ids[1]}.jpg'>`,
  ]
  const row = { id: 36, status: 'published', slug: 'one', date: '2026-11-12T00:00:00Z' }
  const translations = [{ languages_code: 'zh-CN', title: 'x', body: `<p>${images.join('')}</p>` }]
  cms.answer(
    '/items/news?',
    (response) => void response.end(JSON.stringify({ data: [{ ...row, translations }] })),
  )
  const article = async () => (await get(`/api/home/article/detail/${first.id}?lang=zh`)).data.body
  cms.answer('/files?', (response) => response.writeHead(403).end('{"errors":[]}'))
  t.notMatch(await article(), 'srcset', 'a policy without directus_files')
  const file = { type: 'image/jpeg', filename_download: 'a b.jpg', width: 1000, height: 500 }
  cms.answer('/files?', (response) => void response.end(JSON.stringify({ data: [{ id: ids[0], ...file }] })))
  const url = `/media/${ids[0]}/a%20b.jpg`
  const srcset = `${url}?width=480 480w, ${url}?width=768 768w, ${url} 1000w`
  t.equal(
    await article(),
    `<p><img src="${url}" srcset="${srcset}" width="800" height="400" alt="a"><img src="/media/${ids[1]}.jpg"></p>`,
  )
})

t.test('words are searched in the translation of the language, whatever its field is called', async (t) => {
  const { get, cms } = await createDirectus(t)
  const recorded = await (await fetch(`${cms.urls[0]}/graphql`)).text()
  const schema = recorded.replaceAll('"languages_code"', '"locale"')
  cms.answer('/graphql', (response) => void response.end(schema))
  cms.answer('/items/', (response) => void response.end('{"data":[]}'))
  await get('/api/home/article/list/news?lang=en&keywords=pump')
  const filter = new URLSearchParams(cms.requests.at(-1)!.url.split('?')[1]).get('filter')
  t.match(filter, '{"translations":{"_and":[{"locale":{"_eq":"en-US"}},{"title":{"_icontains":"pump"}}]}}')
})

t.test('without a title in the system or the map the site has a general one', async (t) => {
  const { origin, cms } = await createDirectus(t)
  cms.answer('/items/site', (response) => void response.end('{"data":{"translations":[]}}'))
  const body = Buffer.from('{}')
  const response = await origin.send({ method: 'POST', path: '/api/home/config/base', headers: {}, body })
  const { data } = JSON.parse(String(response.body))
  t.match(data, { zh: { title: '网站' }, en: { title: 'Website' } })
})

t.test('webhooks of a Flow: several keys, removal, drafts, other bodies', async (t) => {
  const { origin, get, cms } = await createDirectus(t)
  await get(newsList)
  const entry = { id: 36, status: 'published', slug: 'one', date: '2026-01-01T00:00:00Z', translations: [] }
  const send = (data: object[]) => (response: ServerResponse) =>
    void response.end(JSON.stringify({ data, meta: { filter_count: data.length } }))
  cms.answer('"id":{"_in":["36"]}', send([entry]))
  cms.answer('"date":{"_', send([]))
  const event = { event: 'news.items.update', collection: 'news', keys: [36] }
  const updated = await origin.changesOf!({ ...event, payload: { title: 'x' } })
  t.equal(updated!.isRemoved, false)
  t.match(updated!.changes, [{ kind: 'existence', of: 'article' }])
  t.match(await origin.changesOf!({ ...event, payload: { status: 'archived' } }), { isRemoved: true })
  t.match(await origin.changesOf!({ ...event, event: 'items.delete', keys: undefined, payload: [36] }), {
    isRemoved: true,
  })
  const draft = { event: 'news.items.create', collection: 'news', key: 99, payload: { status: 'draft' } }
  t.strictSame(await origin.changesOf!(draft), { changes: [], isRemoved: false })
  t.equal(await origin.changesOf!({ type: 'news', id: 3 }), undefined)
})

t.test('webhooks of a Flow: translations, junctions, files and moved items', async (t) => {
  const { origin, get, cms } = await createDirectus(t)
  await get(newsList)
  const rows = (data: object[]) => (response: ServerResponse) =>
    void response.end(JSON.stringify({ data, meta: { filter_count: data.length } }))
  const none = { changes: [], isRemoved: false }
  cms.answer('"id":{"_in":["36"]}', rows([{ id: 36, status: 'published', slug: 'one', translations: [] }]))
  cms.answer('/items/services?', rows([{ id: 6, status: 'published', slug: 'six', translations: [] }]))
  const words = { event: 'news_translations.items.update', collection: 'news_translations', keys: ['64'] }
  cms.answer('/items/news_translations', rows([{ id: 64, news_id: 36 }]))
  t.match(await origin.changesOf!({ ...words, payload: { title: 'U' } }), {
    changes: [{ kind: 'existence', of: 'article' }],
    isRemoved: false,
  })
  cms.answer('/items/news_translations', rows([{ id: 64, news_id: null }]))
  t.strictSame(await origin.changesOf!({ ...words, payload: { news_id: null } }), none, 'taken from its item')
  cms.answer('/items/news_translations', rows([]))
  const deleted = { ...words, event: 'news_translations.items.delete', payload: ['64'] }
  t.match(await origin.changesOf!(deleted), { changes: 'unknown' }, 'its item is not known any more')
  const junction = { event: 'products_gallery.items.update', collection: 'products_gallery', keys: [1] }
  cms.answer('/items/products_gallery', rows([{ id: 1, products_id: null }]))
  t.strictSame(await origin.changesOf!({ ...junction, payload: { products_id: null } }), none)
  const file = {
    event: 'files.update',
    collection: 'directus_files',
    payload: { title: 't' },
    keys: ['8e8d'],
  }
  t.match(await origin.changesOf!(file), { changes: 'unknown' })
  const moved = { event: 'items.sort', collection: 'services', item: 6, to: 1 }
  const { changes } = (await origin.changesOf!(moved))!
  t.ok(changes !== 'unknown' && changes.some(({ kind }) => kind === 'list'))
  t.strictSame(await origin.changesOf!({ ...moved, collection: 'orders' }), none)
  t.match(await origin.changesOf!({ ...moved, collection: 'languages' }), { changes: 'unknown' })
})
