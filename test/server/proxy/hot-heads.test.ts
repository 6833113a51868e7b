// Heads that the hot path sends again: byte for byte what Node.js composed, and only on connections that stay open.
import { once } from 'node:events'
import { Agent, get, type IncomingMessage, ServerResponse } from 'node:http'
import { connect, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { canRepeatHeads } from '../../../server/http/repeated-head.ts'
import { exchange } from '../../helpers/raw.ts'
import { createSmallSite } from '../../helpers/small-site.ts'

const page = '/en/news/1'
const list = '/api/home/article/list/news?lang=zh&page=1'
const kept = '\r\nConnection: keep-alive\r\nKeep-Alive: timeout=72, max=10000\r\n\r\n'
const closed = '\r\nConnection: close\r\n\r\n'

function requestOf(path: string, lines: readonly string[] = [], version = '1.1'): string {
  return `${[`GET ${path} HTTP/${version}`, 'Host: x', ...lines].join('\r\n')}\r\n\r\n`
}

/** All sent at once over one connection, and nothing after them. */
async function answersTo(base: string, requests: string[]): Promise<string[]> {
  const received = await exchange(base, requests.join(''), true)
  return received.split(/(?=HTTP\/1\.1 \d{3} )/)
}

/** A hot address, and a clock that stands still: all answers are of one second until it is moved. */
async function createHotSite(t: Test, path: string, lines: readonly string[] = []) {
  const clock = { moment: Math.floor(Date.now() / 1000) * 1000 }
  const draining = new AbortController()
  const site = await createSmallSite(t, { now: () => clock.moment, draining: draining.signal })
  const base = await site.listen()
  const asked = requestOf(path, lines)
  const last = requestOf(path, [...lines, 'Connection: close'])
  const isHot = async () => {
    const [answer = ''] = await answersTo(base, [last])
    return /\r\ncache-status: site; hit; ttl=\d+\r\nConnection/.test(answer)
  }
  while (!(await isHot())) await setTimeout(5)
  return { server: site.app.server, base, asked, last, clock, draining }
}

t.test('this Node.js takes a head that it composed before', async (t) => {
  t.ok(canRepeatHeads())
})

for (const [name, path, lines] of [
  ['a page', page, []],
  ['a page in Brotli', page, ['Accept-Encoding: br']],
  ['a business call', list, ['Accept-Language: zh']],
] as const) {
  t.test(`${name}: the first answer of a second and all others have the same bytes`, async (t) => {
    const { base, asked, last } = await createHotSite(t, path, lines)
    const composed = t.capture(ServerResponse.prototype, 'writeHead', ServerResponse.prototype.writeHead)
    const [first = '', ...others] = await answersTo(base, [asked, asked, asked, last])
    t.match(first, /^HTTP\/1\.1 200 OK\r\n/)
    t.ok(first.includes(kept))
    t.strictSame(others.slice(0, 2), [first, first])
    t.equal(others[2], first.replace(kept, closed), 'the last one ends its connection and says so')
    t.equal(composed().length, 2, 'the first and the last head')
  })
}

t.test('where Node.js takes none of them, each head is composed for itself', async (t) => {
  const { assignSocket } = ServerResponse.prototype
  const failOnce = () => {
    const tried = t.capture(
      ServerResponse.prototype,
      'assignSocket',
      function (this: ServerResponse, socket: Socket) {
        if (socket instanceof Socket) return assignSocket.call(this, socket)
        tried.restore()
        throw new Error('not this Node.js')
      },
    )
  }
  failOnce()
  t.notOk(canRepeatHeads())
  failOnce()
  const { base, asked, last } = await createHotSite(t, page)
  const composed = t.capture(ServerResponse.prototype, 'writeHead', ServerResponse.prototype.writeHead)
  const [first = '', ...others] = await answersTo(base, [asked, asked, last])
  t.strictSame(others, [first, first.replace(kept, closed)])
  t.equal(composed().length, 3)
})

t.test('asked again once the answer is there, on the same connection', async (t) => {
  const { base } = await createHotSite(t, page)
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const ask = async () => {
    const [answer] = (await once(get(base + page, { agent }), 'response')) as [IncomingMessage]
    const { localPort } = answer.socket
    return { fields: answer.rawHeaders, body: await text(answer), localPort }
  }
  const first = await ask()
  t.strictSame([await ask(), await ask()], [first, first])
})

t.test('304', async (t) => {
  const { base, asked, last } = await createHotSite(t, page)
  const [whole = ''] = await answersTo(base, [last])
  const condition = [`If-None-Match: ${/\r\netag: (.+)\r\n/.exec(whole)?.[1]}`]
  const unchanged = requestOf(page, condition)
  const [first = '', ...others] = await answersTo(base, [unchanged, unchanged, asked, unchanged, last])
  t.match(first, /^HTTP\/1\.1 304 Not Modified\r\n/)
  t.ok(first.endsWith(kept))
  t.strictSame([others[0], others[2]], [first, first])
  t.equal(others[1], whole.replace(closed, kept))
})

t.test('the next second has a head of its own', async (t) => {
  const { base, asked, last, clock } = await createHotSite(t, page)
  const ages = []
  for (const passed of [0, 1000, 1000, 500, 500]) {
    clock.moment += passed
    for (const answer of await answersTo(base, [asked, last]))
      ages.push(/\r\nage: (\d+)\r\n/.exec(answer)?.[1])
  }
  const [from] = ages.map(Number)
  t.strictSame(
    ages.map((age) => Number(age) - from!),
    [0, 0, 1, 1, 2, 2, 2, 2, 3, 3],
  )
})

t.test('the last answer that a connection may have says so', async (t) => {
  const { base, asked, server } = await createHotSite(t, page)
  server.maxRequestsPerSocket = 3
  const answers = await answersTo(base, [asked, asked, asked])
  const most = kept.replace('10000', '3')
  t.strictSame(
    answers.map((answer) => [answer.includes(most), answer.includes(closed)]),
    [
      [true, false],
      [true, false],
      [false, true],
    ],
  )
})

t.test('so does every answer of a server that is about to end', async (t) => {
  const { base, asked, draining } = await createHotSite(t, page)
  const { hostname, port } = new URL(base)
  const socket = connect(Number(port), hostname)
  socket.write(asked + asked)
  await once(socket, 'data')
  draining.abort()
  socket.write(asked)
  t.ok((await text(socket)).includes(closed), 'and the connection ends')
})

t.test('HTTP/1.0 is told what it asked for', async (t) => {
  const { base, asked, last } = await createHotSite(t, page)
  const old = requestOf(page, [], '1.0')
  const [first = '', answer = ''] = await answersTo(base, [asked, old])
  t.equal(answer, first.replace(kept, closed))
  const keeping = requestOf(page, ['Connection: keep-alive'], '1.0')
  t.equal((await answersTo(base, [asked, keeping, last]))[1], first)
})
