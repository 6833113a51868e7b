// The line of each request, what it never holds, and the trace it belongs to.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
const parent = `00-${traceId}-00f067aa0ba902b7-01`
type Site = Awaited<ReturnType<typeof createSmallSite>>
const linesOf = ({ lines }: Site) => lines.filter(({ msg }) => msg === 'request')

t.test('a request has one line, with its kind, its outcome, its time and its address', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/news')
  await site.get('/news')
  await site.get('/api/home/article/list/news?lang=zh&page=1')
  await site.get('/nothing/here/at/all')
  const [cold, warm, call, missing] = linesOf(site)
  t.match(cold, {
    route: 'page',
    method: 'GET',
    url: '/news',
    status: 200,
    cache: 'miss',
    ip: '127.0.0.0/24',
  })
  t.match(cold, { reqId: /^[0-9a-f-]{36}$/, trace: /^[0-9a-f]{32}$/, ms: Number })
  t.match(warm, { cache: 'hit' })
  t.match(call, { route: 'api', cache: /hit|miss/ })
  t.match(missing, { status: 404, cache: 'none' })
  t.equal(linesOf(site).length, 4)
  t.match((await site.get('/metrics')).body, 'site_http_request_seconds_count{route="page",status="2xx"} 2\n')
})

t.test('what visitors write into an address is not in it', async (t) => {
  const site = await createSmallSite(t)
  await site.get('/news?page=2&keywords=Anna+Karenina&email=a%40b.example&sent')
  t.match(linesOf(site)[0], { url: '/news?page=2&keywords=*&email=*&sent' })
  await site.get(`/news/${'x'.repeat(2000)}`)
  t.ok(String(linesOf(site)[1]?.['url']).length < 600)
})

t.test('an address can be shortened or left out', async (t) => {
  const network = await createSmallSite(t, { config: { logAddresses: 'network' } })
  await network.get('/news')
  t.equal(linesOf(network)[0]?.['ip'], '127.0.0.0/24')
  const off = await createSmallSite(t, { config: { logAddresses: 'off' } })
  await off.get('/news')
  t.notOk('ip' in (linesOf(off)[0] ?? {}))
})

t.test('of files that were found one in so many has a line; those that were not have all', async (t) => {
  const site = await createSmallSite(t, { config: { logAssetsOneIn: 10 } })
  for (let count = 0; count < 20; count++) await site.get(site.build.application)
  t.equal(linesOf(site).length, 2)
  t.match(linesOf(site)[0], { route: 'asset', oneIn: 10 })
  for (let count = 0; count < 3; count++) await site.get('/assets/none.js')
  t.equal(linesOf(site).length, 5)
})

t.test('a visitor who leaves has a line as well, and is counted', async (t) => {
  const site = await createSmallSite(t)
  const held = site.origin.hold('/api/home/echo')
  const base = await site.listen()
  const leaving = new AbortController()
  const answer = fetch(`${base}/api/home/echo`, { method: 'DELETE', signal: leaving.signal }).catch(
    () => 'left',
  )
  await held.arrived
  leaving.abort()
  t.equal(await answer, 'left')
  while (linesOf(site).length === 0) await new Promise(setImmediate)
  held.release()
  t.match(linesOf(site)[0], { route: 'api', aborted: true })
  t.match((await site.get('/metrics')).body, 'site_http_aborts_total{route="api"} 1')
})

t.test('a trace goes on to the origin, into the log and back; a page takes its calls along', async (t) => {
  const site = await createSmallSite(t)
  const { headers } = await site.get('/news', { traceparent: parent, tracestate: 'a=1' })
  t.match(headers['traceresponse'], new RegExp(`^00-${traceId}-(?!00f067aa0ba902b7)[0-9a-f]{16}-01$`))
  t.equal(linesOf(site)[0]?.['trace'], traceId)
  t.ok(site.origin.requests.length > 2)
  for (const { headers, path } of site.origin.requests) {
    t.match(headers['traceparent'], new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`), path)
    t.equal(headers['tracestate'], 'a=1')
  }
  const spans = site.origin.requests.map(({ headers }) => headers['traceparent'])
  t.equal(new Set(spans).size, spans.length, 'each call is a span of its own')
})

t.test('where OpenTelemetry is loaded, the headers of the trace are its own', async (t) => {
  const site = await createSmallSite(t)
  const key = Symbol.for('opentelemetry.js.api.1')
  t.teardown(() => Reflect.deleteProperty(globalThis, key))
  Reflect.set(globalThis, key, {})
  await site.get('/api/home/echo', { traceparent: parent }, { method: 'DELETE' })
  t.notOk('traceparent' in (site.origin.requests[0]?.headers ?? {}))
})

t.test('a trace begins here where none came, or none that is valid', async (t) => {
  const site = await createSmallSite(t)
  for (const traceparent of [
    '',
    'x',
    `${parent}-x`,
    `ff${parent.slice(2)}`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
  ]) {
    site.origin.requests.length = 0
    const { headers } = await site.get(`/api/home/echo?${traceparent.length}`, { traceparent })
    t.notOk('traceresponse' in headers, traceparent)
    const sent = String(site.origin.requests[0]?.headers['traceparent'])
    t.match(sent, /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/)
    t.notMatch(sent, traceId)
  }
})
