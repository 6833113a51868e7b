// Responses of the upstream on their way to a visitor: fields, redirects, HTML, errors.
import t from 'tap'
import { formCall, post, typed } from '../../helpers/form.ts'
import type { Answer } from '../../helpers/origin.ts'
import { botAgent, personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { reset } from '../../helpers/upstream.ts'

const respond =
  (status: number, headers: Record<string, string | string[]>, body = ''): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end(body)

const site = await createSmallSite(t)
const { origin } = site

t.test('only headers that the visitor needs come back', async (t) => {
  const wanted = {
    'content-type': 'application/json',
    'cache-control': 'public, max-age=60',
    etag: '"a"',
    'last-modified': 'Fri, 20 Nov 2026 00:00:00 GMT',
    vary: 'accept-language',
    'retry-after': '5',
    age: '3',
    'content-language': 'en',
  }
  const unwanted = {
    'set-cookie': ['a=b', 'c=d'],
    server: 'nginx/1.2.3',
    'x-powered-by': 'PHP/5',
    'access-control-allow-origin': '*',
    location: 'https://evil.example',
    'clear-site-data': '"*"',
    'x-other': 'y',
  }
  const replaced = { 'strict-transport-security': 'max-age=0', 'x-frame-options': 'ALLOWALL' }
  origin.answer('/api/home/echo', respond(200, { ...wanted, ...unwanted, ...replaced }, '{}'))
  const { headers } = await site.get('/api/home/echo')
  t.match(headers, wanted)
  t.equal(headers['x-frame-options'], 'DENY')
  t.equal(headers['strict-transport-security'], 'max-age=31536000; includeSubDomains')
  for (const name of Object.keys(unwanted)) t.equal(headers[name], undefined, name)
})

t.test('a redirect of the upstream is not followed, and leads nowhere outside', async (t) => {
  const rows: [location: string, status: number][] = [
    ['/api/home/about/1', 302],
    ['https://evil.example/api/home/x', 502],
    ['//evil.example/', 502],
    ['/admin', 502],
    ['/api/home/../x', 502],
  ]
  origin.hits.length = 0
  for (const [at, [location, status]] of rows.entries()) {
    origin.answer(`/api/home/moved/${at}`, respond(302, { location }))
    const { statusCode, headers } = await site.get(`/api/home/moved/${at}`)
    t.strictSame([statusCode, headers['location']], [status, status === 302 ? location : undefined], location)
  }
  t.ok(origin.hits.every((hit) => hit.startsWith('GET /api/home/moved/')))
})

t.test('HTML of the upstream is a download, never a document of this site', async (t) => {
  for (const [at, type] of [
    'application/xhtml+xml',
    'text/javascript',
    'TEXT/HTML; charset=utf-8',
  ].entries()) {
    origin.answer(`/api/home/page/${at}`, respond(200, { 'content-type': type }, '<script>alert(1)</script>'))
    const { headers } = await site.get(`/api/home/page/${at}`)
    t.equal(headers['content-disposition'], 'attachment', type)
    t.match(headers['content-security-policy'], "default-src 'none'", type)
    t.equal(headers['x-content-type-options'], 'nosniff')
  }
})

const html = { 'content-type': 'text/html' }
const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1>nginx</body></html>'
const bodies: [name: string, status: number, headers: Record<string, string>, body: string][] = [
  ['a long body', 500, { 'content-type': 'application/json' }, `{"message":"${'x'.repeat(200_000)}"}`],
  ['nothing', 503, {}, ''],
  ['a page of a gateway', 502, html, page],
  ['a page of a firewall', 403, html, page],
  ['a page for a missing address', 404, html, page],
]

t.test('an error of the upstream is an envelope with its status, whatever its body is', async (t) => {
  for (const [at, [name, status, headers, body]] of bodies.entries()) {
    for (const [method, url] of [
      ['GET', `/api/home/article/detail/10${at}`],
      ['POST', `/api/home/article/recommends/news?${at}`],
    ] as const) {
      origin.answer(url, respond(status, headers, body))
      const response = await site.app.inject({ method, url })
      // Lists and blocks always exist: without one the upstream has failed.
      t.equal(response.statusCode, status === 404 && method === 'POST' ? 502 : status, `${name}: ${url}`)
      t.match(response.json(), { success: false, data: null, msg: '服务端错误', message: '服务端错误' })
    }
  }
})

t.test('HTML of an upstream is no message for people', async (t) => {
  const text = '<b>SQL error</b>'
  origin.json('/api/home/article/detail/2', { message: text }, 422)
  for (const agent of [botAgent, personAgent])
    t.notMatch((await site.get('/news/2', { 'user-agent': agent })).body, text)
  origin.json(formCall, { success: false, data: null, msg: text, errors: { topic: [text, 'is odd'] } })
  const { statusCode, body } = await post(site, '/contact', typed)
  t.equal(statusCode, 422)
  t.match(body, 'is odd')
  t.notMatch(body, text)
})

t.test('media that fail: the log has path and cause', async (t) => {
  const failures: [answer: Answer, cause: RegExp, status: number][] = [
    [reset, /ECONNRESET|other side closed/, 502],
    [respond(503, html, page), /"status":503/, 503],
    [
      respond(302, { location: 'https://cdn.example/a.png' }),
      /status 302, location https:\/\/cdn\.example/,
      502,
    ],
  ]
  for (const [at, [answer, cause, status]] of failures.entries()) {
    const path = `/media/files/${at}.png`
    origin.answer(path, answer)
    t.equal((await site.get(`${path}?token=secret`)).statusCode, status)
    const lines = site.lines.filter(({ level }) => level >= 40).map((line) => JSON.stringify(line))
    t.ok(
      lines.some((line) => line.includes(`"${path}"`) && cause.test(line)),
      lines.join('\n'),
    )
    t.notMatch(lines.join(), 'secret')
  }
})
