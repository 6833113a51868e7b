// A dead origin is not asked much more often than a healthy one, and is found again by itself.
import t from 'tap'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { createLog } from '../../helpers/log.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { smallFolder } from '../../helpers/small-site.ts'

const request = { method: 'GET', path: '/api/home/about/1', headers: {} }

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

t.test(
  'after ten failures in a row the origin is left alone, then probed by one request, then trusted',
  async (t) => {
    const origin = await createTestOrigin(t, { folder: smallFolder })
    const { log, lines } = createLog()
    const states: string[] = []
    const upstream = createUpstream({
      base: origin.url,
      connections: 8,
      log,
      breaker: { failures: 10, openMs: 50 },
      onBreaker: (state) => states.push(state),
    })
    t.teardown(() => upstream.close())
    const revive = origin.json('/', {}, 503)
    for (let sent = 0; sent < 5; sent++) t.equal((await upstream.send(request)).status, 503)
    t.strictSame(states, ['open'])
    t.equal(origin.hits.length, 10)
    await t.rejects(upstream.send(request), { name: 'OriginError', kind: 'network' })
    t.equal(origin.hits.length, 10, 'it is not asked while the breaker is open')

    revive()
    let status = 0
    while (status !== 200)
      status = await upstream.send(request).then(
        (answer) => answer.status,
        () => 0,
      )
    t.strictSame(states, ['open', 'half-open', 'closed'])
    t.equal(origin.hits.length, 11)
    t.match(
      lines.filter(({ msg }) => msg === 'origin breaker'),
      [{ state: 'open' }, { state: 'half-open' }, { state: 'closed' }],
    )
  },
)
