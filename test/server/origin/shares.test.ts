// No client and no call takes all connections to the origin from the others.
import { setImmediate as nextTurn } from 'node:timers/promises'
import t, { type Test } from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const one = '198.51.100.1'
const other = '198.51.100.2'

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

t.test('what waits is called as soon as there is room, the client with the fewest calls first', async (t) => {
  const site = await createSmallSite(t, { connections: 4 })
  const held: { path: string; release: () => void }[] = []
  site.origin.answer('/api/home/article/detail', ({ url = '' }, response) => {
    held.push({ path: url.split(/[/?]/).at(-2) ?? '', release: () => void response.writeHead(404).end() })
  })
  const get = async (path: string, address: string) =>
    (await site.get(`/api/home/article/detail/${path}?lang=zh`, {}, { remoteAddress: address })).statusCode
  const untilHeld = async (count: number) => {
    while (held.length < count) await nextTurn()
  }
  const heldPaths = () => held.map(({ path }) => path)
  const calls = ['11', '12', '13'].map((path) => get(path, one))
  await untilHeld(1)
  const others = ['21', '22'].map((path) => get(path, other))
  await untilHeld(2)
  t.strictSame(heldPaths(), ['11', '21'])
  held[0]?.release()
  t.equal(await calls[0], 404)
  await untilHeld(3)
  t.strictSame(heldPaths(), ['11', '21', '12'])
  for (let next = 1; next < 5; next++) {
    await untilHeld(next + 1)
    held[next]?.release()
  }
  t.strictSame(await Promise.all([...calls, ...others]), [404, 404, 404, 404, 404])
})
