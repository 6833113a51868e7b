// RFC 9111 as a visitor and the upstream see it: which responses are stored, and which stored responses are used.
import t from 'tap'
import { article, text } from './helpers/answers.ts'
import { day, hour, minute, second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const world = await createWorld(t)
const { on, onCall, stored, storedCall, get, ask, count, hits, clock } = world

const etag = '"a"'
const gone = { fault: 'reset' } as const
const expires = (ms: number) => ({ expires: new Date(clock.now() + ms).toUTCString() })
const old = 'Mon, 01 Jan 2024 00:00:00 GMT'
const a = (cacheControl: string, headers = {}) => text('a', cacheControl, headers)
const without = (headers: Record<string, string>) => ({ headers, body: 'a' })

/** `afterMs`: the latest time at which the response is still used; undefined where it is not stored. */
const rows: [name: string, answer: () => ReturnType<typeof text>, afterMs?: number][] = [
  ['§5.2.2.1 max-age', () => a('max-age=60'), minute - second],
  ['§5.2.2.10 s-maxage overrides', () => a('max-age=1, s-maxage=60', { expires: '0' }), minute - second],
  ['§5.2.2.10 s-maxage that is shorter', () => a('max-age=86400, s-maxage=60'), minute - second],
  ['§5.3 Expires', () => without(expires(minute)), minute - second],
  ['§5.4 Pragma is ignored', () => a('max-age=60', { pragma: 'no-cache' }), minute - second],
  ['§5.2.3 unknown directives', () => a('immutable, community="UCI", max-age=60, x=1'), minute - second],
  ['§5.2.2.3 must-understand', () => a('max-age=60, must-understand, no-store'), minute - second],
  ['§4.2.3 time at other caches', () => a('max-age=60', { age: '50' }), 9 * second],
  ['RFC 9213', () => a('no-store', { 'cdn-cache-control': 'max-age=60' }), minute - second],
  ['RFC 9213, shorter', () => a('max-age=3600', { 'cdn-cache-control': 'max-age=60' }), minute - second],
  [
    '§4.1 Vary',
    () => a('max-age=60', { vary: 'Accept-Encoding, Cookie, User-Agent, Origin' }),
    minute - second,
  ],
  ['§3 no heuristics', () => without({ 'last-modified': old })],
  ['§3 no lifetime', () => a('public')],
  ['§5.2.2.5 no-store', () => a('no-store, max-age=60')],
  ['§5.2.2.7 private', () => a('private, max-age=60')],
  ['§5.2.2.7 private with field names', () => a('private="x-a", max-age=60')],
  ['§4.1 Vary: *', () => a('max-age=60', { vary: 'accept, *' })],
  ['§7.3 Set-Cookie', () => a('max-age=60', { 'set-cookie': 'a=1' })],
  ['a request id in Vary', () => a('max-age=60', { vary: 'X-Request-Id' })],
  ['a trace in Vary', () => a('max-age=60', { vary: 'traceparent' })],
  ['the state of a trace in Vary', () => a('max-age=60', { vary: 'tracestate' })],
]
for (const [name, answer, afterMs] of rows) {
  t.test(`${name}: ${afterMs === undefined ? 'not stored' : `used for ${afterMs} ms`}`, async (t) => {
    const path = await stored(answer())
    if (afterMs !== undefined) {
      clock.advance(afterMs)
      t.match(await get(path), { statusCode: 200, body: 'a' })
      t.equal(count(path), 1)
      clock.advance(second)
    }
    await get(path)
    t.equal(count(path), 2)
  })
}

t.test('§3: a final status with an explicit lifetime is stored, known or not', async (t) => {
  for (const status of [200, 203, 204, 299, 300, 301, 303, 308, 400, 404, 405, 410, 451, 499]) {
    const path = await stored({ ...text(status === 204 ? '' : 'a', 'max-age=60'), status })
    t.equal((await get(path)).statusCode, status)
    t.equal(count(path), 1, String(status))
  }
})

t.test('§4: requests with other methods are written through, and their responses not stored', async (t) => {
  const path = on(({ method }) => text(method, 'max-age=60'))
  for (const method of ['POST', 'PUT', 'DELETE', 'PUT']) t.equal((await ask(method, path, '{}')).body, method)
  t.equal(count(path), 4)
})

t.test('§4: Age is generated and replaces the received one; Date is that of arrival', async (t) => {
  const date = new Date(clock.now()).toUTCString()
  const path = await stored(a('max-age=60', { age: '7' }), 5)
  t.match((await get(path)).headers, { age: '12', date })
})

t.test('§4.2.3: time on the way is not spent again here', async (t) => {
  const gate = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  const path = on(() => {
    asked.resolve()
    return { ...a('max-age=60'), after: gate.promise }
  })
  const first = get(path)
  await asked.promise
  clock.advance(minute)
  gate.resolve()
  await first
  await get(path)
  t.equal(count(path), 2)
})

t.test('§4.2.3: a response from the future is stale: the clock was set back', async (t) => {
  const path = await stored(a('max-age=60'))
  clock.advance(-hour)
  await get(path)
  t.equal(count(path), 2)
  clock.advance(hour)
})

t.test('§4: where validation is needed for reuse, each request is forwarded', async (t) => {
  for (const cacheControl of ['no-cache', 'max-age=0', 'max-age=0, must-revalidate']) {
    let number = 0
    const path = on(() => text(`a${++number}`, cacheControl, { etag: `"${number}"` }))
    const bodies = (await Promise.all([get(path), get(path), get(path)])).map(({ body }) => body)
    t.strictSame(bodies.sort(), ['a1', 'a2', 'a3'], cacheControl)
  }
})

t.test('§5.2.2.4 no-cache: never used without validation, with field names too', async (t) => {
  for (const cacheControl of ['no-cache, max-age=60', 'no-cache', 'no-cache="set-cookie", max-age=60']) {
    const path = await stored(a(cacheControl, { etag }))
    on({ status: 304, headers: { etag } }, path)
    t.match(await get(path), { statusCode: 200, body: 'a' }, cacheControl)
    t.equal(count(path), 2, cacheControl)
    on(gone, path)
    t.equal((await get(path)).statusCode, 502, cacheControl)
  }
})

t.test('§5.2: directives and other fields are passed on as they came, Connection is not', async (t) => {
  const fields = {
    'cache-control': 'max-age=60, s-maxage=120, immutable, x="a, b"',
    'content-language': 'en',
    vary: 'accept-language',
  }
  const hop = { connection: 'keep-alive, Content-Language', 'keep-alive': 'timeout=5' }
  const path = on({ headers: fields, body: 'a' })
  await get(path)
  t.match((await get(path)).headers, { ...fields, 'content-length': '1' })
  const named = await stored({ headers: { ...fields, ...hop }, body: 'a' })
  t.notOk((await get(named)).headers['content-language'], 'a field that Connection names')
  const empty = await stored({ status: 204, headers: { 'cache-control': 'max-age=60' } })
  t.notOk('content-length' in (await get(empty)).headers, 'RFC 9110 §8.6')
})

t.test('§5.2.2.6 no-transform: the body is the upstream’s, to the byte', async (t) => {
  const body = '{ "success":true,\n"data":{"id" : 3,"category":"news","title":"é 中","body":""}, "msg": "" }'
  const path = onCall({ ...article('', { 'cache-control': 'max-age=60, no-transform' }), body })
  for (const _visit of [1, 2]) t.equal((await get(path)).body, body)
})

t.test('§5.2.1: a visitor forces no bypass, prevents no storing, and gets no 504', async (t) => {
  for (const [name, value] of [
    ['cache-control', 'no-cache'],
    ['cache-control', 'no-store'],
    ['cache-control', 'max-age=0'],
    ['cache-control', 'min-fresh=86400'],
    ['cache-control', 'only-if-cached'],
    ['pragma', 'no-cache'],
  ] as const) {
    const path = on(a('max-age=60'))
    for (const _visit of [1, 2]) t.match(await get(path, { [name]: value }), { statusCode: 200, body: 'a' })
    t.equal(count(path), 1, `${name}: ${value}`)
    const { headers } = hits(path)[0]!
    t.equal(headers['cache-control'], 's-maxage=7200', 'the site’s own')
    t.notOk('pragma' in headers)
  }
})

t.test('§7.3: a business call is stored without its Set-Cookie, which is not sent', async (t) => {
  const path = onCall(article('a', { 'set-cookie': ['session=1', 'other=2'] }))
  for (const _visit of [1, 2]) t.notOk('set-cookie' in (await get(path)).headers)
  t.equal(count(path), 1)
})

t.test('a business call may be stale for a day, and after errors for a week', async (t) => {
  const path = await storedCall(article('a'))
  on(gone, path)
  for (const wait of [3 * hour, 20 * hour, 6 * day]) {
    clock.advance(wait)
    t.match(await get(path), { statusCode: 200, body: '"title":"a"' })
  }
  clock.advance(2 * day)
  t.equal((await get(path)).statusCode, 502)
})
