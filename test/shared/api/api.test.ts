// The 13 business calls: method, path, payload, and what they resolve with.
import t from 'tap'
import { type Api, createApi } from '../../../shared/api/api.ts'
import type { CallName } from '../../../shared/api/calls.ts'
import type { ApiRequest, ApiResponse } from '../../../shared/api/transport.ts'
import type { RichText } from '../../../shared/content/reader.ts'
import { fullContent } from '../../helpers/full-content.ts'

const richText = ((html) => html) as RichText

function createWorld(answer: (request: ApiRequest) => ApiResponse) {
  const sent: ApiRequest[] = []
  const transport = async (request: ApiRequest) => {
    sent.push(request)
    return answer(request)
  }
  return { sent, api: createApi({ transport, locale: 'en', richText, memo: new WeakMap() }) }
}

type Row = [name: CallName, ask: (api: Api) => Promise<unknown>, request: Omit<ApiRequest, 'locale'>]
const lang = 'en'
const list = { keywords: 'k', page: 2, page_size: 5 }
const rows: Row[] = [
  ['about', (api) => api.about({ id: 1 }), { method: 'GET', path: '/api/home/about/1', query: { lang } }],
  ['aboutInfo', (api) => api.aboutInfo({ sign: 'a' }), { method: 'GET', path: '/api/home/about/info/a', query: { lang } }],
  ['articleDetail', (api) => api.articleDetail({ id: 3 }), { method: 'GET', path: '/api/home/article/detail/3', query: { lang } }],
  ['articleInfo', (api) => api.articleInfo({ sign: 'a' }), { method: 'GET', path: '/api/home/article/info/a', query: { lang } }],
  [
    'articleList',
    (api) => api.articleList({ category: 'news' }, list),
    { method: 'GET', path: '/api/home/article/list/news', query: { lang, ...list } },
  ],
  [
    'articleRecommends',
    (api) => api.articleRecommends({ model: 'news' }, { id: 1, limit: 3 }),
    { method: 'POST', path: '/api/home/article/recommends/news', body: { lang, id: 1, limit: 3 } },
  ],
  ['download', (api) => api.download({ id: 36 }), { method: 'GET', path: '/api/home/download/36', query: { lang } }],
  ['manual', (api) => api.manual({ id: 1 }), { method: 'GET', path: '/api/home/manual/1', query: { lang } }],
  ['labels', (api) => api.labels({}, { keys: ['a'] }), { method: 'POST', path: '/api/home/block/label', body: { lang, keys: ['a'] } }],
  [
    'banners',
    (api) => api.banners({}, { position: 'home' }),
    { method: 'POST', path: '/api/home/block/banner', body: { lang, position: 'home' } },
  ],
  ['siteConfig', (api) => api.siteConfig({}), { method: 'POST', path: '/api/home/config/base', body: {} }],
  ['menu', (api) => api.menu({}), { method: 'POST', path: '/api/home/route/tree', body: {} }],
  ['form', (api) => api.form({ name: ':name' }, { a: 'b' }), { method: 'POST', path: '/api/home/form/:name', body: { a: 'b' } }],
]

for (const [name, ask, request] of rows) {
  t.test(`${name} is ${request.method} ${request.path}`, async (t) => {
    const { api, sent } = createWorld(() => ({ status: 200, body: { success: true, data: fullContent[name] } }))
    t.strictSame(await ask(api), fullContent[name])
    t.strictSame(sent, [{ ...request, locale: 'en' }])
  })
}

t.test('a parameter never leaves its place in the path', async (t) => {
  const { api, sent } = createWorld(() => ({ status: 404, body: '' }))
  await t.rejects(api.aboutInfo({ sign: 'a/../b?c#d%2e 水' }), { kind: 'missing' })
  t.equal(sent[0]?.path, '/api/home/about/info/a%2F..%2Fb%3Fc%23d%252e%20%E6%B0%B4')
  for (const sign of ['.', '..']) await t.rejects(api.aboutInfo({ sign }), { kind: 'missing' })
  t.equal(sent.length, 1)
})

t.test('an item without data is missing; a list without data is broken', async (t) => {
  const { api } = createWorld(() => ({ status: 200, body: { success: true, data: null } }))
  await t.rejects(api.articleDetail({ id: 1 }), { name: 'ApiError', kind: 'missing' })
  await t.rejects(api.siteConfig({}), { name: 'ApiError', kind: 'content', message: 'siteConfig: data expected object, got null' })
})

t.test('content of the wrong shape names the call and the field', async (t) => {
  const { api } = createWorld(() => ({ status: 200, body: { success: true, data: { ...fullContent.articleDetail, tags: [1] } } }))
  const expected = { name: 'ApiError', kind: 'content', message: 'articleDetail: tags.0 expected text, got number' }
  await t.rejects(api.articleDetail({ id: 1 }), expected)
})

t.test('an answer that is kept is read once', async (t) => {
  let read = 0
  const body = { success: true, data: fullContent.about }
  const api = createApi({
    transport: async () => ({ status: 200, body }),
    locale: 'zh',
    memo: new WeakMap(),
    richText: (html) => (read++, richText(html)),
  })
  t.equal(await api.about({ id: 1 }), await api.about({ id: 1 }))
  t.equal(read, 1)
})

t.test('a resolving code resolves the call with the error body', async (t) => {
  const body = { code: 40001, message: 'm' }
  const { api } = createWorld(() => ({ status: 400, body }))
  t.strictSame(await api.form({ name: 'x' }, {}), body)
})
