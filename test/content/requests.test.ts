// Embedded content API: methods, languages, validators and invalid requests, the same for every call.
import t from 'tap'
import { createWorld, page } from './world.ts'

const both = {
  'service/a.zh.md': page('id: 1\ntitle: 一'),
  'service/a.en.md': page('id: 1\ntitle: One'),
}
const detail = '/api/home/article/detail/1'
const world = await createWorld(t, both)

t.test('the language is that of `lang`, else of Accept-Language, else Chinese', async (t) => {
  const rows: [query: string, accept: string | undefined, title: string, vary: string | undefined][] = [
    ['?lang=en', 'zh', 'One', undefined],
    ['', 'en-US,en;q=0.9', 'One', 'accept-language'],
    ['?lang=fr', 'en', 'One', 'accept-language'],
    ['?lang=', 'fr', '一', 'accept-language'],
    ['', undefined, '一', 'accept-language'],
  ]
  for (const [query, accept, title, vary] of rows) {
    const { json, headers } = await world.get(detail + query, accept ? { 'accept-language': accept } : {})
    t.strictSame([json.data.title, headers.vary], [title, vary], `${query} ${accept}`)
  }
})

t.test('If-None-Match is a 304 for GET and not for POST', async (t) => {
  const path = `${detail}?lang=zh`
  const first = await world.get(path)
  const etag = String(first.headers.etag)
  const stored = { 'cache-control': first.headers['cache-control'], etag }
  t.match(stored['cache-control'], /^public, /)
  const again = await world.get(path, { 'if-none-match': etag })
  t.strictSame([again.status, again.headers, again.bytes.length], [304, stored, 0])
  t.equal((await world.get(path, { 'if-none-match': '"other"' })).status, 200)
  t.not((await world.get(`${detail}?lang=en`)).headers.etag, etag)
  const post = () => world.post('/api/home/config/base', { lang: 'zh' }, { 'if-none-match': '*' })
  t.equal((await post()).status, 200)
  const head = await world.send('HEAD', path)
  t.strictSame([head.status, head.headers, head.bytes.length], [200, first.headers, 0])
})

t.test('no cache keeps a response beyond the next change of the content by itself', async (t) => {
  const due = { 'news/a.zh.md': page('id: 1\ntitle: 一\npublished_at: 2026-06-01T09:01:00Z') }
  const world = await createWorld(t, due, { now: () => Date.parse('2026-06-01T09:00:00Z') })
  const { headers } = await world.get('/api/home/article/list/news?lang=zh')
  t.match(headers['cache-control'], /^public, max-age=0, s-maxage=60, stale-if-error=/)
})

t.test('another method is a 405 with Allow', async (t) => {
  for (const [method, path, allow] of [
    ['POST', detail, 'GET, HEAD'],
    ['GET', '/api/home/config/base', 'POST'],
    ['PUT', '/media/a.svg', 'GET, HEAD'],
  ] as const) {
    const { status, headers, json } = await world.send(method, path)
    t.strictSame([status, headers.allow, json.success], [405, allow, false], `${method} ${path}`)
  }
})

t.test(
  'an unknown path, category or id is a 404, and a malformed escape a 400, in the envelope',
  async (t) => {
    const list = ['pumps', 'about', '__proto__'].map((category) => `list/${category}`)
    const ids = ['0', '01', '1e0', 'one', '９', 'constructor'].map((id) => `detail/${id}`)
    const absent = [...list, ...ids, 'info/two', 'detail%2F1'].map((path) => `/api/home/article/${path}`)
    const rows: [status: number, message: string, paths: string[]][] = [
      [404, '内容不存在', ['/api/home/articles', '//api/home/about/1', ...absent]],
      [400, '请求格式不正确', ['/api/home/about/%', '/api/home/about/1?lang=%zz', '/media/%ff']],
    ]
    for (const [status, message, paths] of rows)
      for (const path of paths) {
        const found = await world.get(path)
        const envelope = { success: false, data: null, msg: message, message }
        t.strictSame([found.status, found.json], [status, envelope], path)
      }
    t.equal((await world.get('/api/home/article/detail/%31?lang=zh')).status, 200)
  },
)

t.test('a body that is not a JSON object of the fields of the call is a 400', async (t) => {
  const send = (body: string) => world.send('POST', '/api/home/config/base', {}, Buffer.from(body, 'latin1'))
  for (const body of ['{', 'lang=zh', '[]', 'null', '{"__proto__":{"lang":"en"}}', '{"lang":"\xff"}']) {
    const { status, json } = await send(body)
    t.equal(status, 400, JSON.stringify(body))
    t.match(json.errors, { body: [/JSON/] })
  }
  t.equal((await send('')).status, 200)
  for (const [lang, problem] of [
    ['en', 'must be text'],
    ['zh', '应为文字'],
  ]) {
    const { status, json } = await world.post('/api/home/block/banner', { lang, position: 1 })
    t.strictSame([status, json.errors], [400, { position: [problem] }])
  }
})
