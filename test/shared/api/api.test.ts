// The business calls: method, path, payload, and what they resolve with.
import t from 'tap'
import { type Api, createApi, readResponse } from '../../../shared/api/api.ts'
import { type CallName, callAt, callOf } from '../../../shared/api/calls.ts'
import type { ApiRequest, ApiResponse } from '../../../shared/api/request.ts'
import { segmentsOf } from '../../../shared/path-pattern.ts'
import { richText } from '../../content/world.ts'
import { fullContent } from '../../helpers/full-content.ts'

/** The calls over a transport that records its requests. */
function createWorld(answer: ApiResponse) {
  const sent: ApiRequest[] = []
  const api = createApi({
    transport: async (request) => {
      sent.push(request)
      return answer
    },
    locale: 'en',
    read: (call, _path, data) => callOf(call).read(data, richText),
  })
  return { sent, api }
}

const lang = 'en'
const query = { lang }
const list = { keywords: 'k', page: 2, page_size: 5 }
type Row = [line: string, payload: Partial<ApiRequest>, ask: (api: Api) => Promise<unknown>]
/** One of each form; test/docs/api.test.ts compares the addresses of all with openapi.yaml. */
const rows = {
  aboutInfo: ['GET about/info/a', { query }, (api) => api.aboutInfo({ sign: 'a' })],
  articleList: [
    'GET article/list/news',
    { query: { lang, ...list } },
    (api) => api.articleList({ category: 'news' }, list),
  ],
  articleRecommends: [
    'POST article/recommends/news',
    { body: { lang, id: 1, limit: 3 } },
    (api) => api.articleRecommends({ model: 'news' }, { id: 1, limit: 3 }),
  ],
  download: ['GET download/36', { query }, (api) => api.download({ id: 36 })],
  siteConfig: ['POST config/base', { body: {} }, (api) => api.siteConfig({})],
  form: ['POST form/:name', { body: { a: 'b' } }, (api) => api.form({ name: ':name' }, { a: 'b' })],
} satisfies Partial<Record<CallName, Row>>

t.test('a call has the method, path and payload of the contract', async (t) => {
  for (const [name, [line, payload, ask]] of Object.entries<Row>(rows)) {
    const data = fullContent[name as keyof typeof rows]
    const { api, sent } = createWorld({ status: 200, body: { success: true, data } })
    t.strictSame(await ask(api), data, name)
    const [method, path] = line.split(' ')
    t.strictSame(sent, [{ method, path: `/api/home/${path}`, locale: 'en', ...payload }])
  }
})

t.test('a parameter cannot change the path (path traversal)', async (t) => {
  const { api, sent } = createWorld({ status: 404, body: '' })
  for (const sign of ['a/../b?c#d%2e 水', '.', '..'])
    await t.rejects(api.aboutInfo({ sign }), { name: 'ApiError', kind: 'missing' })
  t.strictSame(
    sent.map(({ path }) => path),
    ['/api/home/about/info/a%2F..%2Fb%3Fc%23d%252e%20%E6%B0%B4'],
  )
})

t.test('an item without data is missing; a configuration without data is a content error', async (t) => {
  const { api } = createWorld({ status: 200, body: { success: true, data: null } })
  await t.rejects(api.articleDetail({ id: 1 }), { name: 'ApiError', kind: 'missing' })
  const message = 'siteConfig: data expected object, got null'
  await t.rejects(api.siteConfig({}), { name: 'ApiError', kind: 'content', message })
})

t.test(
  'the error body of a form resolves; of another call it is an error, as is a broken reader',
  async (t) => {
    const body = { code: 40001, message: 'Wrong' }
    for (const answer of [
      { status: 400, body },
      { status: 200, body: { success: true, data: body } },
    ]) {
      const { api } = createWorld(answer)
      t.strictSame(await api.form({ name: 'a' }, {}), body)
      await t.rejects(api.siteConfig({}), {
        kind: 'http',
        message: 'Wrong',
        body,
        cause: { name: 'ContentError' },
      })
    }
    await t.rejects(createWorld({ status: 404, body: { message: 'm' } }).api.siteConfig({}), {
      kind: 'http',
      status: 404,
      message: 'm',
      body: { message: 'm' },
    })
    const broken = () => {
      throw new TypeError('broken')
    }
    t.throws(() => readResponse('menu', [], broken), TypeError)
  },
)

t.test('the call of a path is found, whatever it is asked for', async (t) => {
  t.strictSame(callAt(segmentsOf('/api/home/about/info/a')), { name: 'aboutInfo', params: { sign: 'a' } })
  t.equal(callAt(segmentsOf('/api/home/about')), undefined)
})
