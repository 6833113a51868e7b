// RFC 5861 §3: stale-while-revalidate.
import t, { type Test } from 'tap'
import { until } from '../helpers/until.ts'
import { minute, second } from './helpers/clock.ts'
import { other, text } from './helpers/responses.ts'
import { createStored, createWorld } from './helpers/world.ts'

/** Stored, and then `waitMs` later: what a visitor gets while the origin has something new. */
async function later(t: Test, cacheControl: string, waitMs: number) {
  const world = await createWorld(t)
  const { origin, get, clock } = world
  origin.on(other, text('old', cacheControl))
  await get(other)
  clock.advance(waitMs)
  origin.on(other, text('new', cacheControl))
  const { body } = await get(other)
  return { ...world, body }
}

t.test('§3: within the window the stale response is sent at once, and refreshed behind it', async (t) => {
  const { body, origin, get } = await later(t, 'max-age=60, stale-while-revalidate=30', 89 * second)
  t.equal(body, 'old')
  await until(async () => (await get(other)).body === 'new')
  t.equal(origin.hits(other).length, 2)
})

t.test('§3: at the end of the window the request waits for the origin', async (t) => {
  t.equal((await later(t, 'max-age=60, stale-while-revalidate=30', 90 * second)).body, 'new')
})

t.test('§3: the window counts with s-maxage as well, which beats what that implies', async (t) => {
  t.equal((await later(t, 's-maxage=60, stale-while-revalidate=30', 89 * second)).body, 'old')
  t.equal((await later(t, 's-maxage=60, stale-while-revalidate=30', 90 * second)).body, 'new')
})

for (const directive of ['must-revalidate', 'proxy-revalidate', 'no-cache']) {
  t.test(`§3: ${directive} beats the window`, async (t) => {
    const cacheControl = `max-age=60, stale-while-revalidate=30, ${directive}`
    t.equal((await later(t, cacheControl, 61 * second)).body, 'new')
  })
}

t.test('§3: a window that is not a number is none', async (t) => {
  t.equal((await later(t, 'max-age=60, stale-while-revalidate=x', 60 * second)).body, 'new')
  t.equal((await later(t, 'max-age=60, stale-while-revalidate', 60 * second)).body, 'new')
})

t.test('§3: max-age=0 may have a window', async (t) => {
  t.equal((await later(t, 'max-age=0, stale-while-revalidate=30', 29 * second)).body, 'old')
})

t.test('§3: the stale response has Age, and a negative ttl in Cache-Status', async (t) => {
  const { get } = await createStored(t, text('old', 'max-age=60, stale-while-revalidate=60'), 90 * second)
  t.match((await get(other)).headers, { age: '90', 'cache-status': 'site; hit; ttl=-30' })
})

t.test('§3: after a failed refresh the stale response stays in use for a while', async (t) => {
  const { origin, get, clock, refreshErrors, sent } = await createStored(
    t,
    text('old', 'max-age=60, stale-while-revalidate=600'),
    minute,
  )
  origin.on(other, { status: 503, headers: { 'retry-after': '60' } })
  t.equal((await get(other)).body, 'old')
  await until(() => refreshErrors.length === 1)
  for (let count = 0; count < 5; count++) t.equal((await get(other)).body, 'old')
  t.equal(sent.length, 2)
  clock.advance(3 * second)
  t.equal((await get(other)).body, 'old')
  t.equal(sent.length, 3)
})

t.test('§3: a refresh that gets `success: false` leaves the stale response in use', async (t) => {
  const { origin, get, answered, sent } = await createStored(
    t,
    text('old', 'max-age=60, stale-while-revalidate=600'),
    minute,
  )
  origin.on(other, { status: 403 })
  await get(other)
  await answered()
  for (let count = 0; count < 5; count++) t.equal((await get(other)).body, 'old')
  t.equal(sent.length, 2)
})

t.test('§3: a private response to a refresh makes no request wait', async (t) => {
  const { origin, get } = await createStored(t, text('old', 'max-age=60, stale-while-revalidate=600'), minute)
  const gate = Promise.withResolvers<void>()
  origin.on(other, { ...text('new', 'no-store'), after: gate.promise })
  t.equal((await get(other)).body, 'old')
  gate.resolve()
  await until(async () => (await get(other)).body === 'new')
  t.equal((await get(other)).body, 'new', 'what was stored is not used any more')
})
