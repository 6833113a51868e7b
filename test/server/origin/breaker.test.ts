// A dead origin is not asked much more often than a healthy one, and is found again by itself. Failures that a URL, a
// visitor or a call may have caused harm nobody else.
import { createServer } from 'node:http'
import t, { type Test } from 'tap'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { createClock } from '../../cache/helpers/clock.ts'
import { createLog } from '../../helpers/log.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { smallFolder } from '../../helpers/small-site.ts'
import { outcomeOf } from '../../helpers/upstream.ts'

const request = { method: 'GET', path: '/api/home/about/1', headers: {} }

/** An upstream whose breaker opens after ten failures, for five seconds of a clock that the test moves. */
async function createWorld(t: Test) {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const { log, lines } = createLog()
  const port = Number(new URL(origin.url).port)
  const clock = createClock()
  const visitor: { network: string | undefined } = { network: undefined }
  const upstream = createUpstream({
    base: origin.url,
    connections: 8,
    log,
    limits: { breaker: { failures: 10, openMs: 5000, now: clock.now } },
    telemetry: { client: () => visitor.network },
  })
  t.teardown(() => upstream.close())
  /** Every change of the breaker. */
  const states = () =>
    lines
      .filter(({ msg }) => msg === 'circuit breaker changed state')
      .map((line) => `${line['call']} ${line['state']}`)
  /** The status, or the kind of the error. */
  const get = (path: string, client?: string): Promise<number | string> => {
    visitor.network = client
    return outcomeOf(upstream.send({ ...request, path: `/api/home/${path}` }))
  }
  /** Another origin at the same address, which responds with 204. */
  const revive = async () => {
    const server = createServer((_request, response) => void response.writeHead(204).end())
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    t.teardown(() => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(resolve))
    })
  }
  return { origin, clock, states, upstream, get, revive }
}

t.test('attempts at a dead origin stay below 1.2 for each request', async (t) => {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  origin.answer('/', (_request, response) => void response.destroy())
  const upstream = createUpstream({
    base: origin.url,
    connections: 8,
    log: createLog().log,
    limits: { breaker: { failures: 1e9, openMs: 1 } },
  })
  t.teardown(() => upstream.close())
  const requests = 200
  for (let sent = 0; sent < requests; sent++) await t.rejects(upstream.send(request), { name: 'OriginError' })
  // The reserve of ten comes on top, once.
  t.ok(origin.hits.length <= 1.2 * requests + 10, `${origin.hits.length} attempts`)
  t.ok(origin.hits.length > requests, 'there were retries')
})

t.test('the breaker opens where connections cannot be opened, and closes with a probe', async (t) => {
  const { origin, get, clock, states, revive } = await createWorld(t)
  await origin.close()
  for (let time = 0; time < 10; time++) t.equal(await get('about/1', '198.51.100.1'), 'network')
  t.strictSame(states(), ['origin open'])
  await revive()
  clock.advance(4999)
  t.equal(await get('about/1'), 'network', 'rejected')
  clock.advance(1)
  t.equal(await get('about/1'), 204)
  t.equal(await get('about/2'), 204)
  t.strictSame(states(), ['origin open', 'origin closed'])
})

t.test('while it is open, one request in five seconds is a probe', async (t) => {
  const { origin, get, clock, states, revive } = await createWorld(t)
  await origin.close()
  for (let time = 0; time < 10; time++) await get('about/1')
  clock.advance(5000)
  t.equal(await get('about/1'), 'network', 'the probe fails')
  await revive()
  t.equal(await get('about/1'), 'network', 'rejected')
  clock.advance(5000)
  t.equal(await get('about/1'), 204)
  t.strictSame(states(), ['origin open', 'origin closed'])
})

t.test('a breaker without requests for two minutes is closed', async (t) => {
  const { origin, get, clock, upstream } = await createWorld(t)
  await origin.close()
  for (let time = 0; time < 10; time++) await get('about/1')
  clock.advance(119_000)
  t.equal(upstream.breakerState(), 'open')
  clock.advance(1000)
  t.equal(upstream.breakerState(), 'closed')
})

t.test('URLs that fail do not open it, however many of one call or one client', async (t) => {
  const { origin, get, states } = await createWorld(t)
  origin.json('/api/home/article/detail', {}, 500)
  for (let id = 0; id < 40; id++) t.equal(await get(`article/detail/${id}`, '198.51.100.1'), 500)
  for (let time = 0; time < 40; time++) t.equal(await get('article/detail/3'), 500)
  t.equal(await get('article/list/news'), 200)
  t.equal(await get('about/1'), 200)
  t.strictSame(states(), [])
})

t.test('connections that break do not open it', async (t) => {
  const { origin, get, states } = await createWorld(t)
  const mend = origin.answer('/', (received) => void received.socket.resetAndDestroy())
  for (let id = 0; id < 20; id++) t.equal(await get(`about/${id}`), 'network')
  mend()
  t.equal(await get('about/1'), 200)
  t.strictSame(states(), [])
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
