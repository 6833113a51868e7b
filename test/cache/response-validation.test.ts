// Response validation: lifetimes of business call responses, by status and envelope.
import t, { type Test } from 'tap'
import { until } from '../helpers/until.ts'
import { hour, second } from './helpers/clock.ts'
import { article, json, success } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld } from './helpers/world.ts'

/** The tried seconds for which a response is used without a request to the origin. */
async function livesFor(t: Test, answer: ScriptedResponse): Promise<number> {
  const tried = [0, 2, 9, 59, 7199]
  let lived = -1
  for (const seconds of tried) {
    const { origin, get } = await createStored(t, answer, seconds * second, article)
    origin.on(article, { fault: 'reset' })
    const isUsed = await get(article).then(
      () => origin.hits(article).length === 1,
      () => false,
    )
    if (isUsed) lived = seconds
  }
  return lived
}

const refused = { success: false, data: null, msg: 'not now' }

t.test('success lives for two hours, where the origin says nothing', async (t) => {
  t.equal(await livesFor(t, success({ id: 3 })), 7199)
  const { origin, get } = await createWorld(t)
  origin.on(article, success({ id: 3 }))
  const expected = 'public, max-age=0, s-maxage=7200, stale-while-revalidate=86400, stale-if-error=604800'
  t.equal((await get(article)).headers['cache-control'], expected)
})

t.test('success lives as the origin says, where it says something', async (t) => {
  t.equal(await livesFor(t, success({ id: 3 }, { 'cache-control': 'max-age=10' })), 9)
  t.equal(await livesFor(t, success({ id: 3 }, { expires: 'Mon, 15 Jun 2026 12:01:00 GMT' })), 59)
  for (const cacheControl of ['no-store', 'private', 'no-cache', 'max-age=0', ''])
    t.equal(await livesFor(t, success({ id: 3 }, { 'cache-control': cacheControl })), -1, cacheControl)
  t.equal(await livesFor(t, success({ id: 3 }, { pragma: 'no-cache' })), -1)
})

t.test('`success: false` is stored for seconds, whatever its caching fields', async (t) => {
  t.equal(await livesFor(t, json(refused)), 2)
  for (const cacheControl of [
    'max-age=3600',
    's-maxage=3600, stale-while-revalidate=60',
    'max-age=0, stale-if-error=99',
  ])
    t.equal(await livesFor(t, json(refused, { 'cache-control': cacheControl })), 2, cacheControl)
  t.equal(await livesFor(t, json(refused, { 'cdn-cache-control': 'max-age=3600' })), 2)
})

t.test('`success: false` does not replace a stored response, and is sent where there is none', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  origin.on(article, success({ id: 3 }))
  const before = await get(article)
  origin.on(article, json(refused))
  for (const later of [3 * hour, 30 * hour]) {
    clock.advance(later)
    t.equal((await get(article)).body, before.body, `after ${later / hour} hours`)
  }
  origin.on(article, success({ id: 4 }))
  clock.advance(3 * second)
  await get(article)
  await until(async () => (await get(article)).body === success({ id: 4 }).body)
  const never = '/api/home/article/detail/9'
  origin.on(never, json(refused))
  t.equal((await get(never)).body, JSON.stringify(refused))
})

t.test('and shorter where the origin says so', async (t) => {
  t.equal(await livesFor(t, json(refused, { 'cache-control': 'max-age=1' })), 0)
  for (const cacheControl of ['no-store', 'private, max-age=3600', 'no-cache, max-age=3600'])
    t.equal(
      await livesFor(t, json(refused, { 'cache-control': cacheControl, etag: '"a"' })),
      -1,
      cacheControl,
    )
})

t.test('`success: false` is sent with no-store, whatever its caching fields', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(
    article,
    json(refused, { 'cache-control': 'max-age=3600', expires: 'Mon, 15 Jun 2026 13:00:00 GMT' }),
  )
  const { headers } = await get(article)
  t.equal(headers['cache-control'], 'no-store')
  t.notOk('expires' in headers)
})

t.test('"not found" is stored for ten seconds, in all three forms', async (t) => {
  const missing = [
    { status: 404, headers: { 'content-type': 'text/html' }, body: 'Not Found' },
    json({ success: false, code: 404, data: null, msg: 'none' }),
    success(null),
    success(null, { 'cache-control': 'max-age=3600' }),
  ]
  for (const answer of missing) t.equal(await livesFor(t, answer), 9)
})

t.test('a 404 with a lifetime of its own lives that long', async (t) => {
  t.equal(await livesFor(t, { status: 404, headers: { 'cache-control': 'max-age=60' } }), 59)
})

t.test('other errors of the visitor’s making are passed on and not stored', async (t) => {
  for (const status of [400, 401, 403, 408, 409, 422, 429]) {
    const { origin, get, sent } = await createWorld(t)
    const body = '{"message":"no"}'
    origin.on(article, { status, headers: { 'content-type': 'application/json', 'retry-after': '60' }, body })
    t.match(await get(article), { status, body })
    t.match(await get(article), { status, body })
    t.equal(sent.length, 2)
  }
})

t.test('redirections are passed on as they are', async (t) => {
  const { origin, get } = await createWorld(t)
  origin.on(article, { status: 302, headers: { location: 'https://elsewhere.example/' } })
  t.match(await get(article), { status: 302, headers: { location: 'https://elsewhere.example/' } })
})

t.test('an empty list is stored like other responses', async (t) => {
  t.equal(await livesFor(t, success([])), 7199)
  t.equal(await livesFor(t, success({ list: [], total: 0 })), 7199)
})
