// Published vulnerabilities of Fastify, Next.js, React's server packages, React Router and Astro, applied to this server.
import t from 'tap'
import { ask } from '../helpers/ask.ts'
import { formsAt, post, typed } from '../helpers/form.ts'
import { steering } from '../helpers/poison.ts'
import { exchange, requestText, responsesIn } from '../helpers/raw.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

const token = 'a-secret-of-operators'

// CVE-2025-32442: another case or a space in Content-Type bypassed body validation; the first fix was incomplete.
// CVE-2026-25223: the same with a tab. CVE-2026-33806: the same with a leading space.
t.test('no spelling of Content-Type bypasses body validation', async (t) => {
  const site = await createSmallSite(t, { config: { addressRate: 0 } })
  const base = await site.listen()
  const types = [
    ...words('Application/JSON application/json,text/plain application/jsonx ;application/json'),
    ...['application/json\t;x', ' application/json', ''],
  ]
  const body = JSON.stringify({ ...typed, name: { evil: 1 } })
  for (const type of types)
    for (const path of ['/api/home/form/:name', '/contact']) {
      const headers = { 'content-type': type, accept: 'application/json' }
      const { status } = await ask(base, path, { method: 'POST', headers, body })
      t.ok([400, 415].includes(status), `${path} ${JSON.stringify(type)}: ${status}`)
    }
  t.strictSame(formsAt(site.origin), [])
})

// CVE-2026-3635: X-Forwarded-Proto and -Host were used although the connection was not from a trusted proxy, and with a
// number of hops (CVE-2026-16732) always. This server does not read them: the URL of the site is configured.
t.test('X-Forwarded-Proto and X-Forwarded-Host are ignored, even from a trusted proxy', async (t) => {
  for (const trustProxy of [[], ['127.0.0.1']]) {
    const site = await createSmallSite(t, { config: { trustProxy } })
    const forwarded = {
      'x-forwarded-proto': 'http',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-port': '81',
      forwarded: 'host=evil.example',
    }
    const switched = await site.get('/language/en?to=/en/news', forwarded)
    t.match(switched.headers, { 'set-cookie': 'Secure', location: '/en/news' })
    for (const url of ['/en', '/en/sitemap.xml', '/robots.txt', '/en/none', '/EN/news']) {
      const plain = await site.get(url)
      const { headers, body } = await site.get(url, { ...forwarded, host: 'evil.example' })
      t.notMatch(body, 'evil.example', url)
      t.match(headers['strict-transport-security'], 'max-age')
      t.equal(headers['location'], plain.headers['location'])
    }
    const posted = await post(site, '/en/contact', typed, { ...forwarded, origin: 'http://evil.example' })
    t.equal(posted.statusCode, 403, 'and a forwarded host makes no other site this one')
  }
})

// CVE-2025-29927: an internal header of the framework disabled its middleware for any client that sent it.
t.test(
  'no header bypasses the operators’ secret, a redirect or a limit, or changes the method or path',
  async (t) => {
    const site = await createSmallSite(t, { config: { opsToken: token, addressRate: 1 } })
    for (const [name, value] of Object.entries(steering)) {
      const headers = { [name]: value, 'content-type': 'application/json' }
      const purge = await site.get('/ops/purge', headers, { method: 'POST', payload: '{"all":true}' })
      t.ok([401, 429].includes(purge.statusCode), name)
      t.equal((await site.get('/NEWS', { [name]: value })).statusCode, 308, name)
      t.equal((await site.get('/news/none', { [name]: value })).statusCode, 404, name)
    }
    const plain = await site.get('/livez')
    for (const name of words('x-method-override x-original-url x-forwarded-uri'))
      t.equal(
        (await site.get('/livez', { [name]: name.includes('method') ? 'DELETE' : '/metrics' })).body,
        plain.body,
      )
    const statuses: number[] = []
    // CVE-2025-64765: the limit compared the encoded name of a parameter.
    for (const query of ['keywords=a', '%6beywords=b', 'keyword%73=c', 'x=1&keywords=d'])
      statuses.push((await site.get(`/news?${query}`, steering)).statusCode)
    t.match(statuses, [200, Number, 429, 429])
  },
)

// CVE-2026-44578: an upgrade with an absolute target made the server request that target (SSRF).
t.test('an upgrade request is not forwarded', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const inside = new URL(site.origin.url).host
  const targets = [`http://${inside}/api/home/about/1`, `//${inside}/api/home/about/1`, inside, '/livez']
  for (const target of targets)
    for (const protocol of ['websocket', 'h2c']) {
      const text = requestText(`GET ${target} HTTP/1.1`, [`Upgrade: ${protocol}`, 'Connection: Upgrade'])
      const [response] = responsesIn(await exchange(base, text))
      t.ok([200, 400, 404].includes(response?.status ?? 0), `${target}: ${response?.status}`)
      t.equal(response?.status === 200, target === '/livez')
      t.notMatch(response?.head, 'upgrade:')
    }
  t.notOk(site.origin.hits.some((hit) => hit.includes('about')))
})
