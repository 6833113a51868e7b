// The 13 business calls: method, path, payload, and what they resolve with.
import t from 'tap'
import { type Api, createApi, createContentMemo } from '../../../shared/api/api.ts'
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
  return { sent, api: createApi({ transport, locale: 'en', richText, memo: createContentMemo() }) }
}

type Row = [name: CallName, ask: (api: Api) => Promise<unknown>, request: Omit<ApiRequest, 'locale'>]
const lang = 'en'
const list = { keywords: 'k', page: 2, page_size: 5 }
const rows: Row[] = [
  ['about', (api) => api.about({ id: 1 }), { method: 'GET', path: '/api/home/about/1', query: { lang } }],
  [
    'aboutInfo',
    (api) => api.aboutInfo({ sign: 'a' }),
    { method: 'GET', path: '/api/home/about/info/a', query: { lang } },
  ],
  [
    'articleDetail',
    (api) => api.articleDetail({ id: 3 }),
    { method: 'GET', path: '/api/home/article/detail/3', query: { lang } },
  ],
  [
    'articleInfo',
    (api) => api.articleInfo({ sign: 'a' }),
    { method: 'GET', path: '/api/home/article/info/a', query: { lang } },
  ],
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
  [
    'download',
    (api) => api.download({ id: 36 }),
    { method: 'GET', path: '/api/home/download/36', query: { lang } },
  ],
  ['manual', (api) => api.manual({ id: 1 }), { method: 'GET', path: '/api/home/manual/1', query: { lang } }],
  [
    'labels',
    (api) => api.labels({}, { keys: ['a'] }),
    { method: 'POST', path: '/api/home/block/label', body: { lang, keys: ['a'] } },
  ],
  [
    'banners',
    (api) => api.banners({}, { position: 'home' }),
    { method: 'POST', path: '/api/home/block/banner', body: { lang, position: 'home' } },
  ],
  ['siteConfig', (api) => api.siteConfig({}), { method: 'POST', path: '/api/home/config/base', body: {} }],
  ['menu', (api) => api.menu({}), { method: 'POST', path: '/api/home/route/tree', body: {} }],
  [
    'form',
    (api) => api.form({ name: ':name' }, { a: 'b' }),
    { method: 'POST', path: '/api/home/form/:name', body: { a: 'b' } },
  ],
]

for (const [name, ask, request] of rows) {
  t.test(`${name} is ${request.method} ${request.path}`, async (t) => {
    const { api, sent } = createWorld(() => ({
      status: 200,
      body: { success: true, data: fullContent[name] },
    }))
    t.strictSame(await ask(api), fullContent[name])
    t.strictSame(sent, [{ ...request, locale: 'en' }])
  })
}
