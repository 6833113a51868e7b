// RFC 9111 §4.3: validation of stored responses at the upstream, and what a 304 changes.
import t from 'tap'
import { type Answer, article, text } from './helpers/answers.ts'
import { hour, minute, second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, storedCall, get, count, hits, clock } = await createWorld(t)

const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'
const etag = '"a"'
const gone: Answer = { fault: 'reset' }
const tagged = text('stored', 'max-age=60', { etag })
const same = (headers = {}): Answer => ({ status: 304, headers: { etag, ...headers } })

t.test('§4.3.1: the request carries the entity tag and the date of what is stored', async (t) => {
  const validators = { etag: 'W/"a"', 'last-modified': modified }
  const path = await stored(text('a', 'max-age=60', validators), 60)
  on({ status: 304 }, path)
  t.match(await get(path, { 'if-none-match': '"x"' }), { statusCode: 200, body: 'a' }, '§4.3.2')
  t.match(hits(path)[1]!.headers, { 'if-none-match': 'W/"a"', 'if-modified-since': modified })
})

t.test('§4: concurrent requests have the validator of the first complete response', async (t) => {
  const fields = { 'cache-control': 'no-cache', etag }
  const path = onCall(({ headers }) => (headers['if-none-match'] === etag ? same() : article('a', fields)))
  for (const { statusCode } of await Promise.all([get(path), get(path), get(path)])) t.equal(statusCode, 200)
  t.strictSame(
    hits(path).map(({ headers }) => headers['if-none-match']),
    [undefined, etag, etag],
  )
})

t.test('§4.3.3: a 304 makes the stored response usable again, as young as the 304', async (t) => {
  const path = await stored({ ...tagged, headers: { ...tagged.headers, age: '30' } }, 60)
  const date = new Date(clock.now()).toUTCString()
  on(same(), path)
  t.match(await get(path), { statusCode: 200, body: 'stored', headers: { age: '0', date } })
  clock.advance(minute - second)
  t.match(await get(path), { body: 'stored', headers: { age: '59', 'content-length': '6' } })
  t.equal(count(path), 2)
})

t.test('§4.3.4: it lives as long as the 304 says, whose Age counts and whose cookies do not', async (t) => {
  const path = await stored(tagged, 60)
  on(same({ 'cache-control': 'max-age=3600', age: '20', 'set-cookie': 'a=1' }), path)
  t.match((await get(path)).headers, { age: '20', 'set-cookie': undefined })
  clock.advance(hour - 21 * second)
  const { headers } = await get(path)
  t.match(headers, { 'cache-control': 'max-age=3600', 'set-cookie': undefined })
  t.equal(count(path), 2)
})

t.test(
  '§4.3.4: a business call keeps the lifetime of the policy table through a 304 without one',
  async (t) => {
    const path = await storedCall(article('a', { etag }), 720_000)
    on(same(), path)
    await get(path)
    clock.advance(2 * hour - second)
    t.match(await get(path), { statusCode: 200, body: '"title":"a"' })
    t.equal(count(path), 2)
  },
)

const others: [name: string, first: Record<string, string>, notModified: Answer][] = [
  ['another strong entity tag', { etag }, same({ etag: '"b"' })],
  [
    'another Last-Modified and no entity tag',
    { 'last-modified': modified },
    { status: 304, headers: { 'last-modified': 'Tue, 02 Jun 2026 00:00:00 GMT' } },
  ],
]
for (const [name, first, notModified] of others) {
  t.test(`§4.3.4: after a 304 with ${name} the response is fetched again`, async (t) => {
    const path = await stored(text('a', 'max-age=60', first), 60)
    on(({ headers }) => {
      const isConditional = headers['if-none-match'] ?? headers['if-modified-since']
      return isConditional ? notModified : text('whole', 'max-age=60')
    }, path)
    t.equal((await get(path)).body, 'whole')
    t.equal(count(path), 3)
  })
}

t.test('§4.3.4: after a 304 with no-store the response is fetched again and not stored', async (t) => {
  const path = await stored(tagged, 60)
  on(({ headers }) => {
    const isConditional = 'if-none-match' in headers
    return isConditional ? { status: 304, headers: { 'cache-control': 'no-store' } } : text('b', 'no-store')
  }, path)
  t.equal((await get(path)).body, 'b')
})

t.test('§4.3.3: a 200 that must not be stored removes the stored response', async (t) => {
  const path = await stored(text('old', 'max-age=60, stale-while-revalidate=60, stale-if-error=600'), 180)
  on(text('for you', 'no-store'), path)
  t.equal((await get(path)).body, 'for you')
  clock.advance(minute)
  on(gone, path)
  t.equal((await get(path)).statusCode, 502)
})

t.test('§4.3.3: a 401, 403 or 429 does not replace the stored response', async (t) => {
  for (const status of [401, 403, 429]) {
    const path = await stored(text('old', 'max-age=60, stale-if-error=600'), 180)
    on({ status, body: 'not now' }, path)
    t.match(await get(path), { statusCode: status, body: 'not now' })
    clock.advance(minute)
    on(gone, path)
    t.equal((await get(path)).body, 'old')
  }
})
