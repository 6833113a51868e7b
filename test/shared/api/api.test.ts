// The 13 business calls: method, path, payload, and what they resolve with.
import t from 'tap'
import type { Api } from '../../../shared/api/api.ts'
import type { CallName } from '../../../shared/api/calls.ts'
import type { ApiRequest } from '../../../shared/api/request.ts'
import { fullContent } from '../../helpers/full-content.ts'
import { createWorld } from './world.ts'

type Row = [name: CallName, ask: (api: Api) => Promise<unknown>, line: string, payload: Partial<ApiRequest>]
const lang = 'en'
const ofLanguage = { query: { lang } }
const list = { keywords: 'k', page: 2, page_size: 5 }
const rows: Row[] = [
  ['about', (api) => api.about({ id: 1 }), 'GET /api/home/about/1', ofLanguage],
  ['aboutInfo', (api) => api.aboutInfo({ sign: 'a' }), 'GET /api/home/about/info/a', ofLanguage],
  ['articleDetail', (api) => api.articleDetail({ id: 3 }), 'GET /api/home/article/detail/3', ofLanguage],
  ['articleInfo', (api) => api.articleInfo({ sign: 'a' }), 'GET /api/home/article/info/a', ofLanguage],
  [
    'articleList',
    (api) => api.articleList({ category: 'news' }, list),
    'GET /api/home/article/list/news',
    { query: { lang, ...list } },
  ],
  [
    'articleRecommends',
    (api) => api.articleRecommends({ model: 'news' }, { id: 1, limit: 3 }),
    'POST /api/home/article/recommends/news',
    { body: { lang, id: 1, limit: 3 } },
  ],
  ['download', (api) => api.download({ id: 36 }), 'GET /api/home/download/36', ofLanguage],
  ['manual', (api) => api.manual({ id: 1 }), 'GET /api/home/manual/1', ofLanguage],
  [
    'labels',
    (api) => api.labels({}, { keys: ['a'] }),
    'POST /api/home/block/label',
    { body: { lang, keys: ['a'] } },
  ],
  [
    'banners',
    (api) => api.banners({}, { position: 'home' }),
    'POST /api/home/block/banner',
    { body: { lang, position: 'home' } },
  ],
  ['siteConfig', (api) => api.siteConfig({}), 'POST /api/home/config/base', { body: {} }],
  ['menu', (api) => api.menu({}), 'POST /api/home/route/tree', { body: {} }],
  [
    'form',
    (api) => api.form({ name: ':name' }, { a: 'b' }),
    'POST /api/home/form/:name',
    { body: { a: 'b' } },
  ],
]

for (const [name, ask, line, payload] of rows) {
  t.test(`${name} is ${line}`, async (t) => {
    const { api, sent } = createWorld({ status: 200, body: { success: true, data: fullContent[name] } })
    t.strictSame(await ask(api), fullContent[name])
    const [method, path] = line.split(' ')
    t.strictSame(sent, [{ method, path, locale: 'en', ...payload }])
  })
}
