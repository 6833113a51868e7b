// Embedded content API: methods, languages, validators and invalid requests, the same for every call.
import { Readable } from 'node:stream'
import t from 'tap'
import { createWorld, page } from './world.ts'

const both = {
  'service/a.zh.md': page('id: 1\ntitle: 一'),
  'service/a.en.md': page('id: 1\ntitle: One'),
}

t.test('the language is that of `lang`, else of Accept-Language, else Chinese', async (t) => {
  const world = await createWorld(t, both)
  const title = async (query: string, accept?: string) => {
    const headers = accept === undefined ? {} : { 'accept-language': accept }
    const { json, headers: sent } = await world.get(`/api/home/article/detail/1${query}`, headers)
    return [json.data.title, sent.vary]
  }
  t.strictSame(await title('?lang=en', 'zh'), ['One', undefined])
  t.strictSame(await title('?lang=zh', 'en'), ['一', undefined])
  t.strictSame(await title('', 'en-US,en;q=0.9'), ['One', 'accept-language'])
  t.strictSame(await title('?lang=fr', 'en'), ['One', 'accept-language'])
  t.strictSame(await title('?lang=EN', 'zh-CN'), ['一', 'accept-language'])
  t.strictSame(await title('?lang=', 'fr'), ['一', 'accept-language'])
  t.strictSame(await title(''), ['一', 'accept-language'])
  const recommended = async (body: object, accept: string) =>
    (await world.post('/api/home/article/recommends/service', body, { 'accept-language': accept })).json
      .data[0].title
  t.equal(await recommended({ lang: 'en' }, 'zh'), 'One')
  t.equal(await recommended({ lang: 1 }, 'en'), 'One')
  t.equal(await recommended({}, 'zh'), '一')
})

t.test('If-None-Match is a 304 for GET and not for POST', async (t) => {
  const world = await createWorld(t, both)
  const path = '/api/home/article/detail/1?lang=zh'
  const first = await world.get(path)
  const etag = String(first.headers.etag)
  t.match(etag, /^"[\w-]{27}"$/)
  t.equal(first.headers['content-length'], String(first.bytes.length))
  const stored = { 'cache-control': first.headers['cache-control'], etag }
  t.match(stored['cache-control'], /^public, /)
  for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await world.get(path, { 'if-none-match': known })
    t.strictSame([again.status, again.headers, again.bytes.length], [304, stored, 0], known)
  }
  t.equal((await world.get(path, { 'if-none-match': '"other"' })).status, 200)
  t.not((await world.get('/api/home/article/detail/1?lang=en')).headers.etag, etag)
  const post = await world.post('/api/home/config/base', { lang: 'zh' })
  const again = await world.post(
    '/api/home/config/base',
    { lang: 'zh' },
    { 'if-none-match': String(post.headers.etag) },
  )
  t.equal(again.status, 200)
  t.notOk('etag' in (await world.get('/api/home/article/detail/2?lang=zh')).headers)
})

t.test('no cache keeps a response beyond the next change of the content by itself', async (t) => {
  const due = { 'news/a.zh.md': page('id: 1\ntitle: 一\npublished_at: 2026-06-01T09:01:00Z') }
  const world = await createWorld(t, due, { now: () => Date.parse('2026-06-01T09:00:00Z') })
  const { headers } = await world.get('/api/home/article/list/news?lang=zh')
  t.match(headers['cache-control'], /^public, max-age=0, s-maxage=60, stale-if-error=/)
})

t.test('HEAD is GET without the body', async (t) => {
  const world = await createWorld(t, both)
  const path = '/api/home/article/detail/1?lang=zh'
  const [get, head] = [await world.get(path), await world.send('HEAD', path)]
  t.strictSame([head.status, head.headers, head.bytes.length], [200, get.headers, 0])
  t.equal((await world.send('HEAD', '/api/home/article/detail/2?lang=zh')).status, 404)
})

t.test('another method is a 405 with Allow', async (t) => {
  const world = await createWorld(t, both)
  for (const [method, path, allow] of [
    ['POST', '/api/home/article/detail/1', 'GET, HEAD'],
    ['DELETE', '/api/home/about/1', 'GET, HEAD'],
    ['GET', '/api/home/config/base', 'POST'],
    ['HEAD', '/api/home/form/:name', 'POST'],
    ['PUT', '/media/a.svg', 'GET, HEAD'],
    ['OPTIONS', '/api/home/route/tree', 'POST'],
  ] as const) {
    const { status, headers, json } = await world.send(method, path)
    t.strictSame([status, headers.allow], [405, allow], `${method} ${path}`)
    if (method !== 'HEAD') t.equal(json.success, false)
  }
})

t.test('an unknown path is a 404 in the envelope', async (t) => {
  const world = await createWorld(t, both)
  for (const path of [
    '/',
    '/api',
    '/api/home',
    '/api/home/',
    '/api/home/articles',
    '/API/home/about/1',
    '//api/home/about/1',
    '*',
    'http://a/api/home/about/1',
    '/api/home/article/detail%2F1',
  ]) {
    const { status, json } = await world.get(path)
    t.equal(status, 404, path)
    t.strictSame(json, { success: false, data: null, msg: '内容不存在', message: '内容不存在' })
  }
})

t.test('a malformed escape is a 400, in the path and in the query', async (t) => {
  const world = await createWorld(t, both)
  for (const path of [
    '/api/home/about/%',
    '/api/home/article/info/%E4%B8',
    '/api/home/about/1?lang=%zz',
    '/media/%ff',
  ]) {
    const { status, json } = await world.get(path, { 'accept-language': 'en' })
    t.strictSame([status, json.msg], [400, 'The request is malformed'], path)
  }
})

t.test('a body that is not a JSON object is a 400', async (t) => {
  const world = await createWorld(t, both)
  const bodies = [
    '{',
    'lang=zh',
    '[]',
    '"a"',
    'null',
    '1',
    '{"__proto__":{"lang":"en"}}',
    '\ufeff',
    '{"lang":"\xff"}',
  ]
  for (const body of bodies) {
    const { status, json } = await world.send(
      'POST',
      '/api/home/config/base',
      {},
      Buffer.from(body, 'latin1'),
    )
    t.equal(status, 400, JSON.stringify(body))
    t.match(json.errors, { body: [/JSON/] })
  }
  t.equal((await world.send('POST', '/api/home/config/base', {}, Buffer.alloc(0))).status, 200)
  t.equal((await world.send('POST', '/api/home/config/base')).status, 200)
})

t.test('a rejected body names the field and what was expected, in the language of the call', async (t) => {
  const world = await createWorld(t, both)
  const wrong: [string, object, object][] = [
    ['block/banner', { lang: 'en', position: 1 }, { position: ['must be text'] }],
    ['block/banner', { lang: 'zh' }, { position: ['应为文字'] }],
  ]
  for (const [call, body, errors] of wrong) {
    const { status, json } = await world.post(`/api/home/${call}`, body)
    t.equal(status, 400, call)
    t.strictSame(json.errors, errors)
    t.equal(json.message, json.msg)
  }
})

t.test('download without an id is 36', async (t) => {
  const world = await createWorld(t, { 'download/a.zh.md': page('id: 36\ntitle: 资料') })
  const { json } = await world.get('/api/home/download?lang=zh')
  t.match(json.data, { id: 36, title: '资料' })
})

t.test('a body may be a stream, up to 64 kB', async (t) => {
  const world = await createWorld(t, both)
  const call = '/api/home/article/recommends/service'
  const body = Buffer.from(JSON.stringify({ lang: 'en', more: '好'.repeat(21_000) }))
  t.ok(body.length > 63_000 && body.length < 65_536)
  const halves = Readable.from([body.subarray(0, 20_001), body.subarray(20_001)])
  t.equal((await world.send('POST', call, {}, halves)).json.data[0].title, 'One')
  t.equal((await world.send('POST', call, {}, Buffer.alloc(65_537, ' '))).status, 413)

  const endless = new Readable({ read: () => endless.push(Buffer.alloc(10_000, ' ')) })
  const { status, json } = await world.send('POST', call, { 'accept-language': 'en' }, endless)
  t.strictSame([status, json.msg], [413, 'The submission is too large'])
  t.equal(endless.destroyed, false, 'the connection of the response stays open')
  endless.destroy(new Error('gone'))

  const failing = new Readable({ read: () => failing.destroy(new Error('connection lost')) })
  t.equal((await world.send('POST', call, {}, failing)).status, 400)
})
