// Whether the process lives, has started and can serve.
import type { ServerResponse } from 'node:http'
import t from 'tap'
import { type Answer, sendJson } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const probes = ['/livez', '/healthz', '/startupz', '/readyz']

t.test('a server that runs lives, has started and is ready', async (t) => {
  const site = await createSmallSite(t)
  for (const url of probes) {
    const { statusCode, headers, body } = await site.get(url)
    t.equal(statusCode, 200)
    t.equal(body, '{"status":"ok"}')
    t.match(headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.equal((await site.get(url, {}, { method: 'HEAD' })).statusCode, 200)
  }
  t.strictSame(site.origin.hits, [], 'the origin is not asked')
  const isLogged = site.lines.some(({ msg }) => msg === 'request')
  t.notOk(isLogged, 'and nobody has to read about it')
})

t.test('a server is ready when the home pages are in its cache', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  const held = site.origin.hold('/api/home/config/base')
  await site.listen()
  await held.arrived
  const body = '{"status":"starting","reasons":["the cache is being warmed up"]}'
  for (const url of ['/readyz', '/startupz']) {
    const starting = await site.get(url)
    t.match({ statusCode: starting.statusCode, body: starting.body }, { statusCode: 503, body })
  }
  t.equal((await site.get('/livez')).statusCode, 200)
  held.release()
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  t.equal((await site.get('/startupz')).statusCode, 200)
  const { length } = site.origin.hits
  for (const url of ['/zh', '/en']) t.match((await site.get(url)).headers['cache-status'], 'site; hit')
  t.equal(site.origin.hits.length, length)
})

t.test('who comes first is served before the home pages are made', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  const held = site.origin.hold('/api/home/article/list/news')
  const isOfHome = (hit: string) => hit.includes('/block/banner')
  await site.listen()
  const first = site.get('/news')
  await held.arrived
  held.release()
  t.equal((await first).statusCode, 200)
  await until(async () => (await site.get('/readyz')).statusCode === 200)
  const { hits } = site.origin
  const visitor = hits.findIndex((hit) => hit.includes('/article/list/news'))
  t.ok(hits.findIndex(isOfHome) > visitor, 'the home pages are made after it')
})

t.test('an outage of the origin leaves a server ready that has something stored', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/news')
  await site.origin.close()
  for (let page = 0; page < 12; page++) await site.get(`/api/home/article/list/news?lang=zh&page=${page}`)
  t.ok(
    site.lines.some(
      ({ msg, call, state }) =>
        msg === 'circuit breaker changed state' && call === 'origin' && state === 'open',
    ),
    'the origin counts as gone',
  )
  t.equal((await site.get('/readyz')).statusCode, 200)
  t.equal((await site.get('/news')).statusCode, 200)
})

const envelope = (data: unknown) => ({ success: true, data, msg: '' })

/** Each fails one of the two calls that no page can do without. */
const badOrigins: [name: string, reason: RegExp, answer: Answer][] = [
  ['hangs', /no response in time/, () => {}],
  ['HTML with 200', /.+/, (_request, response) => void html(response)],
  ['status 401', /status 401/, (_request, response) => sendJson(response, 401, { message: 'http://inside' })],
  ['status 404', /status 404/, (_request, response) => sendJson(response, 404, {})],
  ['success: false', /success: false/, (_request, response) => refuse(response)],
  ['cut JSON', /.+/, (_request, response) => void cut(response)],
  ['a number', /.+/, (_request, response) => sendJson(response, 200, envelope(12))],
]
const html = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Welcome</h1>')
const refuse = (response: ServerResponse) =>
  sendJson(response, 200, { success: false, data: null, msg: 'http://inside' })
const cut = (response: ServerResponse) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":{"zh":{"ti')

for (const [call, path] of [
  ['siteConfig', '/api/home/config/base'],
  ['menu', '/api/home/route/tree'],
] as const) {
  t.test(`${call}: a server that cannot read it is not ready, until it can`, async (t) => {
    // What is not found is stored for ten seconds, which this clock has behind it at once.
    let time = Date.now()
    const now = () => {
      time += 20_000
      return time
    }
    const check = async ([name, reason, answer]: (typeof badOrigins)[number]) => {
      const site = await createSmallSite(t, { warm: true, now, ...(name === 'hangs' && { timeoutMs: 500 }) })
      const mend = site.origin.answer(path, answer)
      await site.listen()
      const said: string[] = []
      const isSaid = () =>
        said.some((one) => new RegExp(`^${call}: (?!no response yet)${reason.source}$`).test(one))
      await until(async () => {
        const { statusCode, body } = await site.get('/readyz')
        if (statusCode !== 503) t.fail(name)
        said.push(...(JSON.parse(body) as { reasons: string[] }).reasons)
        return isSaid()
      })
      t.notMatch(JSON.stringify(said), /http|127\.0\.0\.1/, name)
      t.equal((await site.get('/livez')).statusCode, 200)
      t.equal((await site.get('/startupz')).statusCode, 200)
      t.ok(site.lines.some((line) => line.msg.startsWith('not ready') && line['call'] === call))
      mend()
      await until(async () => (await site.get('/readyz')).statusCode === 200)
    }
    await Promise.all(badOrigins.map(check))
  })
}

t.test('a server that finds nobody at API_BASE is not ready', async (t) => {
  const site = await createSmallSite(t, { warm: true })
  await site.origin.close()
  await site.listen()
  await until(async () => (await site.get('/startupz')).statusCode === 200)
  const { statusCode, body } = await site.get('/readyz')
  t.equal(statusCode, 503)
  const reasons = ['siteConfig: no usable response', 'menu: no usable response']
  t.strictSame(JSON.parse(body), { status: 'upstream-unavailable', reasons })
})

t.test('a server that has configuration and menu stored is ready without its origin', async (t) => {
  const dataDir = t.testdir()
  const config = { dataDir, cacheSnapshotSeconds: 3600 }
  const first = await createSmallSite(t, { warm: true, config })
  await first.listen()
  await until(async () => (await first.get('/readyz')).statusCode === 200)
  await first.app.close()
  const second = await createSmallSite(t, { warm: true, config })
  await second.origin.close()
  await second.listen()
  await until(async () => (await second.get('/readyz')).statusCode === 200)
  t.equal((await second.get('/zh')).statusCode, 200)
})
