// An upstream that fails: one retry of what is safe, one deadline, a circuit breaker, a share of the connections for each call.
import { createServer } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createClock } from '../../cache/helpers/clock.ts'
import type { Answer } from '../../helpers/origin.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { hang, reset, status } from '../../helpers/upstream.ts'

// Long enough for a request to arrive on a busy machine.
const deadlineMs = 1000
/** A call that the site does not know is passed on, and not stored. */
const path = '/api/home/x'

/** The upstream sends the responses in order, then repeats the last one. */
async function createWorld(t: Test, answers: Answer[], options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, options)
  let next = 0
  site.origin.answer(path, (...asked) => answers[Math.min(next++, answers.length - 1)]?.(...asked))
  let sent = 0
  /** Each with a query of its own, because an error is stored for a moment. */
  const send = async (method = 'GET') =>
    (await site.get(`${path}?${sent++}`, {}, { method: method as 'GET' })).statusCode
  const retries = () => site.lines.filter(({ msg }) => msg === 'upstream request retried')
  /** Every change of the breaker. */
  const states = () =>
    site.lines.filter(({ msg }) => msg === 'circuit breaker changed state').map((line) => line['state'])
  return { ...site, hits: site.origin.hits, send, retries, states }
}

const retried = [408, 409, 425, 429, 500, 502, 503, 504]

t.test('each of the eight statuses is asked once more, and so is a broken connection', async (t) => {
  const answers = [...retried.map((code) => status(code)), reset].flatMap((first) => [first, status(200)])
  const { hits, send, retries } = await createWorld(t, answers)
  for (const _first of [...retried, 'reset']) t.equal(await send(), 200)
  t.equal(hits.length, 2 * (retried.length + 1))
  t.match(retries(), [{ level: 30, path, status: 408 }], 'one line a minute')
})

t.test('a second failure stands, and other statuses stand at once', async (t) => {
  const twice = [status(503), status(500), reset, reset]
  const once = [200, 204, 400, 401, 403, 404, 410, 422, 501]
  const { hits, send } = await createWorld(t, [...twice, ...once.map((code) => status(code))])
  for (const expected of [500, 502, ...once]) t.equal(await send(), expected)
  t.equal(hits.length, twice.length + once.length)
})

t.test('HEAD is asked again as GET is; POST, PUT and DELETE are never sent twice', async (t) => {
  const { hits, send } = await createWorld(t, [status(503), status(200), status(503), reset])
  t.equal(await send('HEAD'), 200)
  t.equal(hits.length, 2)
  for (const [method, code] of Object.entries({ POST: 503, PUT: 502, DELETE: 502 }))
    t.equal(await send(method), code)
  t.equal(hits.length, 5)
})

const reads = [
  ['GET', '/api/home/article/detail/1?lang=zh'],
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

t.test('the body of a failure does not hold the connection that the second attempt needs', async (t) => {
  const { origin, get } = await createSmallSite(t, { connections: 1, timeoutMs: deadlineMs })
  const [, url] = reads[0]
  const remove = origin.answer(url, (_request, response) => {
    remove()
    response.writeHead(503).end(Buffer.alloc(10_000_000))
  })
  t.equal((await get(url)).statusCode, 200)
})

t.test('attempts at an upstream that breaks connections stay below 1.2 for each request', async (t) => {
  const { hits, get, states } = await createWorld(t, [reset])
  const requests = 80
  // Each path once, because a failure is stored for a moment.
  for (let sent = 0; sent < requests; sent++) t.equal((await get(`${path}/${sent}`)).statusCode, 502)
  // The reserve of ten comes on top, once.
  t.ok(hits.length <= 1.2 * requests + 10, `${hits.length} attempts`)
  t.ok(hits.length > requests, 'there were retries')
  t.strictSame(states(), [], 'it was reached, so that the breaker stays closed')
})

t.test('an upstream that hangs is a timeout, at the first attempt or at the second', async (t) => {
  for (const first of [[], [status(503)]]) {
    const { hits, send } = await createWorld(t, [...first, hang], { timeoutMs: deadlineMs })
    t.equal(await send(), 504)
    t.equal(hits.length, first.length + 1, 'a timeout is not retried')
  }
})

t.test('the second attempt has what the first one left of the deadline', async (t) => {
  const events: unknown[] = []
  // Long, so that a busy machine does not change the order of events.
  const timeoutMs = 2000
  const late: Answer = (_request, response) =>
    void setTimeout(() => response.writeHead(503).end(), timeoutMs * 0.7)
  const { send } = await createWorld(t, [late, hang], { timeoutMs })
  const asked = send().then((code) => events.push(code))
  // Where each attempt had a deadline of its own, this one would be first.
  const later = setTimeout(() => events.push('later than one deadline'), timeoutMs * 1.4)
  await asked
  clearTimeout(later)
  t.strictSame(events, [504])
})

t.test('a short Retry-After is honoured, as seconds or as a date, within the deadline', async (t) => {
  const after = (value: string) => status(429, { 'retry-after': value })
  t.equal(await (await createWorld(t, [after('1'), status(200)])).send(), 200)
  const past = new Date(Date.now() - 60_000).toUTCString()
  t.equal(await (await createWorld(t, [after(past), status(200)])).send(), 200)
  const { send, hits } = await createWorld(t, [after('1'), status(200)], { timeoutMs: deadlineMs })
  t.equal(await send(), 504)
  t.equal(hits.length, 1)
})

t.test('a long Retry-After, or one that nobody understands, is not waited for', async (t) => {
  const fields = ['3', 'soon', '-1', new Date(Date.now() + 60_000).toUTCString()]
  const answers = fields.map((after) => status(503, { 'retry-after': after }))
  const { get, hits } = await createWorld(t, answers)
  for (const [at, after] of fields.entries()) {
    t.match(await get(`${path}?${at}`), { statusCode: 503, headers: { 'retry-after': after } }, after)
    t.equal(hits.length, at + 1, after)
  }
})

t.test('the prefix of API_BASE goes before every path', async (t) => {
  const { get, hits } = await createWorld(t, [], { prefix: '/v1/content' })
  for (const url of ['/api/home/about/1?lang=zh', '/media/a.svg']) await get(url, { accept: '*/*' })
  t.strictSame(hits, ['GET /v1/content/api/home/about/1?lang=zh', 'GET /v1/content/media/a.svg'])
})

t.test('the breaker opens where connections cannot be opened, and closes with a probe', async (t) => {
  const clock = createClock()
  const { origin, states, send } = await createWorld(t, [], { now: clock.now })
  const { port } = new URL(origin.url)
  await origin.close()
  // A DELETE is neither retried nor stored.
  for (let time = 0; time < 10; time++) {
    t.strictSame(states(), [])
    t.equal(await send('DELETE'), 502)
  }
  t.strictSame(states(), ['open'])
  clock.advance(5000)
  t.equal(await send('DELETE'), 502, 'the probe fails')
  const server = createServer((_request, response) => void response.writeHead(204).end())
  await new Promise<void>((resolve) => server.listen(Number(port), '127.0.0.1', resolve))
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  clock.advance(4999)
  t.equal(await send('DELETE'), 502, 'one request in five seconds is a probe')
  clock.advance(1)
  t.strictSame([await send('DELETE'), await send('DELETE')], [204, 204])
  t.strictSame(states(), ['open', 'closed'])
})

t.test('it opens where ten responses in a row are late, and closes with the first that is not', async (t) => {
  const clock = createClock()
  const options = { timeoutMs: deadlineMs, now: clock.now }
  const { origin, get, send, states, hits } = await createWorld(t, [status(204)], options)
  const remove = origin.answer(path, hang)
  const late = Array.from({ length: 10 }, async (_, id) => (await get(`${path}/${id}`)).statusCode)
  t.strictSame(await Promise.all(late), Array(10).fill(504))
  t.strictSame(states(), ['open'])
  t.equal(await send('DELETE'), 502)
  t.equal(hits.length, 10, 'nothing is sent while it is open')
  remove()
  clock.advance(5000)
  t.equal(await send('DELETE'), 204)
  t.strictSame(states(), ['open', 'closed'])
})

t.test('URLs that fail and visitors who leave do not open it', async (t) => {
  const { origin, get, states, listen } = await createWorld(t, [])
  origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 12; id++)
    for (const each of [id, 3])
      t.equal((await get(`/api/home/article/detail/${each}?lang=zh`)).statusCode, 500)
  const base = await listen()
  for (let id = 0; id < 12; id++) {
    const left = new AbortController()
    origin.answer(`${path}/${id}`, () => left.abort())
    await t.rejects(fetch(`${base}${path}/${id}`, { method: 'DELETE', signal: left.signal }))
  }
  for (const url of ['article/list/news', 'about/1']) t.equal((await get(`/api/home/${url}`)).statusCode, 200)
  t.strictSame(states(), [])
})

const hung = '/api/home/article/detail/9'

/** A site with `count` calls that hang, of which the upstream has `held`. */
async function createBusySite(t: Test, options = {}, count = 80, held = 32) {
  const site = await createSmallSite(t, options)
  site.origin.answer(hung, () => {})
  for (let id = 0; id < count; id++) site.get(`${hung}${id}?lang=zh`).catch(() => {})
  const hanging = () => site.origin.hits.filter((hit) => hit.includes(hung)).length
  while (hanging() < held) await nextTurn()
  return { ...site, hanging }
}

t.test('80 hanging requests of one call do not delay a page of others', async (t) => {
  const { get, hanging } = await createBusySite(t)
  for (const url of ['/product', '/en/about']) t.equal((await get(url)).statusCode, 200, url)
  t.equal(hanging(), 32, 'half of the connections')
})

t.test('beyond the queue a request is 503, which is not stored', async (t) => {
  const { get, hanging } = await createBusySite(t, { connections: 4, maxWaiting: 1 }, 2, 2)
  // It waits.
  get(`${hung}7?lang=zh`).catch(() => {})
  const url = '/api/home/article/detail/1?lang=zh'
  const refused = await get(url)
  t.match(refused, { statusCode: 503, headers: { 'cache-control': 'no-store' } })
  t.equal(refused.json().success, false)
  t.equal((await get('/api/home/about/1?lang=zh')).statusCode, 200, 'another call has room')
  t.equal(hanging(), 2)
})
