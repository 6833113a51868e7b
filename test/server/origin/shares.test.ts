// No client and no call takes all connections to the origin from the others.
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createUpstream } from '../../../server/origin/upstream.ts'
import { silent } from '../../helpers/log.ts'
import { createTestOrigin } from '../../helpers/origin.ts'
import { createSmallSite, smallFolder } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { outcomeOf } from '../../helpers/upstream.ts'

type Options = { connections: number; maxWaiting?: number; timeoutMs?: number }

/** An origin whose articles from 100 on hang until they are released, in the order of their arrival. */
async function createWorld(t: Test, { maxWaiting, ...options }: Options) {
  const origin = await createTestOrigin(t, { folder: smallFolder })
  const visitor: { network: string | undefined } = { network: undefined }
  const refusals: string[] = []
  const upstream = createUpstream({
    base: origin.url,
    log: silent,
    timeoutMs: 60_000,
    telemetry: { client: () => visitor.network, onOverload: () => refusals.push('overload') },
    limits: maxWaiting === undefined ? {} : { maxWaiting },
    ...options,
  })
  t.teardown(() => upstream.close())
  const held: { path: string; release: () => void }[] = []
  const hold = (path: string) =>
    origin.answer(path, ({ url = '' }, response) => {
      held.push({ path: url, release: () => void response.end('{"success":true,"data":{}}') })
    })
  hold('/api/home/article/detail/1')
  hold('/api/home/manual')
  const get = (path: string, client?: string): Promise<number | string> => {
    visitor.network = client
    return outcomeOf(upstream.send({ method: 'GET', path: `/api/home/${path}`, headers: {} }))
  }
  const heldPaths = () => held.map(({ path }) => path.split('/').at(-1))
  const untilHeld = async (count: number) => {
    while (held.length < count) await nextTurn()
  }
  return { origin, get, held, heldPaths, untilHeld, refusals }
}

const one = '198.51.100.1'
const other = '198.51.100.2'

t.test('80 hanging calls of one client occupy a quarter of the connections', async (t) => {
  const { get, held, untilHeld } = await createWorld(t, { connections: 64, maxWaiting: 100 })
  for (let id = 100; id < 180; id++) void get(`article/detail/${id}`, one)
  await untilHeld(16)
  t.equal(await get('article/detail/2', other), 200)
  t.equal(await get('article/list/news', other), 200)
  t.equal(held.length, 16)
})

t.test('hanging calls of visitors that cannot be told apart leave half of the connections', async (t) => {
  const { get, held, untilHeld } = await createWorld(t, { connections: 8, maxWaiting: 100 })
  for (let id = 100; id < 180; id++) void get(`article/detail/${id}`)
  await untilHeld(4)
  t.equal(await get('article/list/news'), 200)
  t.equal(held.length, 4)
})

t.test('what waits is called as soon as there is room, the client with the fewest calls first', async (t) => {
  const { get, held, heldPaths, untilHeld } = await createWorld(t, { connections: 4 })
  const calls = [100, 101, 102].map((id) => get(`article/detail/${id}`, one))
  await untilHeld(1)
  const manuals = [1, 2].map((id) => get(`manual/${id}`, other))
  await untilHeld(2)
  t.strictSame(heldPaths(), ['100', '1'])
  held[0]?.release()
  t.equal(await calls[0], 200)
  await untilHeld(3)
  t.strictSame(heldPaths(), ['100', '1', '101'])
  for (let next = 1; next < 5; next++) {
    await untilHeld(next + 1)
    held[next]?.release()
  }
  t.strictSame(await Promise.all([...calls, ...manuals]), [200, 200, 200, 200, 200])
})

t.test('too many waiting calls of one client are rejected; other clients are not affected', async (t) => {
  const { get, untilHeld, refusals } = await createWorld(t, { connections: 8, maxWaiting: 3 })
  for (let id = 100; id < 105; id++) void get(`article/detail/${id}`, one)
  await untilHeld(2)
  t.equal(await get('article/detail/199', one), 'overload')
  t.equal(refusals.length, 1)
  t.equal(await get('article/detail/2', other), 200)
})

t.test('a call that waits until its deadline was not the origin’s failure', async (t) => {
  const { get, origin } = await createWorld(t, { connections: 1, timeoutMs: 200 })
  const [first, second] = [get('article/detail/100', one), get('article/detail/101', one)]
  t.equal(await first, 'timeout')
  t.match(await second, /^(?:overload|timeout)$/)
  t.equal(origin.hits[0], 'GET /api/home/article/detail/100')
})

type Visitor = { headers?: Record<string, string>; remoteAddress: string }

/** A site with `count` calls that hang, from visitors by number, of which the origin has `held`. */
async function createBusySite(
  t: Test,
  visitor: (id: number) => Visitor,
  options = {},
  count = 80,
  held = 16,
) {
  const site = await createSmallSite(t, options)
  const path = '/api/home/article/detail/9'
  site.origin.answer(path, () => {})
  const get = (url: string, { headers = {}, remoteAddress }: Visitor) =>
    site.get(url, headers, { remoteAddress })
  for (let id = 0; id < count; id++) get(`${path}${id}?lang=zh`, visitor(id)).catch(() => {})
  const hanging = () => site.origin.hits.filter((hit) => hit.includes(path)).length
  while (hanging() < held) await nextTurn()
  return { get, hanging }
}
const from = (remoteAddress: string) => ({ remoteAddress })

t.test('80 hanging calls of one visitor do not delay the next visitor’s page', async (t) => {
  const { get, hanging } = await createBusySite(t, () => from(one))
  for (const url of ['/news/1', '/product', '/en/about'])
    t.equal((await get(url, from(other))).statusCode, 200, url)
  t.equal(hanging(), 16)
})

t.test('addresses of one IPv6 network are one visitor', async (t) => {
  const { get, hanging } = await createBusySite(t, (id) => from(`2001:db8:0:1::${id}`))
  t.equal((await get('/news/1', from('2001:db8:0:2::1'))).statusCode, 200)
  t.equal(hanging(), 16)
})

t.test('an address that always gets 500 takes no other page with it', async (t) => {
  let time = Date.now()
  const site = await createSmallSite(t, { now: () => time })
  site.origin.json('/api/home/article/detail/11', {}, 500)
  for (let asked = 0; asked < 60; asked++) {
    t.equal((await site.get('/product/11')).statusCode, 502)
    // Longer than a failure is remembered.
    time += 3000
  }
  for (const url of ['/product/13', '/news/1', '/service', '/about'])
    t.equal((await site.get(url)).statusCode, 200, url)
})

t.test('a rejection for one client is not in the negative cache for others', async (t) => {
  const { get } = await createBusySite(t, () => from(one), { connections: 4, maxWaiting: 1 }, 2, 1)
  const url = '/api/home/about/1?lang=zh'
  const refused = await get(url, from(one))
  t.match(refused, { statusCode: 503, headers: { 'cache-control': 'no-store' } })
  t.equal(refused.json().success, false)
  t.equal((await get(url, from(other))).statusCode, 200)
})

t.test('behind a trusted proxy the visitor counts, and not the proxy', async (t) => {
  const visitor = (address: string) => ({ ...from('192.0.2.1'), headers: { 'x-forwarded-for': address } })
  const config = { trustProxy: ['192.0.2.1'] }
  const { get, hanging } = await createBusySite(t, (id) => visitor(`${one}:${40_000 + id}`), { config })
  t.equal((await get('/news/1', visitor(other))).statusCode, 200)
  t.equal(hanging(), 16)
})

t.test('the visitor’s network is part of no cache key and of no log line', async (t) => {
  const site = await createSmallSite(t, { config: { logAddresses: 'off' } })
  t.match((await site.get('/news/1', {}, { remoteAddress: one })).headers['cache-status'], /fwd=uri-miss/)
  await until(() => site.origin.hits.some((hit) => hit.endsWith('/detail/1?lang=en')))
  const { length } = site.origin.hits
  t.match((await site.get('/news/1', {}, { remoteAddress: other })).headers['cache-status'], /hit/)
  t.equal(site.origin.hits.length, length)
  t.notMatch(JSON.stringify(site.lines), '198.51.100')
  t.notMatch(JSON.stringify(site.origin.requests), '198.51.100')
})
