// An API_BASE that leads back to the site is found by Via (RFC 9110 §7.6.3), and no other chain of servers is taken for one.
import t from 'tap'
import { freePort } from '../../helpers/free-port.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { until } from '../../helpers/until.ts'
import { runProgram, startProgram } from '../commands/process.ts'

const problem = 'API_BASE leads back to this site'
const warning = `API_BASE loop: ${problem}`
const listPath = '/api/home/article/list/news?lang=zh&page=1'

type Loop = { name: string; bases: (ports: number[]) => string[] }
const urlOf = (port: number | undefined) => `http://127.0.0.1:${port}`

/** `bases`: the API_BASE of each server. */
const loops: Loop[] = [
  { name: 'itself', bases: ([port]) => [urlOf(port)] },
  { name: 'itself through another site', bases: ([one, other]) => [urlOf(other), urlOf(one)] },
]

for (const { name, bases } of loops)
  t.test(`the upstream of a site is ${name}: one request, named in the log and at /readyz`, async (t) => {
    const ports = [await freePort(), await freePort()]
    const servers = await Promise.all(
      bases(ports).map((API_BASE, index) => {
        const env = { PORT: String(ports[index]), API_BASE, SITE_URL: `http://site-${index}.example` }
        return startProgram(t, env, { isUp: () => true })
      }),
    )
    for (const { url, lines } of servers) {
      const readyz = async () => (await fetch(`${url}/readyz`)).json()
      // One that no flight of the other server waits for.
      await fetch(`${url}/api/home/other?${url}`)
      await until(async () => (await readyz()).warnings?.includes(warning), { what: problem })
      const named = lines.filter(({ msg }) => msg === 'request rejected: loop')
      t.match(named, [{ level: 40, problem }])
      t.equal(named.length, 1)
      // Two sites may wait for each other until a timeout.
      if (servers.length > 1) continue
      await until(async () => (await readyz()).status === 'upstream-unavailable')
      t.equal((await readyz()).reasons[0], 'siteConfig: status 508: a loop, see API_BASE')
      const before = lines.length
      const { status } = await fetch(`${url}/zh/news`, { headers: { accept: 'text/html' } })
      t.equal(status, 502)
      t.ok(lines.length - before < 60, 'no flood of requests')
    }
  })

t.test(
  'every request to the upstream has the name of the site in Via, after the names that came',
  async (t) => {
    const site = await createSmallSite(t, { warm: true })
    await site.listen()
    await until(async () => (await site.get('/readyz')).statusCode === 200)
    const warmUp = site.origin.requests.length
    const via =
      '1.0 fred, HTTP/1.1 p.example.net:8080 (Apache/1.1 (x)), 1.1 [2001:db8::1], 1.1 <script>, 1.1 a"b, x, ,' +
      ` 1.1 ${'x'.repeat(200)}, 2 cdn_1`
    const passed = '1.0 fred, 1.1 [2001:db8::1], 2 cdn_1'
    await site.get(listPath, { via })
    await site.get('/api/home/other', { via })
    await site.get('/media/images/none.svg', { via })
    await site.get('/news/1', { via })
    await site.get('/api/home/about/1?lang=en', { via: '1.1 x, '.repeat(500) })
    await site.app.inject({ method: 'POST', url: '/api/home/form/x', headers: { via }, payload: { a: 'b' } })
    const seen = site.origin.requests.map(({ headers }) => String(headers['via']))
    const [name = ''] = seen
    t.match(name, /^1\.1 site-[0-9a-f]{16}$/)
    t.strictSame([...new Set(seen.slice(0, warmUp))], [name])
    const after = new Set(seen.slice(warmUp))
    // A message is delivered from the outbox, for no request.
    t.strictSame([...after].sort(), [`${passed}, ${name}`, name, `${'1.1 x, '.repeat(20)}${name}`].sort())
    t.ok(site.origin.requests.some(({ path }) => path === '/api/home/form/x'))
    const other = await createSmallSite(t, { config: { siteUrl: 'https://other.example' } })
    await other.get(listPath)
    t.not(other.origin.requests[0]?.headers['via'], name, 'another site has another name')
  },
)

t.test('a request that comes back is 508, with no request to the upstream', async (t) => {
  let time = Date.now()
  const site = await createSmallSite(t, { now: () => time })
  await site.get('/api/home/other')
  const via = String(site.origin.requests[0]?.headers['via'])
  const { length } = site.origin.hits
  for (const value of [
    via,
    `1.0 fred, ${via.toUpperCase()} (comment), 1.1 nginx`,
    via.replace('1.1', 'HTTP/2'),
  ]) {
    const call = await site.get(listPath, { via: value })
    t.equal(call.statusCode, 508)
    t.match(call.headers, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    t.match(call.json(), { success: false, data: null, message: 'Loop Detected' })
    for (const url of ['/en/news', '/nothing', '/media/x.svg', '/en/api/home/menu', '/'])
      t.match(await site.get(url, { via: value }), { statusCode: 508, body: '508 Loop Detected\n' }, url)
  }
  t.equal(site.origin.hits.length, length)
  const named = () => site.lines.filter(({ msg }) => msg === 'request rejected: loop').length
  t.equal(named(), 1, 'once a minute')
  t.strictSame((await site.get('/readyz')).json(), { status: 'ok', warnings: [warning] })
  time += 60_000
  await site.get('/news', { via })
  t.equal(named(), 2)
  time += 600_000
  t.strictSame((await site.get('/readyz')).json(), { status: 'ok' }, 'the cause is gone')
  t.equal((await site.get(listPath, { via: '1.1 site, 1.1 site-0123456789abcdef' })).statusCode, 200)
})

t.test('check-api names a content API that is the site itself', async (t) => {
  const back = await createSmallSite(t)
  const env = { API_BASE: await back.listen(), SITE_URL: back.config.siteUrl }
  const { code, out } = await runProgram(['check-api'], env)
  t.equal(code, 1)
  t.match(out, /508[\s\S]*\nAPI_BASE loop: set API_BASE /)
  t.equal(back.origin.hits.length, 0)
})
