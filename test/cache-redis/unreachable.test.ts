import { type AddressInfo, createServer, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { freePort } from '../helpers/free-port.ts'
import { until } from '../helpers/until.ts'
import { createTestEntry } from './entries.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'
import { createStores } from './stores.ts'

const entry = createTestEntry()
const secret = 'pa%24s-Word'
const plain = 'pa$s-Word'

/** Responses whatever is said to it with the same bytes. */
async function startNonsense(t: Test, answer: string | Buffer) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('data', () => socket.write(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const nonsense: [string, string | Buffer][] = [
  ['HTTP', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ['OK and nothing else', '+OK\r\n'],
  ['numbers', ':7\r\n'],
  ['empty lists', '*0\r\n'],
  ['errors', '-ERR no\r\n'],
  ['random bytes', Buffer.from(Array.from({ length: 99 }, (_, at) => (at * 73 + 41) % 256))],
  ['a value without an end', '$1000000\r\nabc'],
  ['nothing', ''],
]
for (const [name, answer] of nonsense) {
  t.test(`a server that responds ${name} counts as down, with one log line`, async (t) => {
    const server = await startNonsense(t, answer)
    const limits = { connectMs: 100, getMs: 50 }
    const { stores, lines } = await createStores(t, server, 1, { limits })
    const [store] = stores
    for (let round = 0; round < 5; round++) {
      t.strictSame(await store!.get(entry.key), [])
      await store!.set(entry)
    }
    await until(() => lines.length > 0)
    t.equal(lines.length, 1)
  })
}

t.test('a Redis that is not there at the start is one line, and no delay', async (t) => {
  const { stores, lines, states } = await createStores(t, { url: `redis://127.0.0.1:${await freePort()}` }, 1)
  t.strictSame(await stores[0]!.get(entry.key), [])
  t.equal(lines.length, 1)
  t.match(lines[0], { level: 40, reason: /ECONNREFUSED/, redis: /^127\.0\.0\.1:\d+$/ })
  t.strictSame(states, [])
})

t.test('nothing of a URL with a password is logged but host and port', async (t) => {
  const port = await freePort()
  const { lines } = await createStores(t, { url: `redis://me:${secret}@127.0.0.1:${port}/0` }, 1)
  t.equal(lines.length, 1)
  t.notMatch(JSON.stringify(lines), secret)
  t.notMatch(JSON.stringify(lines), plain)
  t.notMatch(JSON.stringify(lines), 'me:')
})

if (!isRedisMissing(t)) {
  t.test('a wrong password is one line without it, and the right one gets in', async (t) => {
    const redis = await startRedis(t, plain)
    const at = `127.0.0.1:${redis.port}`
    const wrong = await createStores(t, { url: `redis://:wrong${secret}@${at}` }, 1)
    t.strictSame(await wrong.stores[0]!.get(entry.key), [])
    t.equal(wrong.lines.length, 1)
    t.match(wrong.lines[0], { reason: /WRONGPASS/ })
    t.notMatch(JSON.stringify(wrong.lines), plain)
    const right = await createStores(t, { url: `redis://:${secret}@${at}` }, 1)
    await right.stores[0]!.set(entry)
    t.strictSame(await right.stores[0]!.get(entry.key), [entry])
    t.strictSame(right.lines, [])
  })

  t.test('another database of the same Redis receives no purges', async (t) => {
    const redis = await startRedis(t)
    const { stores, create } = await createStores(t, redis, 2)
    const other = await create({ url: `${redis.url}/5` })
    await other.ready
    const heard: string[] = []
    other.onPurge(() => heard.push('other'))
    stores[1]!.onPurge(() => heard.push('same'))
    await stores[0]!.purge({ kind: 'all' }, 'hard')
    await until(() => heard.length > 0)
    await other.get(entry.key)
    t.strictSame(heard, ['same'])
  })
}
