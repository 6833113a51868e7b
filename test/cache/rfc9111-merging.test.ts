// RFC 9111 §3.2 and §4.3.4: what a 304 changes of a stored response.
import t from 'tap'
import { mergeFields } from '../../server/cache/semantics/merge.ts'
import { hour, minute, second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored } from './helpers/world.ts'

t.test('§3.2: each field of the 304 takes the place of the stored one', async (t) => {
  t.strictSame(mergeFields({ etag: '"a"', 'x-a': '1', 'x-b': '1' }, { 'x-b': '2', 'x-c': ['3', '4'] }), {
    etag: '"a"',
    'x-a': '1',
    'x-b': '2',
    'x-c': ['3', '4'],
  })
})

t.test('§3.2: but those that describe the stored body', async (t) => {
  const stored = { 'content-length': '10', 'content-type': 'text/plain', 'content-range': 'x' }
  const news = {
    'content-length': '0',
    'content-type': 'text/html',
    'content-range': 'y',
    'content-encoding': 'gzip',
  }
  t.strictSame(mergeFields(stored, news), stored)
})

t.test('§3.2: Content-Location, Content-Security-Policy and such are fields like others', async (t) => {
  const news = { 'content-location': '/b', 'content-security-policy': "default-src 'none'" }
  t.strictSame(mergeFields({ 'content-location': '/a' }, news), news)
})

t.test('§4.3.4: the freshened response lives as long as the 304 says', async (t) => {
  const { origin, get, clock } = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }), minute)
  origin.on(other, { status: 304, headers: { etag: '"a"', 'cache-control': 'max-age=3600' } })
  await get(other)
  clock.advance(hour - second)
  t.equal((await get(other)).headers['cache-control'], 'max-age=3600')
  t.equal(origin.hits(other).length, 2)
})

t.test('§4.3.4: it is as young as the 304, also where that has neither Date nor Age', async (t) => {
  const { origin, get, clock } = await createStored(
    t,
    text('a', 'max-age=60', { etag: '"a"', age: '30' }),
    minute,
  )
  origin.on(other, { status: 304, headers: { etag: '"a"', date: undefined } })
  t.match((await get(other)).headers, { age: '0', date: 'Mon, 15 Jun 2026 12:01:00 GMT' })
  clock.advance(minute - second)
  t.equal((await get(other)).headers['age'], '59')
  t.equal(origin.hits(other).length, 2)
})

t.test('§4.3.4: the Age of the 304 counts', async (t) => {
  const { origin, get } = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }), minute)
  origin.on(other, { status: 304, headers: { etag: '"a"', age: '20' } })
  t.equal((await get(other)).headers['age'], '20')
})

t.test('§4.3.4: after a 304 with no-store the response is fetched again and not stored', async (t) => {
  const { origin, get } = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }), minute)
  origin.on(other, ({ headers }) =>
    headers['if-none-match']
      ? { status: 304, headers: { 'cache-control': 'no-store' } }
      : text('b', 'no-store', { etag: '"a"' }),
  )
  t.equal((await get(other)).body, 'b')
})

t.test('§7.3: a Set-Cookie in a 304 is not stored', async (t) => {
  const { origin, get } = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }), minute)
  origin.on(other, { status: 304, headers: { etag: '"a"', 'set-cookie': 'a=1' } })
  t.notOk('set-cookie' in (await get(other)).headers)
  t.notOk('set-cookie' in (await get(other)).headers)
})

t.test('a business call keeps the lifetime of the policy table through a 304 without one', async (t) => {
  const { origin, get, clock } = await createStored(
    t,
    success({ id: 3 }, { etag: '"a"' }),
    200 * hour,
    article,
  )
  origin.on(article, { status: 304, headers: { etag: '"a"' } })
  await get(article)
  clock.advance(2 * hour - second)
  await get(article)
  t.equal(origin.hits(article).length, 2)
})
