import { type ChildProcess, fork } from 'node:child_process'
import { createServer } from 'node:http'
import { join } from 'node:path'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { listen } from '../helpers/listen.ts'
import type { LogLine } from '../helpers/log.ts'
import { ifLong } from '../helpers/long.ts'
import { until } from '../helpers/until.ts'
import { isRedisMissing, startRedis } from './redis-server.ts'

const program = join(import.meta.dirname, 'server-process.ts')
const page = '/api/home/article/detail/3'

/** Numbers its responses. */
async function startOrigin(t: Test) {
  const origin = { url: '', hits: 0 }
  const server = createServer((_request, response) => {
    const number = ++origin.hits
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, data: { number }, msg: '' }))
  })
  origin.url = await listen(t, server)
  return origin
}

async function startServer(t: Test, redis: string, origin: string) {
  const child: ChildProcess = fork(program, [redis, origin])
  const lines: LogLine[] = []
  let port = 0
  child.on('message', (message: { port?: number; line?: LogLine }) => {
    if (message.port) port = message.port
    if (message.line) lines.push(message.line)
  })
  t.teardown(() => child.kill('SIGKILL'))
  await until(() => port > 0, { limitMs: 60_000 })
  const get = async (path = page) => {
    const { statusCode, body } = await request(`http://127.0.0.1:${port}${path}`)
    return { status: statusCode, text: await body.text() }
  }
  const number = async () => (JSON.parse((await get()).text) as { data: { number: number } }).data.number
  return { child, lines, get, number }
}

async function createWorld(t: Test) {
  const [redis, origin] = await Promise.all([startRedis(t), startOrigin(t)])
  const servers = await Promise.all([1, 2].map(() => startServer(t, redis.url, origin.url)))
  return { redis, origin, servers: servers as [(typeof servers)[0], (typeof servers)[0]] }
}

if (!isRedisMissing(t)) {
  t.test('a hundred visitors of two cold processes are one request of each to the origin', async (t) => {
    const { servers, origin } = await createWorld(t)
    await Promise.all([...Array(100).keys()].map((visitor) => servers[visitor % 2]!.number()))
    t.ok(origin.hits <= 2, String(origin.hits))
  })

  t.test('a purge in one process empties the other', async (t) => {
    const { servers } = await createWorld(t)
    t.equal(await servers[0].number(), 1)
    await until(async () => (await servers[1].number()) === 1)
    await servers[0].get('/purge')
    await until(async () => (await servers[1].number()) === 2)
    t.equal(await servers[0].number(), 2)
  })

  t.test('processes respond during a Redis outage, and share entries again after it', ifLong, async (t) => {
    const { redis, servers, origin } = await createWorld(t)
    for (const server of servers) await server.number()
    await redis.kill()
    for (const { lines } of servers) await until(() => lines.length > 0)
    const answers = [...Array(100).keys()].map((visitor) =>
      servers[visitor % 2]!.get(`${page}${visitor % 10}`),
    )
    t.ok((await Promise.all(answers)).every(({ status }) => status === 200))
    await redis.restart()
    for (const { lines } of servers) await until(() => lines.length > 1)
    const before = origin.hits
    await servers[0].get(`${page}77`)
    await until(async () => {
      await servers[1].get(`${page}77`)
      return true
    })
    t.ok(origin.hits <= before + 2, String(origin.hits - before))
    for (const { lines } of servers)
      t.strictSame([lines.length, lines[0]?.level, lines[1]?.level], [2, 40, 30])
  })
}
