// Trace context: the visitor's traceparent and tracestate reach the upstream with each request made for the visitor.
import t, { type Test } from 'tap'
import { islandUrl } from '../../../shared/island.ts'
import { createClock, hour } from '../../cache/helpers/clock.ts'
import { personAgent } from '../../helpers/site.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'

const traceOf = (id: number) => ({
  traceparent: `00-${'4bf92f3577b34da6a3ce929d0e0e4736'.slice(0, -1)}${id}-00f067aa0ba902b7-01`,
  tracestate: 'rojo=00f067aa0ba902b7,congo=t61rcWkgMzE',
})
const trace = traceOf(6)
type Headers = Record<string, string>

/** A site over HTTP. `sent`: the trace fields of each request that the upstream received since the last call. */
async function createWorld(t: Test) {
  const clock = createClock()
  const site = await createSmallSite(t, { now: clock.now })
  const base = await site.listen()
  const get = async (path: string, headers: Headers = trace, init: RequestInit = {}) => {
    const common = { 'user-agent': personAgent, accept: 'text/html', 'accept-language': 'en' }
    const response = await fetch(base + path, {
      redirect: 'manual',
      ...init,
      headers: { ...common, ...headers },
    })
    await response.arrayBuffer()
    return response
  }
  const sent = () => site.origin.requests.splice(0).map(({ path, headers }) => fieldsOf(path, headers))
  return { ...site, clock, get, sent }
}

function fieldsOf(path: string, { traceparent, tracestate }: Record<string, string | string[] | undefined>) {
  return { path, ...(traceparent && { traceparent }), ...(tracestate && { tracestate }) }
}

const json = { 'content-type': 'application/json' }
const props = { locale: 'en', model: 'news', id: 1, limit: 3 } as const
const list = '/api/home/article/list/news?lang=en'

t.test('documents, payloads, islands, calls and media carry them unchanged', async (t) => {
  const { get, sent, clock, build } = await createWorld(t)
  const cases: [path: string, init?: RequestInit, headers?: Headers][] = [
    ['/en/news/1'],
    ['/en/search?keywords=meter'],
    [`/en/product/_payload.json?${build.id}`],
    [islandUrl({ name: 'RecommendedArticles', props }, build.id)],
    ['/en/contact'],
    ['/en/contact', { method: 'POST', body: new URLSearchParams({ name: '' }) }],
    [list],
    ['/api/home/config/base', { method: 'POST', body: '{"lang":"en"}' }, json],
    ['/api/home/other', { method: 'PUT', body: '{}' }, json],
    ['/media/files/sheet.txt'],
  ]
  for (const [path, init, headers] of cases) {
    // Longer than anything is stored.
    clock.advance(720 * hour)
    const { status } = await get(path, { ...headers, ...trace }, init)
    const requests = sent()
    t.ok(requests.length > 0, `${path} ${status}`)
    for (const request of requests) t.strictSame(request, { path: request.path, ...trace }, path)
  }
})

t.test('a stored response serves every trace; its refresh carries that of who started it', async (t) => {
  const { get, sent, clock } = await createWorld(t)
  await get(list, traceOf(1))
  t.match((await get(list, traceOf(2))).headers.get('cache-status'), 'hit')
  t.strictSame(sent(), [{ path: list, ...traceOf(1) }])
  clock.advance(3 * hour)
  await get(list, traceOf(3))
  let refreshes: object[] = []
  await until(() => {
    refreshes = [...refreshes, ...sent()]
    return refreshes.length > 0
  })
  t.strictSame(refreshes, [{ path: list, ...traceOf(3) }])
})

t.test('nothing is invented, and no other form is passed on or returned', async (t) => {
  const { traceparent, tracestate } = trace
  const world = await createWorld(t)
  const sentFor = async (headers: Headers) => {
    const response = await world.get('/api/home/other', headers, { method: 'DELETE' })
    for (const name of ['traceparent', 'tracestate', 'traceresponse'])
      t.equal(response.headers.get(name), null)
    return world.sent()
  }
  const path = '/api/home/other'
  for (const wrong of ['x', traceparent.toUpperCase(), `${traceparent}-x`, `${traceparent}, ${traceparent}`])
    t.strictSame(await sentFor({ traceparent: wrong, tracestate }), [{ path }], wrong)
  t.strictSame(await sentFor({ tracestate }), [{ path }], 'a state belongs to a parent')
  for (const wrong of ['a='.padEnd(513, 'b'), 'a=é'])
    t.strictSame(await sentFor({ traceparent, tracestate: wrong }), [{ path, traceparent }], wrong)
  await world.get('/en/news/1', {})
  for (const request of world.sent()) t.strictSame(Object.keys(request), ['path'])
})
