// The retry: once, and for safe methods only.
import t from 'tap'
import { sendJson } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { createTestUpstream, reset, status } from '../../helpers/upstream.ts'

const retried = [408, 409, 425, 429, 500, 502, 503, 504]

t.test('each of the eight statuses is asked once more', async (t) => {
  for (const code of retried) {
    const { origin, send, lines } = await createTestUpstream(t, [status(code), status(200)])
    t.equal((await send()).status, 200, String(code))
    t.strictSame(origin.hits, ['GET /x', 'GET /x'])
    t.match(lines, [{ level: 30, msg: 'origin request retried', path: '/x', status: code }])
  }
})

t.test('a second failure stands', async (t) => {
  const { origin, send } = await createTestUpstream(t, [status(503), status(500), status(200)])
  t.equal((await send()).status, 500)
  t.equal(origin.hits.length, 2)
})

t.test('other statuses stand at once', async (t) => {
  for (const code of [200, 204, 301, 304, 400, 401, 403, 404, 410, 422, 451, 501, 505]) {
    const { origin, send, lines } = await createTestUpstream(t, [status(code)])
    t.equal((await send()).status, code)
    t.equal(origin.hits.length, 1, String(code))
    t.strictSame(lines, [])
  }
})

t.test('a broken connection is tried once more', async (t) => {
  const { origin, send, lines } = await createTestUpstream(t, [reset, status(200)])
  t.equal((await send()).status, 200)
  t.equal(origin.hits.length, 2)
  t.match(lines, [{ level: 30, msg: 'origin request retried', path: '/x', err: { message: String } }])
})

t.test('two broken connections are a network error', async (t) => {
  const { origin, send } = await createTestUpstream(t, [reset])
  await t.rejects(send(), { name: 'OriginError', kind: 'network' })
  t.equal(origin.hits.length, 2)
})

t.test('HEAD and OPTIONS are asked again as GET is', async (t) => {
  for (const method of ['HEAD', 'OPTIONS']) {
    const { origin, send } = await createTestUpstream(t, [status(503), status(200)])
    t.equal((await send(method)).status, 200)
    t.strictSame(origin.hits, [`${method} /x`, `${method} /x`])
  }
})

t.test('POST, PUT and DELETE are never sent twice', async (t) => {
  for (const method of ['POST', 'PUT', 'DELETE']) {
    const failing = await createTestUpstream(
      t,
      retried.map((code) => status(code)),
    )
    for (const code of retried) t.equal((await failing.send(method)).status, code)
    t.equal(failing.origin.hits.length, retried.length)

    const broken = await createTestUpstream(t, [reset, status(200)])
    await t.rejects(broken.send(method), { name: 'OriginError', kind: 'network' })
    t.strictSame(broken.origin.hits, [`${method} /x`])
  }
})

const reads = [
  ['GET', '/api/home/article/detail/1?lang=zh'],
  ['GET', '/api/home/other'],
  ['POST', '/api/home/config/base'],
  ['POST', '/api/home/route/tree'],
  ['POST', '/api/home/block/label'],
  ['POST', '/api/home/block/banner'],
  ['POST', '/api/home/article/recommends/news'],
] as const

t.test('four visitors at once and one failure: two requests, and four times 200', async (t) => {
  for (const [method, url] of reads) {
    const site = await createSmallSite(t)
    const both = Promise.withResolvers<void>()
    let failures = 1
    site.origin.answer('/', async (request, response, body) => {
      await both.promise
      if (failures-- > 0) response.writeHead(503).end()
      else if (url === '/api/home/other') response.writeHead(200, { 'cache-control': 'max-age=60' }).end()
      else await site.origin.pass(request, response, body)
    })
    const headers = { accept: '*/*', 'content-type': 'application/json' }
    const given = method === 'POST' ? { payload: { lang: 'zh', position: 'home' } } : {}
    const asked = [1, 2, 3, 4].map(() => site.get(url, headers, { method, ...given }))
    await until(() => site.origin.hits.length > 0)
    both.resolve()
    const statuses = (await Promise.all(asked)).map(({ statusCode }) => statusCode)
    t.strictSame([statuses, site.origin.hits.length], [[200, 200, 200, 200], 2], `${method} ${url}`)
  }
})

t.test('a POST that reads is retried where its body is too large for the cache', async (t) => {
  const site = await createSmallSite(t)
  const labels = '/api/home/block/label'
  site.origin.answer(labels, (_request, response) => {
    if (site.origin.hits.length === 1) response.writeHead(503).end()
    else sendJson(response, 200, { success: true, data: {}, msg: '' })
  })
  const payload = JSON.stringify({ keys: 'x'.repeat(70_000) })
  const headers = { 'content-type': 'application/json' }
  t.equal((await site.get(labels, headers, { method: 'POST', payload })).statusCode, 200)
  t.strictSame(site.origin.hits, [`POST ${labels}`, `POST ${labels}`])
})
