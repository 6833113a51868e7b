// A dead origin is not asked much more often than a healthy one, and is found again by itself.
import t, { type Test } from 'tap'
import { discard } from '../../../server/base/read-body.ts'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { createClock } from '../../cache/helpers/clock.ts'
import { createLog } from '../../helpers/log.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { outcomeOf } from '../../helpers/upstream.ts'

const request = { method: 'GET', path: '/api/home/about/1', headers: {} }

/** An upstream whose breakers open after ten failures, for five seconds of a clock that the test moves. */
async function createWorld(t: Test) {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const { log, lines } = createLog()
  const clock = createClock()
  const visitor: { network: string | undefined } = { network: undefined }
  const upstream = createUpstream({
    base: origin.url,
    connections: 8,
    log,
    breaker: { failures: 10, openMs: 5000, now: clock.now },
    client: () => visitor.network,
  })
  t.teardown(() => upstream.close())
  /** Every change of a breaker. */
  const states = () =>
    lines
      .filter(({ msg }) => msg === 'circuit breaker changed state')
      .map((line) => `${line['call']} ${line['state']}`)
  /** The status, or the kind of the error. */
  const get = (path: string, client?: string): Promise<number | string> => {
    visitor.network = client
    return outcomeOf(upstream.send({ ...request, path: `/api/home/${path}` }))
  }
  return { origin, lines, clock, states, upstream, get }
}

t.test('attempts at a dead origin stay below 1.2 for each request', async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  origin.answer('/', (_request, response) => void response.destroy())
  const upstream = createUpstream({
    base: origin.url,
    connections: 8,
    log: createLog().log,
    breaker: { failures: 1e9, openMs: 1 },
  })
  t.teardown(() => upstream.close())
  const requests = 200
  for (let sent = 0; sent < requests; sent++) await t.rejects(upstream.send(request), { name: 'OriginError' })
  // The reserve of ten comes on top, once.
  t.ok(origin.hits.length <= 1.2 * requests + 10, `${origin.hits.length} attempts`)
  t.ok(origin.hits.length > requests, 'there were retries')
})

t.test('the breaker opens after ten failures, is half-open for one probe, then closes', async (t) => {
  const { origin, get, clock, states } = await createWorld(t)
  const revive = origin.json('/', {}, 500)
  for (let id = 0; id < 10; id++) t.equal(await get(`article/detail/${id}`), 500)
  t.strictSame(states(), ['articleDetail open'])
  const { length } = origin.hits
  t.equal(await get('article/detail/1'), 'network')
  clock.advance(4999)
  t.equal(await get('article/detail/1'), 'network')
  t.equal(origin.hits.length, length, 'the origin is not called while the breaker is open')

  revive()
  clock.advance(1)
  t.equal(await get('article/detail/1'), 200)
  t.equal(origin.hits.length, length + 1)
  t.strictSame(states(), ['articleDetail open', 'articleDetail half-open', 'articleDetail closed'])
})

t.test('one call that fails leaves every other call alone', async (t) => {
  const { origin, get, states } = await createWorld(t)
  origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 12; id++) await get(`article/detail/${id}`)
  t.strictSame(states(), ['articleDetail open'])
  t.equal(await get('article/detail/1'), 'network')
  t.equal(await get('article/list/news'), 200)
  t.equal(await get('about/1'), 200)
})

t.test('a call without parameters has one URL, of which every failure counts', async (t) => {
  const { origin, get, upstream, states } = await createWorld(t)
  origin.json('/api/home/config/base', {}, 500)
  const config = { method: 'POST', path: '/api/home/config/base', headers: {}, body: Buffer.from('{}') }
  for (let time = 0; time < 10; time++) discard(await upstream.send(config))
  t.strictSame(states(), ['siteConfig open'])
  t.equal(await get('about/1'), 200)
})

t.test('one failing URL does not open a circuit breaker, however often it is requested', async (t) => {
  const { origin, get, states } = await createWorld(t)
  origin.json('/api/home/article/detail/3', {}, 500)
  for (let time = 0; time < 40; time++) t.equal(await get('article/detail/3'), 500)
  t.equal(await get('article/detail/1'), 200)
  t.strictSame(states(), [])
})

t.test('one client opens no breaker, two clients do', async (t) => {
  const { origin, get, states } = await createWorld(t)
  const revive = origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 40; id++) t.equal(await get(`article/detail/${id}`, '198.51.100.1'), 500)
  t.strictSame(states(), [])
  for (let id = 40; id < 45; id++) await get(`article/detail/${id}`, '198.51.100.2')
  t.strictSame(states(), ['articleDetail open'])
  revive()
})

t.test('a client or a URL that failed with the last probe does not take the next one', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  const revive = origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 20; id++) await get(`article/detail/${id}`, `198.51.100.${id}`)
  revive()
  origin.json('/api/home/article/detail/3', {}, 500)
  clock.advance(5000)
  t.equal(await get('article/detail/3', '198.51.100.1'), 500, 'the probe fails')
  clock.advance(5000)
  const { length } = origin.hits
  t.equal(await get('article/detail/3', '198.51.100.2'), 'network')
  t.equal(await get('article/detail/2', '198.51.100.1'), 'network')
  t.equal(origin.hits.length, length)
  t.equal(await get('article/detail/1', '198.51.100.2'), 200)
  t.equal(await get('article/detail/2', '198.51.100.1'), 200)
})

t.test('a probe that does not end makes room for the next one', async (t) => {
  const { origin, get, clock } = await createWorld(t)
  const revive = origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 10; id++) await get(`article/detail/${id}`)
  revive()
  const arrived = Promise.withResolvers<void>()
  origin.answer('/api/home/article/detail/3', () => arrived.resolve())
  clock.advance(5000)
  void get('article/detail/3')
  await arrived.promise
  t.equal(await get('article/detail/1'), 'network', 'one at a time')
  clock.advance(5000)
  t.equal(await get('article/detail/1'), 200)
})

t.test('a breaker without requests for two minutes is closed', async (t) => {
  const { origin, get, clock, upstream } = await createWorld(t)
  origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 10; id++) await get(`article/detail/${id}`)
  const state = () => upstream.breakerStates?.().find(({ name }) => name === 'articleDetail')?.state
  clock.advance(119_000)
  t.equal(state(), 'open')
  clock.advance(1000)
  t.equal(state(), 'closed')
})

t.test('connections that cannot be opened open the breaker of the origin as a whole', async (t) => {
  const { origin, get, states } = await createWorld(t)
  await origin.close()
  for (let time = 0; time < 10; time++) t.equal(await get('about/1', '198.51.100.1'), 'network')
  t.strictSame(states(), ['origin open'])
})

t.test('connections that break count within the shares of URLs and clients', async (t) => {
  const { origin, get, states } = await createWorld(t)
  origin.answer('/', (received) => void received.socket.resetAndDestroy())
  for (let time = 0; time < 20; time++) await get('about/1')
  for (let id = 0; id < 20; id++) await get(`about/${id}`, '198.51.100.1')
  t.strictSame(states(), [])
  for (let id = 20; id < 30; id++) await get(`about/${id}`)
  t.strictSame(states(), ['origin open'])
})

t.test('a visitor who leaves says nothing about the origin', async (t) => {
  const { origin, upstream, states } = await createWorld(t)
  const arrivals: (() => void)[] = []
  origin.answer('/', () => arrivals.shift()?.())
  for (let id = 0; id < 20; id++) {
    const left = new AbortController()
    const arrived = new Promise<void>((resolve) => arrivals.push(resolve))
    const asked = upstream.send({ ...request, path: `/api/home/about/${id}`, signal: left.signal })
    await arrived
    left.abort()
    await t.rejects(asked, { name: 'OriginError', kind: 'network' })
  }
  t.strictSame(states(), [])
})
