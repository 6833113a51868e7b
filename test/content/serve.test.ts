// HTTP server of the embedded content API.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import t, { type Test } from 'tap'
import type { Send } from '../../server/base/origin.ts'
import { serveOrigin } from '../../server/calls/serve.ts'
import { createWorld, page } from './world.ts'

async function createServed(t: Test, send?: Send) {
  const world = await createWorld(t, { 'service/a.zh.md': page('id: 1\ntitle: 一'), 'media/a.txt': 'hello' })
  const origin = send ? { ...world.origin, send } : world.origin
  const server = await serveOrigin(origin, { host: '127.0.0.1', port: 0, log: world.log })
  t.teardown(() => server.close())
  const agent = new Agent({ keepAlive: true })
  t.teardown(() => agent.destroy())
  return {
    ...world,
    server,
    ask: (path: string, options: Ask = {}) => ask(`${server.url}${path}`, { agent, ...options }),
  }
}

type Ask = { method?: string; headers?: Record<string, string>; body?: string; agent?: Agent }

async function ask(url: string, { body, ...options }: Ask) {
  const sent = request(url, options)
  const answered = new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve).once('error', reject)
  })
  sent.end(body)
  const response = await answered
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

t.test('responses are those of the origin, with Date', async (t) => {
  const { ask, get } = await createServed(t)
  const path = '/api/home/article/detail/1?lang=zh'
  const served = await ask(path)
  const { date, connection, 'keep-alive': keepAlive, ...headers } = served.headers
  const direct = await get(path)
  t.ok(date)
  t.strictSame([served.status, headers, served.body], [200, direct.headers, direct.bytes.toString()])
  t.equal((await ask(path, { headers: { 'if-none-match': String(direct.headers.etag) } })).status, 304)
})

t.test('HEAD, ranges and missing media over HTTP', async (t) => {
  const { ask } = await createServed(t)
  const head = await ask('/media/a.txt', { method: 'HEAD' })
  t.strictSame([head.status, head.headers['content-length'], head.body], [200, '5', ''])
  const part = await ask('/media/a.txt', { headers: { range: 'bytes=1-2' } })
  t.strictSame([part.status, part.headers['content-range'], part.body], [206, 'bytes 1-2/5', 'el'])
  t.equal((await ask('/media/a.txt', { headers: { range: 'bytes=9-' } })).status, 416)
  t.equal((await ask('/media/../site.yaml')).status, 404)
})

t.test('forms are accepted; a too large one is a 413 on a connection that stays open', async (t) => {
  const { ask } = await createServed(t)
  const form = (body: string) => ask('/api/home/form/:name', { method: 'POST', body })
  const fields = { name: 'a', message: 'b', email: 'c' }
  t.equal((await form(JSON.stringify(fields))).status, 200)
  t.equal((await form(JSON.stringify({ ...fields, more: 'x'.repeat(3_000_000) }))).status, 413)
  t.equal((await form(JSON.stringify(fields))).status, 200)
})

t.test('an unusual request target gets a response', async (t) => {
  const { server } = await createServed(t)
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.end('GET http://other.example/api/home/about/1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
  t.match(await text(socket), /^HTTP\/1\.1 404 /)
})

t.test('a body stream that fails closes the connection and is logged', async (t) => {
  const { ask, logged } = await createServed(t, async () => {
    const body: Readable = new Readable({ read: () => body.destroy(new Error('disk')) })
    return { status: 200, headers: { 'content-length': '5' }, body }
  })
  await t.rejects(ask('/media/a.txt'))
  t.strictSame(
    logged.filter(({ level }) => level === 'warn').map(({ event, fields }) => [event, fields.path]),
    [['response not finished', '/media/a.txt']],
  )
})

t.test('a closed client connection aborts the signal of the origin request and is not logged', async (t) => {
  let signal: AbortSignal | undefined
  const body = new Readable({ read() {} })
  body.push('first')
  const { server, logged } = await createServed(t, async (asked) => {
    signal = asked.signal
    return { status: 200, headers: {}, body }
  })
  const leaving = request(`${server.url}/media/a.txt`, (response) =>
    response.once('data', () => leaving.destroy()),
  )
  leaving.on('error', () => {})
  leaving.end()
  await new Promise((resolve) => body.once('close', resolve))
  await new Promise((resolve) => setImmediate(resolve))
  t.equal(signal?.aborted, true)
  t.strictSame(
    logged.filter(({ level }) => level !== 'info'),
    [],
  )
})

t.test('close waits for running responses, and closes the origin', async (t) => {
  let release = () => {}
  let arrived = () => {}
  const asked = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const { server, ask, origin } = await createServed(t, async () => {
    arrived()
    await new Promise<void>((resolve) => {
      release = resolve
    })
    return { status: 200, headers: {}, body: Buffer.from('done') }
  })
  const answer = ask('/')
  await asked
  const closed = server.close()
  release()
  const { body, headers } = await answer
  t.equal(body, 'done')
  await closed
  t.equal(headers.connection, 'close')
  await t.rejects(ask('/'))
  t.equal(
    (await origin.send({ method: 'GET', path: '/api/home/article/list/news?keywords=a', headers: {} }))
      .status,
    500,
  )
})

t.test('a port in use is an error', async (t) => {
  const { server, origin, log } = await createServed(t)
  const port = Number(new URL(server.url).port)
  await t.rejects(serveOrigin(origin, { host: '127.0.0.1', port, log }), { code: 'EADDRINUSE' })
})
