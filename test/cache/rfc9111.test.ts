// RFC 9111 and RFC 5861 through the site: what is used, validated and invalidated, beyond the public caching suite.
import t from 'tap'
import { until } from '../helpers/until.ts'
import { type Answer, article, text } from './helpers/answers.ts'
import { day, hour, minute, second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, storedCall, get, ask, count, hits, clock } = await createWorld(t)

const etag = '"a"'
const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'
const gone: Answer = { fault: 'reset' }
const a = (cacheControl: string, headers = {}) => text('a', cacheControl, headers)
const same = (headers = {}): Answer => ({ status: 304, headers: { etag, ...headers } })

/** Whether the response is used again, within its lifetime of a minute. */
const uses: [name: string, answer: Answer, isUsed: boolean][] = [
  ['max-age', a('max-age=60'), true],
  ['§4.1 Vary', a('max-age=60', { vary: 'Accept-Encoding, Cookie, User-Agent, Origin' }), true],
  ['§4.2.3 time at other caches', a('max-age=60', { age: '50' }), false],
  ['§4.1 Vary: *', a('max-age=60', { vary: 'accept, *' }), false],
  ['§7.3 Set-Cookie', a('max-age=60', { 'set-cookie': 'a=1' }), false],
  ...['X-Request-Id', 'traceparent', 'tracestate', 'Via'].map((vary): [string, Answer, boolean] => [
    `Vary: ${vary}`,
    a('max-age=60', { vary }),
    false,
  ]),
]
t.test('§3, §4: what is stored and used', async (t) => {
  for (const [name, answer, isUsed] of uses) {
    const path = await stored(answer, 59)
    t.match(await get(path), { statusCode: 200, body: 'a' })
    t.equal(count(path), isUsed ? 1 : 2, name)
  }
})

t.test('§5.2.1: a visitor forces no bypass, and the upstream gets the field of the site', async (t) => {
  for (const value of ['no-cache', 'no-store', 'max-age=0', 'min-fresh=86400', 'only-if-cached']) {
    const path = on(a('max-age=60'))
    for (const _visit of [1, 2]) t.match(await get(path, { 'cache-control': value }), { statusCode: 200 })
    t.equal(count(path), 1, value)
    t.equal(hits(path)[0]!.headers['cache-control'], 's-maxage=7200')
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

t.test(
  '§4.3.1: the request carries the validators of what is stored, not those of the visitor',
  async (t) => {
    const validators = { etag: 'W/"a"', 'last-modified': modified }
    const path = await stored(a('max-age=60', validators), 60)
    on({ status: 304 }, path)
    t.match(await get(path, { 'if-none-match': '"x"' }), { statusCode: 200, body: 'a' }, '§4.3.2')
    t.match(hits(path)[1]!.headers, { 'if-none-match': 'W/"a"', 'if-modified-since': modified })
  },
)

t.test('§4.3.4: it lives as long as the 304 says, whose Age counts and whose cookies do not', async (t) => {
  const path = await stored(a('max-age=60', { etag }), 60)
  on(same({ 'cache-control': 'max-age=3600', age: '20', 'set-cookie': 'a=1' }), path)
  t.match((await get(path)).headers, { age: '20', 'set-cookie': undefined })
  clock.advance(hour - 21 * second)
  const { headers } = await get(path)
  t.match(headers, { 'cache-control': 'max-age=3600', 'set-cookie': undefined })
  t.equal(count(path), 2)
})

t.test('§4.3.4: a business call keeps the lifetime of the policy table through a 304', async (t) => {
  const path = await storedCall(article('a', { etag }), 720_000)
  on(same(), path)
  await get(path)
  clock.advance(2 * hour - second)
  t.match(await get(path), { statusCode: 200, body: '"title":"a"' })
  t.equal(count(path), 2)
})

t.test('§4.3.4: after a 304 about another response it is fetched whole', async (t) => {
  const path = await stored(a('max-age=60', { etag }), 60)
  const other = same({ etag: '"b"' })
  on(({ headers }) => (headers['if-none-match'] ? other : text('whole', 'no-store')), path)
  t.equal((await get(path)).body, 'whole')
  t.equal(count(path), 3)
})

t.test('§4.3.3: a 200 that must not be stored removes the stored response, a 429 does not', async (t) => {
  const path = await stored(text('old', 'max-age=60, stale-while-revalidate=60, stale-if-error=600'), 180)
  on(text('for you', 'no-store'), path)
  t.equal((await get(path)).body, 'for you')
  clock.advance(minute)
  on(gone, path)
  t.equal((await get(path)).statusCode, 502)
  const kept = await stored(text('old', 'max-age=60, stale-if-error=600'), 180)
  on({ status: 429, body: 'not now' }, kept)
  t.match(await get(kept), { statusCode: 429, body: 'not now' })
  clock.advance(minute)
  on(gone, kept)
  t.equal((await get(kept)).body, 'old')
})

t.test(
  '§4.4: an unsafe request that succeeded invalidates its target, one that failed does not',
  async (t) => {
    const hitsWith = async (method: string, status = 200) => {
      const headers = { location: '/api/home/elsewhere' }
      const path = on((asked) => (asked.method === 'GET' ? a('max-age=60') : { status, headers }))
      for (const each of ['GET', method, 'GET']) await ask(each, path)
      return count(path)
    }
    for (const method of ['POST', 'DELETE']) t.equal(await hitsWith(method), 3, method)
    t.equal(await hitsWith('PUT', 303), 3, 'a redirection is a success')
    t.equal(await hitsWith('DELETE', 404), 2)
  },
)

t.test('§4.4: in every language, and whatever the order of its query', async (t) => {
  const path = on(a('max-age=60'))
  const read = async () => {
    for (const language of ['zh', 'en']) await get(`${path}?a=1&b=2`, { 'accept-language': language })
  }
  await read()
  await ask('DELETE', `${path}?b=2&a=1`)
  await read()
  t.equal(count(path), 5)
})

t.test('§4.4: Location and Content-Location are invalidated on the same host alone', async (t) => {
  for (const name of ['location', 'content-location'])
    for (const prefix of ['', '//other.example', 'http://[']) {
      const path = await stored(a('max-age=60'))
      await ask('POST', on({ status: 201, headers: { [name]: prefix + path } }))
      await get(path)
      t.equal(count(path), prefix === '' ? 2 : 1, `${name}: ${prefix}`)
    }
})

const revalidate = 'max-age=60, stale-while-revalidate=30'
/** `seconds` after the response came; `body` is what a visitor gets while the upstream has something new. */
const windows: [cacheControl: string, seconds: number, body: 'old' | 'new'][] = [
  [revalidate, 89, 'old'],
  [revalidate, 90, 'new'],
]
t.test('RFC 5861 §3: stale-while-revalidate: the stale response, and one refresh', async (t) => {
  for (const [cacheControl, seconds, body] of windows) {
    const path = await stored(text('old', cacheControl), seconds)
    on(text('new', 'max-age=60'), path)
    t.equal((await get(path)).body, body, `${cacheControl}, ${seconds} s later`)
    await until(async () => (await get(path)).body === 'new')
    t.equal(count(path), 2)
  }
})

t.test(
  'RFC 5861 §3: after a failed refresh the stale response stays in use, for ten seconds alone',
  async (t) => {
    const path = await stored(text('old', 'max-age=60, stale-while-revalidate=600'), 60)
    on({ status: 503, headers: { 'retry-after': '60' } }, path)
    t.equal((await get(path)).body, 'old')
    await until(() => count(path) === 2)
    for (let visit = 0; visit < 20; visit++) t.equal((await get(path)).body, 'old')
    t.equal(count(path), 2)
    await until(async () => {
      clock.advance(11 * second)
      return (await get(path)).body === 'old' && count(path) > 2
    })
  },
)

const onError = 'max-age=60, stale-if-error=30'
const down = { headers: { 'retry-after': '60' }, body: 'error' }
/** `sent`: the body 'old', or the status of the response. */
const errors: [cacheControl: string, seconds: number, failure: Answer, sent: 'old' | number][] = [
  [onError, 89, gone, 'old'],
  [onError, 90, gone, 502],
  [onError, 89, { ...down, status: 500 }, 'old'],
  [onError, 61, { ...down, status: 410 }, 410],
  [`${onError}, no-cache`, 61, gone, 502],
]
t.test('RFC 5861 §4: stale-if-error', async (t) => {
  for (const [cacheControl, seconds, failure, expected] of errors) {
    const path = await stored(text('old', cacheControl, { etag }), seconds)
    on(failure, path)
    const { statusCode, body, headers } = await get(path)
    const isOld = expected === 'old'
    const name = `${cacheControl}, ${seconds} s later: ${JSON.stringify(failure)}`
    t.strictSame([statusCode, body === 'old'], [isOld ? 200 : expected, isOld], name)
    if (!isOld) continue
    t.match(headers, { age: `${seconds}`, 'cache-status': `hit; ttl=${60 - seconds}; detail=stale-if-error` })
  }
})
