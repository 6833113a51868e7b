// Connections: timeouts, and the limit of all.
import { once } from 'node:events'
import { connect } from 'node:net'
import t from 'tap'
import { createSmallSite } from '../helpers/small-site.ts'

t.test('who sends slowly is cut off', async (t) => {
  const { server } = (await createSmallSite(t)).app
  const limits = {
    headersTimeout: 15_000,
    requestTimeout: 30_000,
    keepAliveTimeout: 72_000,
    timeout: 120_000,
  }
  t.match(
    server,
    { ...limits, maxRequestsPerSocket: 10_000, maxConnections: 10_000 },
    'the head, the whole, and silence',
  )
})

t.test('the server closes what is over its limit, and counts it', async (t) => {
  const site = await createSmallSite(t, { config: { maxConnections: 1 } })
  const { hostname, port } = new URL(await site.listen())
  const kept = connect(Number(port), hostname).on('error', () => {})
  t.teardown(() => kept.destroy())
  await once(kept, 'connect')
  const over = connect(Number(port), hostname).on('error', () => {})
  await once(over, 'close')
  t.match((await site.get('/metrics')).body, 'site_refused_total{limit="connections"} 1')
})
