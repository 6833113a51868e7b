// RFC 9211: Cache-Status.
import t from 'tap'
import { minute, second } from './helpers/clock.ts'
import { article, other, success, text } from './helpers/responses.ts'
import { createStored, createWorld, type World } from './helpers/world.ts'

async function statusOf({ get }: World, path = other, headers: Record<string, string> = {}) {
  return (await get(path, headers)).headers['cache-status']
}

t.test('§2.1, §2.4: a hit and how long it will be fresh', async (t) => {
  const world = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }))
  t.equal(await statusOf(world), 'site; hit; ttl=60')
  world.clock.advance(20 * second + 1)
  t.equal(await statusOf(world), 'site; hit; ttl=39')
  t.equal(await statusOf(world, other, { 'if-none-match': '"a"' }), 'site; hit; ttl=39')
  t.equal(await statusOf(world, other, { range: 'bytes=5-' }), 'site; hit; ttl=39')
})

t.test('§2.2, §2.3, §2.5: a miss, the origin’s status, and that it was stored', async (t) => {
  const world = await createWorld(t)
  world.origin.on(other, { ...text('a', 'max-age=60'), status: 404 })
  world.origin.on(article, success({ id: 3 }))
  t.equal(await statusOf(world), 'site; fwd=uri-miss; fwd-status=404; stored')
  t.equal(await statusOf(world, article), 'site; fwd=uri-miss; fwd-status=200; stored')
})

t.test('§2.2: stale, and what the origin said of it', async (t) => {
  const world = await createStored(t, text('a', 'max-age=60', { etag: '"a"' }), minute)
  world.origin.on(other, { status: 304, headers: { etag: '"a"' } })
  t.equal(await statusOf(world), 'site; fwd=stale; fwd-status=304; stored')
  world.clock.advance(minute)
  world.origin.on(other, text('b', 'max-age=60'))
  t.equal(await statusOf(world), 'site; fwd=stale; fwd-status=200; stored')
})

t.test('§2.6: collapsed into the request of another visitor', async (t) => {
  const world = await createWorld(t)
  world.origin.on(article, success({ id: 3 }))
  const both = await Promise.all([statusOf(world, article), statusOf(world, article)])
  t.strictSame(both, [
    'site; fwd=uri-miss; fwd-status=200; stored',
    'site; fwd=uri-miss; fwd-status=200; stored; collapsed',
  ])
})

t.test('§2.2: method, and bypass for what is known to be for one visitor alone', async (t) => {
  const world = await createWorld(t)
  world.origin.on(other, text('a', 'no-store'))
  t.equal(await statusOf(world), 'site; fwd=uri-miss; fwd-status=200')
  t.equal(await statusOf(world), 'site; fwd=bypass; fwd-status=200')
  const { headers } = await world.ask(other, { method: 'PUT' })
  t.equal(headers['cache-status'], 'site; fwd=method; fwd-status=200')
})

t.test('§2: ours comes after those of the caches before', async (t) => {
  const world = await createWorld(t)
  world.origin.on(other, text('a', 'max-age=60', { 'cache-status': 'inner; hit' }))
  t.equal(await statusOf(world), 'inner; hit, site; fwd=uri-miss; fwd-status=200; stored')
  t.equal(await statusOf(world), 'inner; hit, site; hit; ttl=60')
})
