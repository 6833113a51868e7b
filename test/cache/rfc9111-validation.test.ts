// RFC 9111 §4.3: validation of stored responses.
import t from 'tap'
import { minute } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import type { ScriptedResponse } from './helpers/scripted-origin.ts'
import { createStored, createWorld, type World } from './helpers/world.ts'

const modified = 'Mon, 01 Jun 2026 00:00:00 GMT'

/** `first` is stored and stale; the next request gets `second` from the origin. */
async function afterwards({ origin, get, clock }: World, first: ScriptedResponse, second: ScriptedResponse) {
  origin.on(other, first)
  await get(other)
  clock.advance(minute)
  origin.on(other, ({ headers }) =>
    headers['if-none-match'] || headers['if-modified-since'] ? second : first,
  )
  return get(other)
}

t.test('§4.3.1: the question carries the entity tag and the date of what is stored', async (t) => {
  const world = await createWorld(t)
  const validators = { etag: 'W/"a"', 'last-modified': modified }
  await afterwards(world, text('a', 'max-age=60', validators), { status: 304 })
  t.match(world.origin.hits(other)[1]!.headers, { 'if-none-match': 'W/"a"', 'if-modified-since': modified })
})

t.test('§4.3.1: a response without validators is fetched anew', async (t) => {
  const world = await createWorld(t)
  t.equal((await afterwards(world, text('a', 'max-age=60'), text('b', 'max-age=60'))).body, 'a')
  t.notMatch(world.origin.hits(other)[1]!.headers, { 'if-none-match': String })
})

t.test('§4.3.3: a 304 makes the stored response usable again', async (t) => {
  const world = await createWorld(t)
  const first = text('stored', 'max-age=60', { etag: '"a"' })
  t.match(await afterwards(world, first, { status: 304, headers: { etag: '"a"' } }), {
    status: 200,
    body: 'stored',
    headers: { age: '0', 'content-length': '6' },
  })
  t.equal((await world.get(other)).body, 'stored')
  t.equal(world.origin.hits(other).length, 2)
})

t.test('§4.3.3: a 200 replaces the stored response', async (t) => {
  const world = await createWorld(t)
  const first = text('old', 'max-age=60', { etag: '"a"' })
  t.equal((await afterwards(world, first, text('new', 'max-age=60', { etag: '"b"' }))).body, 'new')
  t.equal((await world.get(other)).body, 'new')
})

t.test('§4.3.3: a 200 that must not be stored removes the stored response', async (t) => {
  const world = await createWorld(t)
  const windows = 'max-age=60, stale-while-revalidate=60, stale-if-error=600'
  world.origin.on(other, text('old', windows))
  await world.get(other)
  world.clock.advance(3 * minute)
  world.origin.on(other, text('for you', 'no-store'))
  t.equal((await world.get(other)).body, 'for you')
  world.clock.advance(minute)
  world.origin.on(other, { fault: 'reset' })
  await t.rejects(world.get(other), { name: 'OriginError' })
})

t.test('§4.3.3: a 401, 403 or 429 does not replace the stored response', async (t) => {
  const world = await createStored(t, text('old', 'max-age=60, stale-if-error=600'), 3 * minute)
  world.origin.on(other, { status: 403, body: 'not now' })
  t.match(await world.get(other), { status: 403, body: 'not now' })
  world.clock.advance(minute)
  world.origin.on(other, { fault: 'reset' })
  t.equal((await world.get(other)).body, 'old')
})

t.test('§4.3.4: after a 304 with another strong entity tag the response is fetched again', async (t) => {
  const world = await createWorld(t)
  const first = text('whole', 'max-age=60', { etag: '"a"' })
  t.equal((await afterwards(world, first, { status: 304, headers: { etag: '"b"' } })).body, 'whole')
  t.equal(world.origin.hits(other).length, 3)
  t.notMatch(world.origin.hits(other)[2]!.headers, { 'if-none-match': String })
})

t.test('§4.3.4: a 304 with a weak entity tag is about the response with the same one', async (t) => {
  const world = await createWorld(t)
  const first = text('a', 'max-age=60', { etag: 'W/"a"' })
  t.equal((await afterwards(world, first, { status: 304, headers: { etag: 'W/"a"' } })).status, 200)
  t.equal(world.origin.hits(other).length, 2)
})

t.test('§4.3.4: a 304 with another Last-Modified and no entity tag is about another response', async (t) => {
  const world = await createWorld(t)
  const first = text('a', 'max-age=60', { 'last-modified': modified })
  const second = { status: 304, headers: { 'last-modified': 'Tue, 02 Jun 2026 00:00:00 GMT' } }
  await afterwards(world, first, second)
  t.equal(world.origin.hits(other).length, 3)
})
