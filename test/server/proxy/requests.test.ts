// Business calls on their way to the upstream: which pass, with which fields and bodies, and which reach no upstream.
import t from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { createClock, hour } from '../../cache/helpers/clock.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const clock = createClock()
const site = await createSmallSite(t, { now: clock.now, config: { addressRate: 0, downloadId: 41 } })
const { app, origin } = site
const json = { 'content-type': 'application/json' }
const success = '{"success":true,"data":{},"msg":""}'
for (const path of ['echo', 'article/3', 'block/label', 'form/survey'])
  origin.answer(`/api/home/${path}`, (_request, response) => void response.writeHead(200, json).end(success))

/** `hits` and `requests` of the upstream are those of this request. */
function send(method: string, path: string, payload: string | Buffer = '', headers: object = json) {
  origin.hits.length = 0
  origin.requests.length = 0
  const url = `/api/home/${path}`
  return app.inject({ method: method as 'GET', url, headers: { ...headers }, ...(payload && { payload }) })
}

const passing = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
const reads = words(`
  about/1 about/info/company article/detail/1 article/info/the-fair article/list/news download/36 download
  manual/1 search?keywords=a
`)
const posts = words('article/recommends/news block/label block/banner config/base route/tree form/:name')
const allowedMethods: [path: string, allowed: string[]][] = [
  ...reads.map((path): [string, string[]] => [path, ['GET', 'HEAD']]),
  ...posts.map((path): [string, string[]] => [path, ['POST']]),
  ['echo', passing],
]

t.test('a path of the contract has the methods of its call, other methods reach no origin', async (t) => {
  for (const method of passing) {
    await send(method, 'echo?a=b')
    t.strictSame(origin.hits, [`${method} /api/home/echo?a=b`])
  }
  const wrong = { success: false, data: null, msg: 'Method Not Allowed', message: 'Method Not Allowed' }
  for (const [path, allowed] of allowedMethods)
    for (const method of [...passing, 'OPTIONS', 'TRACE', 'PURGE'].filter((one) => !allowed.includes(one))) {
      const { statusCode, headers, body } = await send(method, path, '', {})
      t.strictSame([statusCode, headers['allow']], [405, allowed.join(', ')], `${method} ${path}`)
      if (method !== 'HEAD') t.strictSame(JSON.parse(body), wrong, `${method} ${path}`)
      t.strictSame(origin.hits, [])
    }
})

const passed = {
  accept: 'application/json',
  'accept-language': 'en',
  ...json,
  'finger-print': 'visitor-1',
  'idempotency-key': 'key-1',
  'if-none-match': '"a"',
  range: 'bytes=0-1',
}
const kept = {
  cookie: 'i18n_redirected=en; session=secret',
  authorization: 'Basic c2VjcmV0',
  'x-forwarded-for': '10.0.0.1',
  'x-forwarded-host': 'evil.example',
  forwarded: 'for=10.0.0.1',
  'x-http-method-override': 'DELETE',
  origin: 'https://www.tinglan.example',
  referer: 'https://evil.example/private',
  'x-other': 'y',
}

t.test('only headers that the call needs go to the upstream', async (t) => {
  await send('POST', 'echo', '{}', { ...passed, ...kept, 'x-request-id': 'chosen-by-visitor' })
  const { headers = {} } = origin.requests[0] ?? {}
  t.match(headers, { ...passed, 'x-request-id': /^[0-9a-f]{12}$/ })
  for (const name of Object.keys(kept)) t.equal(headers[name], undefined, name)
  t.equal(headers['accept-encoding'], 'identity')
  t.equal(headers['host'], new URL(origin.url).host)
})

t.test('a page of another site reads, and writes nothing', async (t) => {
  const statusOf = async (method: string, path: string) =>
    (await send(method, path, '', { 'sec-fetch-site': 'cross-site' })).statusCode
  for (const method of passing) t.equal(await statusOf(method, 'echo'), /GET|HEAD/.test(method) ? 200 : 403)
  t.equal(await statusOf('POST', 'block/label'), 200)
})

t.test('the body passes byte for byte, whatever it is; over 1 MiB it is rejected', async (t) => {
  const fields = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`field${at}`, 'x']))
  const bodies: [method: string, path: string, type: string, body: string][] = [
    ['PUT', 'echo', 'application/json', '{ "a" : "水",\n"b":[1.0] }'],
    ['PUT', 'echo', 'application/x-www-form-urlencoded', 'a=b&c=%20'],
    ['PUT', 'echo', 'text/plain', ' é水 '],
    ['POST', 'echo', 'application/json', 'x'.repeat(1_048_576)],
    // Of a form that is not the form of the page.
    ['POST', 'form/survey-1', 'application/json', '{"zip": 3, "topics":["a"], "order":9007199254740993}'],
    ['POST', 'form/survey-2', 'application/json', JSON.stringify(fields)],
  ]
  for (const [method, path, type, payload] of bodies) {
    const headers = { 'content-type': type }
    t.match(await send(method, path, payload, headers), { statusCode: 200, body: success }, path)
    t.match(origin.requests, [{ path: `/api/home/${path}`, headers }])
    t.equal(origin.requests[0]?.body, payload)
  }
  const { statusCode, body } = await send('POST', 'echo', 'x'.repeat(1_048_577))
  t.equal(statusCode, 413)
  t.equal(body, '{"success":false,"data":null,"msg":"Payload Too Large","message":"Payload Too Large"}')
  for (const payload of ['[]', '{'])
    t.equal((await send('POST', 'form/survey', payload)).statusCode, 400, payload)
  t.strictSame(origin.hits, [])
})

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
const hostile: Record<string, string | Buffer> = {
  'an escaped prototype': '{"\\u005f_proto__":{"polluted":1}}',
  'a prototype in a list': '[{"a":[{"__proto__":{"polluted":1}}]}]',
  "a constructor's prototype": '{"constructor":{"prototype":{"polluted":1}}}',
  'seventeen levels': nested(17),
  'no UTF-8': Buffer.from([0x22, 0xff, 0xfe, 0x22]),
}
const harmless = [nested(16), '{"a":"__proto__","constructor":"x"}']

t.test('hostile JSON gets 400, and the upstream hears nothing; anything else reaches it', async (t) => {
  for (const [method, path] of [
    ['POST', 'block/label'],
    ['PUT', 'article/3'],
  ] as const) {
    for (const [name, payload] of Object.entries(hostile)) {
      const response = await send(method, path, payload)
      t.strictSame([response.statusCode, origin.hits], [400, []], `${path} with ${name}`)
      const wrong = { success: false, data: null, msg: 'Bad Request', errors: { body: [/16 levels/] } }
      t.match(response.json(), wrong)
    }
    for (const payload of harmless) {
      await send(method, path, payload)
      t.equal(origin.hits.length, 1, `${path} with ${payload}`)
    }
  }
})

t.test('every rejected call has the same form, and names the field', async (t) => {
  const banner = (await send('POST', 'block/banner', '{"position":7,"lang":"en"}')).json()
  const [msg, errors] = ['The request is malformed', { position: ['must be text'] }]
  t.strictSame(banner, { success: false, data: null, msg, message: msg, errors })
  const form = (await send('POST', 'form/:name', '{"name":"a","message":7}')).json()
  t.strictSame(Object.keys(form), Object.keys(banner))
  t.match(form, { success: false, data: null, msg: 'Bad Request', errors: { message: [/^must be text/] } })
})

t.test('download without an id is the default category', async (t) => {
  await send('GET', 'download?lang=en', '', {})
  t.strictSame(origin.hits, ['GET /api/home/download/41?lang=en'])
})

const categoryCalls = [
  ['GET', 'article/list'],
  ['POST', 'article/recommends'],
] as const

t.test(
  'an upstream gets any category and model; one that it does not have is 404, and no failure',
  async (t) => {
    const list = { success: true, data: { list: [], total: 0 }, msg: '' }
    origin.json('/api/home/article/list/other', list)
    const { statusCode, body } = await send('GET', 'article/list/other?lang=zh', '', {})
    t.strictSame([statusCode, body], [200, JSON.stringify(list)])
    const before = site.lines.length
    for (const name of ['press', '__proto__', 'News', '新闻'])
      for (const [method, call] of categoryCalls) {
        const path = `${call}/${encodeURI(name)}`
        t.equal((await send(method, path, '', {})).statusCode, 404, path)
        t.ok(origin.hits.includes(`${method} /api/home/${path}`), path)
      }
    t.notOk(site.lines.slice(before).some(({ level }) => level >= 40))
  },
)

t.test('an upstream that lists its sections may be asked for those alone', async (t) => {
  const site = await createSmallSite(t)
  const sections = [{ slug: 'press', kind: 'news', title: { zh: '新闻', en: 'Press' } }]
  site.origin.patch('/api/home/config/base', (data: object) => ({ ...data, sections }))
  await site.get('/')
  site.origin.hits.length = 0
  for (const [method, call] of categoryCalls)
    t.equal((await site.app.inject({ method, url: `/api/home/${call}/other` })).statusCode, 404, call)
  await site.get('/api/home/article/list/press?lang=zh')
  t.strictSame(site.origin.hits, ['GET /api/home/article/list/press?lang=zh'])
})

t.test('cancellation of the only waiting request cancels the request to the upstream', async (t) => {
  const base = await site.listen()
  const [asked, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  origin.hits.length = 0
  origin.answer('/api/home/other', (_request, response) => {
    response.once('close', left.resolve)
    asked.resolve()
  })
  const visitor = new AbortController()
  const answer = fetch(`${base}/api/home/other`, { method: 'DELETE', signal: visitor.signal })
  await asked.promise
  visitor.abort()
  await t.rejects(answer, { name: 'AbortError' })
  await left.promise
  t.strictSame(origin.hits, ['DELETE /api/home/other'], 'and it is not sent again')
})

const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'
const tracestate = 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE'
const none = { traceparent: undefined, tracestate: undefined }
/** The trace fields of the requests that the upstream received since the last call. */
const traces = () =>
  origin.requests.splice(0).map(({ headers: { traceparent, tracestate } }) => ({ traceparent, tracestate }))

t.test('the trace of a visitor reaches the upstream with each request made for the visitor', async (t) => {
  const props = { locale: 'en', model: 'news', id: 1, limit: 3 } as const
  const island = islandUrl({ name: 'RecommendedArticles', props }, site.build.id)
  const payload = `/en/product/_payload.json?${site.build.id}`
  traces()
  for (const url of ['/en/news/1', payload, '/api/home/about/1', '/media/files/sheet.txt', island]) {
    // Longer than anything is stored.
    clock.advance(720 * hour)
    await site.get(url, { traceparent, tracestate })
    const requests = traces()
    t.strictSame(requests, Array(requests.length || 1).fill({ traceparent, tracestate }), url)
  }
})

t.test('no trace is invented, and no other form of it is passed on', async (t) => {
  for (const [given, passed] of [
    [{}, none],
    [{ traceparent: 'x', tracestate }, none],
    [{ traceparent: traceparent.toUpperCase() }, none],
    // A state belongs to a parent.
    [{ tracestate }, none],
    [
      { traceparent, tracestate: 'a='.padEnd(513, 'b') },
      { ...none, traceparent },
    ],
  ] as [Record<string, string>, object][]) {
    await site.get('/api/home/echo', given, { method: 'DELETE' })
    t.strictSame(traces(), [passed])
  }
})
