// Errors of an upstream: they keep their status, are logged with their cause, and a gateway's page is no message.
import t from 'tap'
import { formCall, post, typed } from '../../helpers/form.ts'
import type { Answer } from '../../helpers/origin.ts'
import { botAgent, type Site } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
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
  ['a long page that calls itself JSON', 503, `${page}${' '.repeat(100_000)}`, 'application/json'],
  ['a page of a gateway', 502, page, 'text/html'],
  ['a page without a type', 500, page],
  ['a page of a firewall', 403, page, 'text/html'],
  ['a page for a missing address', 404, page, 'text/html'],
]

t.test('an error of the upstream is an envelope with its status, whatever its body is', async (t) => {
  for (const [name, status, body, type] of bodies) {
    const site = await createSmallSite(t)
    for (const [method, url] of [
      ['GET', read],
      ['POST', '/api/home/article/recommends/news'],
      ['GET', '/api/home/other'],
    ] as const) {
      site.origin.answer(url, respond(status, body, type))
      const response = await site.app.inject({ method, url })
      // Lists and blocks always exist: without one the upstream has failed.
      t.equal(response.statusCode, status === 404 && method === 'POST' ? 502 : status, `${name}: ${url}`)
      t.match(response.json(), failed)
    }
    const [line] = site.lines.filter(({ msg }) => msg === 'upstream response rejected')
    if (status >= 500) t.match(line, { call: 'articleDetail', problem: `status ${status}`, status })
    t.notMatch(JSON.stringify(site.lines), /larger than/)
  }
})

t.test('a form: an error with a long body counts by its status', async (t) => {
  for (const [status, event, reason] of [
    [503, 'form message not delivered yet', { reason: '503' }],
    [403, 'form message rejected, stored in the outbox', { reason: '403' }],
  ] as const) {
    const site = await createSmallSite(t)
    site.origin.answer(formCall, respond(status, 'x'.repeat(100_000), 'text/html'))
    t.equal((await post(site, '/contact', typed)).statusCode, 303)
    await until(() => site.lines.some(({ msg }) => msg === event))
    t.match(
      site.lines.find(({ msg }) => msg === event),
      reason,
    )
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

const mediaLines = ({ lines }: Site) =>
  lines.filter(({ level }) => level >= 40).map((line) => JSON.stringify(line))

const mediaFailures: [name: string, answer: Answer, cause: RegExp, status: number][] = [
  ['no connection', reset, /ECONNRESET|other side closed/, 502],
  ['status 500', respond(500, '{}', 'application/json'), /"status":500/, 500],
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
    const lines = mediaLines(site)
    t.ok(
      lines.some((line) => line.includes('"/media/files/a.png"') && cause.test(line)),
      lines.join('\n'),
    )
    t.notMatch(lines.join(), /Bad Gateway|secret/)
  })
}

t.test('a Location in UTF-8 is percent-encoded', async (t) => {
  const site = await createSmallSite(t)
  for (const [folder, name] of [
    ['/api/home/', 'moved'],
    ['/media/', 'old.jpg'],
  ] as const) {
    const location = Buffer.from(`${folder}新闻/é?a=水`).toString('latin1')
    site.origin.answer(
      folder + name,
      (_request, response) => void response.writeHead(302, { location }).end(),
    )
    const { statusCode, headers } = await site.get(folder + name)
    t.equal(statusCode, 302)
    t.equal(headers['location'], encodeURI(`${folder}新闻/é?a=水`))
  }
})
