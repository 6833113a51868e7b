// A server process for the tests: a cache over an origin, over HTTP. Log lines and `port` go to the parent.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import pino from 'pino'
import { request as ask } from 'undici'
import type { OriginRequest } from '../../server/base/origin.ts'
import { createCache } from '../../server/cache/engine.ts'
import { createMemoryStore } from '../../server/cache/memory-store.ts'
import { connectRedis } from '../../server/cache/redis/client.ts'
import { createRedisStore } from '../../server/cache/redis/store.ts'

const [url = '', origin = ''] = process.argv.slice(2)
const log = pino({}, { write: (line: string) => void process.send?.({ line: JSON.parse(line) }) })

const send = async ({ method, path, headers }: OriginRequest) => {
  const { statusCode, headers: answered, body } = await ask(origin + path, { method, headers })
  const { connection, 'transfer-encoding': _, ...rest } = answered
  const fields = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']))
  return { status: statusCode, headers: fields, body: Buffer.from(await body.arrayBuffer()) }
}
const limits = {
  getMs: 1000,
  setMs: 1000,
  connectMs: 1000,
  coolDownMs: 50,
}

void connectRedis({ url, log, ...limits }).then(async (redis) => {
  if (!redis) throw new Error('expected a URL')
  const shared = createRedisStore({ redis, log, limits })
  const memory = createMemoryStore({ maxBytes: 10_000_000 })
  const cache = createCache({
    send,
    stores: { memory, shared },
    limits: { responseBytes: 1_000_000, timeoutMs: 10_000 },
  })
  const server = createServer(async ({ method = 'GET', url: path = '/' }, response) => {
    if (path === '/purge') await cache.purge({ kind: 'all' }, 'hard')
    if (path === '/purge') return response.end()
    const { status, headers, body } = await cache.send({ method, path, headers: {} })
    response.writeHead(status, headers)
    response.end(body)
  })
  const tell = () => process.send?.({ port: (server.address() as AddressInfo).port })
  await shared.ready
  server.listen(0, '127.0.0.1', tell)
})
process.once('disconnect', () => process.exit())
