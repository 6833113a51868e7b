// An upstream that closes its connections: no request that only reads fails by it. HTTP/2 is used where it is offered.
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo, Server, Socket } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import t, { type Test } from 'tap'
import { createTestOrigin } from '../../helpers/origin.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'

const tls = join(import.meta.dirname, '../../fixtures/tls')
const cert = readFileSync(join(tls, 'localhost.crt'), 'utf8')
const options = { key: readFileSync(join(tls, 'localhost.key')), cert }
setDefaultCACertificates([...getCACertificates(), cert])
const body = '{"success":true,"data":{"id":1,"title":"a","body":""},"msg":""}'
/** Each request has its own number, because responses are stored. A path that the site does not know is never HTTP/2. */
const other = '/api/home/other/'
const known = '/api/home/about/'
const readPost = '/api/home/block/label'

/** The statuses of as many requests as the site has connections to this upstream, again and again. */
async function listening(t: Test, server: Server, scheme = 'http') {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t.teardown(() => void server.close())
  const url = `${scheme}://localhost:${(server.address() as AddressInfo).port}`
  const origin = { ...(await createTestOrigin(t, { folder: smallFolder })), url }
  const config = { addressRate: 0, formRateLimit: 0 }
  const site = await createSmallSite(t, { origin, connections: 8, config })
  let asked = 1
  return async (method: 'GET' | 'HEAD' | 'POST', path: string) => {
    const found = new Set<number>()
    const one = async () => {
      const nth = `${asked++}`
      const options = method === 'POST' ? { method, payload: { keys: [nth] } } : { method }
      found.add((await site.get(method === 'POST' ? path : path + nth, {}, options)).statusCode)
    }
    for (let round = 0; round < 3; round++) await Promise.all(Array.from({ length: 6 }, one))
    return [...found]
  }
}

const json = { 'content-type': 'application/json' }
const manners: Record<string, RequestListener> = {
  'a limit of one request without a word, then the connection ends': (request, response) =>
    void request.resume().on('end', () => {
      response.writeHead(200, json).end(body)
      response.socket?.end()
    }),
  'a reset as soon as a connection is used again': (request, response) => {
    const isFirst = !used.has(request.socket)
    used.add(request.socket)
    request
      .resume()
      .on('end', () => void (isFirst ? response.writeHead(200, json).end(body) : request.socket.destroy()))
  },
}
const used = new WeakSet<Socket>()

for (const [name, listener] of Object.entries(manners))
  t.test(`${name}: no read fails`, async (t) => {
    const outcomes = await listening(t, createServer(listener))
    for (const method of ['GET', 'HEAD'] as const) t.strictSame(await outcomes(method, other), [200], method)
    t.strictSame(await outcomes('GET', '/media/'), [200])
    t.strictSame(await outcomes('POST', readPost), [200], 'a POST that only reads')
  })

t.test('HTTP/2, GOAWAY without the request, as soon as a session is used again: no read fails', async (t) => {
  const versions = new Set<string>()
  const server = createSecureServer(options, (request: Http2ServerRequest, response: Http2ServerResponse) => {
    versions.add(request.httpVersion)
    request.resume()
    response.writeHead(200, json).end(body)
    setImmediate(() => response.stream.session?.goaway(0, 1))
  })
  server.on('sessionError', () => {})
  const outcomes = await listening(t, server, 'https')
  t.strictSame(await outcomes('GET', known), [200])
  t.strictSame(await outcomes('POST', readPost), [200])
  t.strictSame([...versions], ['2.0'])
})

t.test('a connection is used for a minute; a new one resolves the host name again', async (t) => {
  const site = await createSmallSite(t, { connections: 1 })
  const sockets = new Set<Socket>()
  site.origin.answer(known, (request, response) => {
    sockets.add(request.socket)
    response.writeHead(200, json).end(body)
  })
  const systemNow = Date.now
  t.teardown(() => Object.assign(Date, { now: systemNow }))
  for (const [seconds, connections] of [
    [0, 1],
    [30, 1],
    [61, 2],
  ] as const) {
    Date.now = () => systemNow() + seconds * 1000
    t.equal((await site.get(known + seconds)).statusCode, 200)
    t.equal(sockets.size, connections, `after ${seconds} s`)
  }
})
