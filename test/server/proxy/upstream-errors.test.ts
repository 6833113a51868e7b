// Errors of an upstream: they keep their status, are logged with their cause, and a gateway's page is no message.
import t from 'tap'
import { formCall, post, typed } from '../../helpers/form.ts'
import type { Answer } from '../../helpers/origin.ts'
import { botAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { reset } from '../../helpers/upstream.ts'

const read = '/api/home/article/detail/1?lang=zh'
const failed = { success: false, data: null, msg: '服务端错误', message: '服务端错误' }
const page = '<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1>nginx</body></html>'

const respond =
  (status: number, body: string, type?: string): Answer =>
  (_request, response) =>
    void response.writeHead(status, type ? { 'content-type': type } : {}).end(body)

const long = JSON.stringify({ message: 'x'.repeat(200_000) })
const bodies: [name: string, status: number, body: string, type?: string][] = [
  ['a long body', 500, long, 'application/json'],
  ['a page of a gateway', 502, page, 'text/html'],
  ['a page of a firewall', 403, page, 'text/html'],
  ['a page for a missing address', 404, page, 'text/html'],
]

t.test('an error of the upstream is an envelope with its status, whatever its body is', async (t) => {
  for (const [name, status, body, type] of bodies) {
    const site = await createSmallSite(t)
    for (const [method, url] of [
      ['GET', read],
      ['POST', '/api/home/article/recommends/news'],
    ] as const) {
      site.origin.answer(url, respond(status, body, type))
      const response = await site.app.inject({ method, url })
      // Lists and blocks always exist: without one the upstream has failed.
      t.equal(response.statusCode, status === 404 && method === 'POST' ? 502 : status, `${name}: ${url}`)
      t.match(response.json(), failed)
    }
    const [line] = site.lines.filter(({ msg }) => msg === 'upstream response rejected')
    if (status >= 500) t.match(line, { call: 'articleDetail', problem: `status ${status}`, status })
  }
})

const notMessages = { html: '<b>SQL error</b>', long: 'x'.repeat(201) }

for (const [name, text] of Object.entries(notMessages)) {
  t.test(`${name}: the message of an upstream is not shown to people`, async (t) => {
    const site = await createSmallSite(t)
    const bodies: [number, object][] = [
      [200, { success: false, data: null, msg: text }],
      [422, { message: text }],
      [500, { errors: { name: [text] } }],
    ]
    for (const [at, [status, body]] of bodies.entries()) {
      site.origin.json(`/api/home/article/detail/${at + 1}`, body, status)
      const { message } = (await site.get(`/news/${at + 1}/_payload.json?${site.build.id}`)).json()
      t.equal(message, status === 200 ? '系统出错' : '服务端错误')
      t.notMatch((await site.get(`/news/${at + 1}`)).body, text)
      t.notMatch((await site.get(`/news/${at + 1}`, { 'user-agent': botAgent })).body, text)
    }
    site.origin.json(formCall, { success: false, data: null, msg: text, errors: { topic: [text, 'is odd'] } })
    const sent = await post(site, '/contact', typed)
    t.equal(sent.statusCode, 422)
    t.match(sent.body, 'is odd')
    t.notMatch(sent.body, text)
  })
}

t.test('410 to a lookup is a missing item, as 404 is', async (t) => {
  const site = await createSmallSite(t)
  site.origin.json('/api/home/article/detail/1', { success: false, data: null, msg: 'gone' }, 410)
  t.equal((await site.get('/news/1')).statusCode, 404)
  t.equal((await site.get(`/news/1/_payload.json?${site.build.id}`)).statusCode, 404)
})

const mediaFailures: [name: string, answer: Answer, cause: RegExp, status: number][] = [
  ['no connection', reset, /ECONNRESET|other side closed/, 502],
  ['a page with status 503', respond(503, page, 'text/html'), /"status":503/, 503],
  [
    'a redirect to another host',
    (_request, response) => void response.writeHead(302, { location: 'https://cdn.example/a.png' }).end(),
    /status 302, location https:\/\/cdn\.example/,
    502,
  ],
]

for (const [name, answer, cause, status] of mediaFailures) {
  t.test(`media, ${name}: the log has path and cause`, async (t) => {
    const site = await createSmallSite(t)
    site.origin.answer('/media/', answer)
    t.equal((await site.get('/media/files/a.png?token=secret')).statusCode, status)
    const lines = site.lines.filter(({ level }) => level >= 40).map((line) => JSON.stringify(line))
    const named = lines.filter((line) => line.includes('"/media/files/a.png"') && cause.test(line))
    t.not(named.length, 0, lines.join('\n'))
    t.notMatch(lines.join(), 'secret')
  })
}
