// Slots for rendering: visitors who leave, who read slowly or whose page never ends do not keep them from other pages.
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { metricOf } from '../../helpers/ops.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** A site that renders two pages at a time, and shows what its operator sees. */
async function createNarrowSite(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, { mostRenders: 2, ...options })
  const { port } = new URL(await site.listen())
  const value = (name: string) => metricOf(site, name)
  /** One connection with these requests, which are sent at once. */
  const open = async (...urls: string[]): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    const fields = `Host: site.example\r\nUser-Agent: ${personAgent}\r\nAccept: text/html\r\n\r\n`
    socket.write(urls.map((url) => `GET ${url} HTTP/1.1\r\n${fields}`).join(''))
    return socket
  }
  const leave = async (sockets: Socket[]) => {
    for (const socket of sockets) socket.destroy()
    const hasLeft = () => site.lines.filter(({ aborted }) => aborted).length >= sockets.length
    await until(hasLeft, { what: 'the server knows that the visitors have left' })
  }
  return { ...site, port, value, open, leave }
}

t.test('visitors who leave before a page that may not be stored is loaded hold no slot', async (t) => {
  const site = await createNarrowSite(t)
  const list = '/api/home/article/list/news'
  const release = Promise.withResolvers<void>()
  site.origin.answer(list, async (...asked) => {
    await release.promise
    asked[1].setHeader('cache-control', 'no-store')
    await site.origin.pass(...asked)
  })
  const visitors = await Promise.all(Array.from({ length: 6 }, () => site.open('/news')))
  await until(() => site.origin.hits.some((hit) => hit.includes(list)))
  await site.leave(visitors)
  release.resolve()
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.equal((await site.get('/news')).statusCode, 200)
})

t.test('a visitor who leaves with pipelined requests holds no slot', async (t) => {
  const site = await createNarrowSite(t)
  const held = site.origin.hold('/api/home/about/info/contact')
  const visitor = await site.open(...Array.from({ length: 6 }, (_, at) => `/contact?topic=${at}`))
  await held.arrived
  t.equal(await site.value('site_renders_running'), 1, 'a connection has one request at a time')
  await site.leave([visitor])
  held.release()
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
})

t.test('pipelined requests get their responses in order', async (t) => {
  const site = await createNarrowSite(t)
  const visitor = await site.open('/news', '/livez', '/product')
  let received = ''
  visitor.on('data', (chunk) => {
    received += String(chunk)
  })
  await until(() => received.split('</html>').length === 3)
  t.match(received, /HTTP\/1\.1 200[\s\S]*\/news[\s\S]*<\/html>[\s\S]*"status":"ok"[\s\S]*\/product/)
  visitor.destroy()
})

t.test('a visitor who does not read a page for one visitor holds no slot after it is rendered', async (t) => {
  const site = await createNarrowSite(t, { mostRenders: 1 })
  site.origin.patch('/api/home/config/base', (data: { zh: object }) => ({
    ...data,
    zh: { ...data.zh, company: 'long '.repeat(1_400_000) },
  }))
  const request = get({
    port: site.port,
    path: '/contact?topic=sales',
    agent: false,
    headers: { 'user-agent': personAgent },
  })
  const [response] = await once(request, 'response')
  response.pause()
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.notOk(response.readableEnded)
  response.destroy()
})

t.test('a slot is released at its deadline, whatever becomes of its page', async (t) => {
  const site = await createNarrowSite(t, { renderSlotMs: 100, mostRenders: 1 })
  const held = site.origin.hold('/api/home/article/list/news')
  const stuck = site.get('/news')
  await held.arrived
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.ok(site.lines.some(({ level, msg }) => level === 40 && msg.startsWith('render slot released')))
  held.release()
  t.equal((await stuck).statusCode, 200)
  t.equal(await site.value('site_renders_running'), 0, 'it is released once')
})

t.test('/readyz warns while all slots are taken and none is released', async (t) => {
  let time = Date.now()
  const site = await createNarrowSite(t, { now: () => time })
  const ready = async () => JSON.parse((await site.get('/readyz')).body) as { warnings?: string[] }
  const held = site.origin.hold('/api/home/article/list')
  const first = site.get('/news?tag=a')
  await until(async () => (await site.value('site_renders_running')) === 1)
  time += 60_000
  t.strictSame(await ready(), { status: 'ok' }, 'a slot is free')
  const second = site.get('/news?tag=b')
  await until(async () => (await site.value('site_renders_running')) === 2)
  t.strictSame(await ready(), { status: 'ok' }, 'the last one has just been taken')
  time += 12_000
  const warnings = ['render slots full: all 2 are taken, and none has been released for 12 s']
  t.strictSame(await ready(), { status: 'ok', warnings })
  t.equal(await site.value('site_renders_stalled_seconds'), 12)
  held.release()
  await Promise.all([first, second])
  t.strictSame(await ready(), { status: 'ok' })
  t.equal(await site.value('site_renders_stalled_seconds'), 0)
})
