// The line of each request, and what it never holds.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'

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
  t.match(cold, { reqId: /^[0-9a-f-]{36}$/, ms: Number })
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

t.test('of files that were found one in a hundred has a line; those that were not have all', async (t) => {
  const site = await createSmallSite(t)
  for (let count = 0; count < 200; count++) await site.get(site.build.application)
  t.equal(linesOf(site).length, 2)
  t.match(linesOf(site)[0], { route: 'asset', oneIn: 100 })
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
