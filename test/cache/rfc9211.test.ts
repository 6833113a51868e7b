// RFC 9211: Cache-Status.
import t from 'tap'
import { article, text } from './helpers/answers.ts'
import { second } from './helpers/clock.ts'
import { createWorld } from './helpers/world.ts'

const { on, onCall, stored, statusOf, ask, clock } = await createWorld(t)

t.test('§2.1, §2.4: a hit and how long it will be fresh', async (t) => {
  const path = await stored(text('a', 'max-age=60', { etag: '"a"' }))
  t.equal(await statusOf(path), 'site; hit; ttl=60')
  clock.advance(20 * second + 1)
  for (const headers of [{}, { 'if-none-match': '"a"' }, { range: 'bytes=5-' }])
    t.equal(await statusOf(path, headers), 'site; hit; ttl=39')
})

t.test('§2.2, §2.3, §2.5: a miss, the status of the upstream, and that it was stored', async (t) => {
  const path = on({ ...text('a', 'max-age=60'), status: 404 })
  t.equal(await statusOf(path), 'site; fwd=uri-miss; fwd-status=404; stored')
})

t.test('§2.2: stale, and what the upstream said of it', async (t) => {
  const path = await stored(text('a', 'max-age=60', { etag: '"a"' }), 60)
  on({ status: 304, headers: { etag: '"a"' } }, path)
  t.equal(await statusOf(path), 'site; fwd=stale; fwd-status=304; stored')
})

t.test('§2.6: collapsed into the request of another visitor', async (t) => {
  const path = onCall(article('a'))
  const stored = 'site; fwd=uri-miss; fwd-status=200; stored'
  t.strictSame(await Promise.all([statusOf(path), statusOf(path)]), [stored, `${stored}; collapsed`])
})

t.test('§2.2: method, and bypass for what is known to be for one visitor alone', async (t) => {
  const path = on(text('a', 'no-store'))
  t.equal(await statusOf(path), 'site; fwd=uri-miss; fwd-status=200')
  t.equal(await statusOf(path), 'site; fwd=bypass; fwd-status=200')
  t.equal((await ask('PUT', path)).headers['cache-status'], 'site; fwd=method; fwd-status=200')
})

t.test('§2: ours comes after those of the caches before', async (t) => {
  const path = on(text('a', 'max-age=60', { 'cache-status': 'inner; hit' }))
  t.equal(await statusOf(path), 'inner; hit, site; fwd=uri-miss; fwd-status=200; stored')
  t.equal(await statusOf(path), 'inner; hit, site; hit; ttl=60')
})
