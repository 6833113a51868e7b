// Connections: the limit per address, and slow readers.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, Socket } from 'node:net'
import t from 'tap'
import { createAddressLimit, createSlowReaders } from '../../server/proxy/http-server.ts'
import { createSmallSite } from '../helpers/small-site.ts'

/** As the limit sees it. */
function connectionOf(remoteAddress: string): Socket {
  return Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress })
}

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

t.test('one address holds so many connections and no more', (t) => {
  const mayStay = createAddressLimit({ most: 2, trusted: ['203.0.113.0/24'] })
  const first = connectionOf('198.51.100.1')
  t.strictSame([first, connectionOf('198.51.100.1'), connectionOf('198.51.100.1')].map(mayStay), [
    true,
    true,
    false,
  ])
  t.ok(mayStay(connectionOf('198.51.100.2')), 'another address is not concerned')
  first.emit('close')
  t.ok(mayStay(connectionOf('198.51.100.1')), 'a closed one makes room')
  for (const address of [
    '127.0.0.1',
    '10.1.2.3',
    '::ffff:10.1.2.3',
    '192.168.1.1',
    '::1',
    'fd00::1',
    '203.0.113.9',
  ]) {
    const answers = Array.from({ length: 5 }, () => mayStay(connectionOf(address)))
    t.ok(answers.every(Boolean), `${address} stands for many visitors`)
  }
  t.end()
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

t.test(
  'the connection of a client that does not read its response is closed, that of a reading client is not',
  async (t) => {
    const readers = createSlowReaders({ minBytes: 1000, maxSlowChecks: 2 })
    const much = Buffer.alloc(64 * 1024 * 1024)
    const closed: string[] = []
    const server = createServer((socket) => {
      readers.watch(socket)
      socket.on('error', () => {})
      socket.once('data', (name) => {
        socket.once('close', () => closed.push(String(name)))
        if (String(name) !== 'idle') socket.write(much)
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const visitors = ['slow', 'quick', 'idle'].map((name) => {
      const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {})
      visitor.write(name)
      t.teardown(() => visitor.destroy())
      return visitor
    })
    t.teardown(() => server.close())
    const [slow, quick] = visitors
    let taken = 0
    const all = Promise.withResolvers<void>()
    quick?.on('data', (chunk) => {
      taken += chunk.length
      if (taken === much.length) all.resolve()
    })
    slow?.pause()
    await all.promise
    // What the system's own buffers take counts as taken the first time.
    for (let check = 0; check < 4; check++) readers.check()
    while (closed.length === 0) await new Promise(setImmediate)
    t.strictSame(closed, ['slow'])
  },
)
