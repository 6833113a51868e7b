// Slots for rendering: visitors who leave, who read slowly or whose page never ends do not keep them from other pages.
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import t, { type Test } from 'tap'
import { metricOf } from '../../helpers/ops.ts'
import { requestText } from '../../helpers/raw.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

/** A site that renders two pages at a time, and shows what its operator sees. */
async function createNarrowSite(t: Test, options: Parameters<typeof createSmallSite>[1] = {}) {
  const site = await createSmallSite(t, { mostRenders: 2, ...options })
  const { port } = new URL(await site.listen())
  const value = (name: string) => metricOf(site, name)
  const open = async (url: string): Promise<Socket> => {
    const socket = connect(Number(port), '127.0.0.1')
    await once(socket, 'connect')
    socket.write(requestText(`GET ${url} HTTP/1.1`, ['Accept: text/html']))
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
})

t.test('a visitor who does not read a page for one visitor holds no slot after it is rendered', async (t) => {
  const site = await createNarrowSite(t, { mostRenders: 1 })
  site.origin.patch('/api/home/config/base', (data: { zh: object }) => ({
    ...data,
    zh: { ...data.zh, company: 'long '.repeat(1_400_000) },
  }))
  const headers = { 'user-agent': personAgent }
  const request = get({ port: site.port, path: '/contact?topic=sales', agent: false, headers })
  const [response] = await once(request, 'response')
  response.pause()
  await until(async () => (await site.value('site_renders_running')) === 0)
  t.equal((await site.get('/product')).statusCode, 200)
  t.notOk(response.readableEnded)
  response.destroy()
})

t.test('a full render queue, of eight for each slot, gives 503; stored pages are served', async (t) => {
  const site = await createNarrowSite(t, { mostRenders: 1 })
  await site.get('/news')
  const held = site.origin.hold('/api/home/article/list/news')
  const pages = ['a', ...'12345678'].map((tag) => site.get(`/news?tag=${tag}`))
  await held.arrived
  await until(async () => (await site.value('site_renders_waiting')) === 8)
  const { length } = site.origin.hits
  const refused = await site.get('/news?tag=c')
  t.match(refused, { statusCode: 503, headers: { 'retry-after': '30', 'cache-control': 'no-store' } })
  t.match(refused.body, 'data-error-page="503"')
  t.equal(site.origin.hits.length, length, 'nothing was requested for it')
  const payload = await site.get(`/news/_payload.json?${site.build.id}&tag=e`)
  t.match(payload.json(), { error: true, statusCode: 503 })
  // For one visitor alone, and so never from the cache.
  t.equal((await site.get('/contact?topic=x')).statusCode, 503)
  t.equal((await site.get('/news')).statusCode, 200)
  t.equal(await site.value('site_renders_refused_total'), 3)
  const logged = site.lines.filter(({ level }) => level >= 40).map(({ msg }) => msg)
  t.strictSame(logged, ['page requests rejected: render queue full or too slow'], 'once')
  held.release()
  for (const { statusCode } of await Promise.all(pages)) t.equal(statusCode, 200)
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
