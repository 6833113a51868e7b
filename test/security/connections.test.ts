// Connections: timeouts, the limit of all, and slow readers.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { mock } from 'node:test'
import t from 'tap'
import { createSmallSite } from '../helpers/small-site.ts'
import { until } from '../helpers/until.ts'

t.test('who sends slowly is cut off; the server closes what is over its limit, and counts it', async (t) => {
  const site = await createSmallSite(t)
  t.match(site.app.server, {
    ...{ headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 72_000, timeout: 120_000 },
    ...{ maxRequestsPerSocket: 10_000, maxConnections: 10_000 },
  })
  site.app.server.maxConnections = 1
  const { hostname, port } = new URL(await site.listen())
  const kept = connect(Number(port), hostname).on('error', () => {})
  t.teardown(() => kept.destroy())
  await once(kept, 'connect')
  const over = connect(Number(port), hostname).on('error', () => {})
  await once(over, 'close')
  t.match((await site.get('/metrics')).body, 'site_refused_total{limit="connections"} 1')
})

t.test('a client that does not read for half a minute is disconnected; one that reads is not', async (t) => {
  mock.timers.enable({ apis: ['setInterval'] })
  t.teardown(() => mock.timers.reset())
  const site = await createSmallSite(t)
  // More than the buffers of the system take.
  const body = Buffer.alloc(64 * 1024 * 1024)
  site.origin.answer('/api/home/large', (_request, response) => void response.end(body))
  const { hostname, port } = new URL(await site.listen())
  const open = async (request: string) => {
    const client = connect(Number(port), hostname).on('error', () => {})
    t.teardown(() => client.destroy())
    const [connection] = (await once(site.app.server, 'connection')) as [Socket]
    client.write(request)
    return { client, connection }
  }
  const request = 'GET /api/home/large HTTP/1.1\r\nHost: a\r\n\r\n'
  const [slow, idle, reader] = [await open(request), await open(''), await open(request)]
  // The buffers of the system are full: it takes no more.
  let [taken, checks] = [-1, 0]
  await until(() => {
    const { bytesWritten, writableLength } = slow.connection
    checks = writableLength > 0 && bytesWritten - writableLength === taken ? checks + 1 : 0
    taken = bytesWritten - writableLength
    return checks === 5
  })
  for (let seconds = 0; seconds < 40; seconds += 5) {
    for (let read = 0; read < body.length / 16; ) {
      const chunk: Buffer | null = reader.client.read()
      if (chunk) read += chunk.length
      else await once(reader.client, 'readable')
    }
    mock.timers.tick(5000)
  }
  t.strictSame(
    [slow, idle, reader].map(({ connection }) => connection.destroyed),
    [true, false, false],
  )
})
