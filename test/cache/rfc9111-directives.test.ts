// RFC 9111 §5.2.2: each directive in a response.
import t, { type Test } from 'tap'
import { isStorable } from '../../server/cache/semantics/storable.ts'
import { day, minute, second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { isReused } from './helpers/reuse.ts'
import { createStored, createWorld } from './helpers/world.ts'

const etag = '"a"'
/** The origin is down, or responds 304. */
const after = { gone: { fault: 'reset' }, same: { status: 304, headers: { etag } } } as const

/** Statuses of requests at once, and a day after, when the origin only says 304. */
async function requestsFor(
  t: Test,
  cacheControl: string,
  { waitMs = 0, origin: later = 'same' as keyof typeof after } = {},
) {
  const { origin, get, clock } = await createStored(t, text('a', cacheControl, { etag }))
  origin.on(other, after[later])
  clock.advance(waitMs)
  const status = await get(other).then(
    (answer) => answer.status,
    () => 'error',
  )
  return { status, hits: origin.hits(other).length }
}

t.test('§5.2.2.1 max-age: stale once the age is greater than it', async (t) => {
  t.ok(await isReused(t, text('a', 'max-age=60'), 59 * second))
  t.notOk(await isReused(t, text('a', 'max-age=60'), 61 * second))
})

t.test('§5.2.2.2 must-revalidate: fresh it is used, stale only after the origin said so', async (t) => {
  t.same(await requestsFor(t, 'max-age=60, must-revalidate'), { status: 200, hits: 1 })
  t.same(await requestsFor(t, 'max-age=60, must-revalidate', { waitMs: minute }), { status: 200, hits: 2 })
})

t.test('§5.2.2.2 must-revalidate: without the origin there is an error', async (t) => {
  const options = { waitMs: minute, origin: 'gone' } as const
  t.equal((await requestsFor(t, 'max-age=60, must-revalidate, stale-if-error=60', options)).status, 'error')
})

t.test('§5.2.2.3 must-understand: no-store beside it does not count for a known status', async (t) => {
  t.ok(await isReused(t, text('a', 'max-age=60, must-understand, no-store')))
})

t.test('§5.2.2.3 must-understand: for any other status nothing is stored', async (t) => {
  for (const status of [299, 418, 499]) {
    const fields = { 'cache-control': 'max-age=60, must-understand' }
    t.notOk(isStorable({ status, fields }, 0), String(status))
  }
})

t.test('§5.2.2.4 no-cache: never used without validation, fresh or not', async (t) => {
  t.same(await requestsFor(t, 'no-cache, max-age=60'), { status: 200, hits: 2 })
  t.same(await requestsFor(t, 'no-cache'), { status: 200, hits: 2 })
  t.equal((await requestsFor(t, 'no-cache, max-age=60', { origin: 'gone' })).status, 'error')
})

t.test('§5.2.2.4 no-cache: with field names it is read as without', async (t) => {
  t.same(await requestsFor(t, 'no-cache="set-cookie", max-age=60'), { status: 200, hits: 2 })
})

t.test('§5.2.2.5 no-store: not stored', async (t) => {
  t.notOk(await isReused(t, text('a', 'no-store, max-age=60')))
  t.notOk(await isReused(t, text('a', 'No-Store, max-age=60')))
})

t.test('§5.2.2.6 no-transform: the body is the origin’s, to the byte', async (t) => {
  const { origin, get } = await createWorld(t)
  const body = '{ "success":true,\n"data":{"id" : 3}, "msg": "é 中" }'
  origin.on(article, { ...success({}, { 'cache-control': 'max-age=60, no-transform' }), body })
  t.equal((await get(article)).body, body)
  t.equal((await get(article)).body, body)
})

t.test('§5.2.2.7 private: not stored, and with field names it is read as without', async (t) => {
  t.notOk(await isReused(t, text('a', 'private, max-age=60')))
  t.notOk(await isReused(t, text('a', 'private="x-a", max-age=60')))
})

t.test('§5.2.2.8 proxy-revalidate: as must-revalidate, for a shared cache', async (t) => {
  t.same(await requestsFor(t, 'max-age=60, proxy-revalidate', { waitMs: minute }), { status: 200, hits: 2 })
  const options = { waitMs: minute, origin: 'gone' } as const
  t.equal((await requestsFor(t, 'max-age=60, proxy-revalidate, stale-if-error=60', options)).status, 'error')
})

t.test('§5.2.2.10 s-maxage: overrides max-age and Expires, to the longer and to the shorter', async (t) => {
  t.ok(await isReused(t, text('a', 'max-age=1, s-maxage=60', { expires: '0' }), 59 * second))
  t.notOk(await isReused(t, text('a', 'max-age=86400, s-maxage=60'), minute))
})

t.test('§5.2.2.10 s-maxage: a stale response is not used without the origin', async (t) => {
  t.equal((await requestsFor(t, 's-maxage=60', { waitMs: minute, origin: 'gone' })).status, 'error')
})

t.test('§5.2.2: the strictest of several counts', async (t) => {
  t.notOk(await isReused(t, text('a', 'public, max-age=60, no-store')))
  t.same(await requestsFor(t, 'public, max-age=60, no-cache'), { status: 200, hits: 2 })
})

t.test('§5.2.3: unknown directives are ignored', async (t) => {
  t.ok(await isReused(t, text('a', 'immutable, community="UCI", max-age=60, x=1')))
})

t.test('§5.2: directives are passed on as the origin sent them', async (t) => {
  const { origin, get } = await createWorld(t)
  const cacheControl = 'max-age=60, s-maxage=120, immutable, x="a, b"'
  origin.on(other, text('a', cacheControl))
  await get(other)
  t.equal((await get(other)).headers['cache-control'], cacheControl)
})

t.test('§1.2.2: a lifetime of centuries ends no arithmetic', async (t) => {
  t.ok(await isReused(t, text('a', 'max-age=99999999999'), 10_000 * day))
})
