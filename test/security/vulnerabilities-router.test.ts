// Published vulnerabilities of React Router and Astro, applied to this server.
import t from 'tap'
import { ask } from '../helpers/ask.ts'
import { formsAt, post, typed } from '../helpers/form.ts'
import { expectUnpoisoned } from '../helpers/poison.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const otherHosts = [
  'evil.example',
  'evil.example:80/x',
  'evil.example:8080/admin?a=',
  '127.0.0.1:3000\\@evil.example',
]

// CVE-2025-31137: the port of Host and X-Forwarded-Host was concatenated into the URL, and could contain a path.
t.test('Host and X-Forwarded-Host are not part of any URL that is parsed or generated', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const plain = (await ask(base, '/fr')).body
  for (const host of otherHosts) {
    for (const name of [
      'x-forwarded-host',
      'x-forwarded-port',
      'x-forwarded-proto',
      'x-forwarded-prefix',
      'forwarded',
      'x-host',
    ]) {
      const { status, body } = await ask(base, '/fr', { headers: { [name]: host } })
      t.equal(status, 404)
      t.equal(body, plain, `${name}: ${host}`)
      t.equal((await ask(base, '/NEWS', { headers: { [name]: host } })).headers['location'], '/news')
    }
    const { status, headers } = await ask(base, '/NEWS', { headers: { host } })
    t.ok(status === 400 || headers['location'] === '/news', host)
  }
})

// CVE-2025-43864: a header turned a page into an empty shell, which was cached.
// CVE-2025-43865: a header replaced the data of a page, which was cached.
t.test('no header disables rendering or injects data', async (t) => {
  const values = ['yes', 'true', '1', '%7B%22data%22%3A%22evil%22%7D', '{"title":"evil"}']
  const names = [
    'x-react-router-spa-mode',
    'x-react-router-prerender-data',
    'x-remix-spa-mode',
    'x-prerender-data',
  ]
  const attack = names.flatMap((name, index) =>
    values.map((value, at) => {
      const next = `/en/news?page=${index * values.length + at + 2}`
      return [`${name}: ${value}`, { url: next, headers: { [name]: value }, next }] as const
    }),
  )
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

// CVE-2026-40181: a redirect to a path that begins with two slashes is protocol-relative (open redirect); with a backslash
// too (CVE-2026-53669).
t.test('there is no open redirect', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const others = [
    '//evil.example',
    '//evil.example/',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/%2f/evil.example',
    '//evil.example/..',
    '/%5cevil.example',
    '/.//evil.example',
    '/EN//evil.example',
    '/en//evil.example',
    '//EN/news',
    'https://evil.example',
    'https:evil.example',
    '/\t/evil.example',
    '/ /evil.example',
    '//evil.example/NEWS/',
  ]
  const isHere = (location: string) =>
    /^\/(?![/\\])/.test(location) && new URL(location, base).origin === base
  for (const other of others) {
    const { status, headers } = await ask(
      base,
      encodeURI(other)
        .replaceAll('%25', '%')
        .replace(/^(?!\/)/, '/'),
    )
    t.ok(headers.location === undefined ? status >= 400 : isHere(headers.location), other)
    const switched = await site.get(`/language/en?to=${encodeURIComponent(other)}`)
    t.ok(isHere(String(switched.headers['location'])), `to=${other}`)
    const referred = await site.get('/language/en?to=/en/news', { referer: `https://evil.example${other}` })
    t.ok(isHere(String(referred.headers['location'])), `from ${other}`)
  }
  site.origin.answer('/api/home/x', (_request, response) => {
    response.writeHead(302, { location: '//evil.example/x' }).end()
  })
  const proxied = await site.get('/api/home/x')
  t.equal(proxied.statusCode, 502)
  t.equal(proxied.headers['location'], undefined)
})

// CVE-2026-22030, and GHSA-84g9-w2xq-vcv6 and GHSA-qwww-vcr4-c8h2 after it: a cross-site form post was accepted, because
// only requests by fetch were checked (CSRF).
t.test('CSRF: a cross-site form post is rejected on every path', async (t) => {
  const site = await createSmallSite(t)
  const signs = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { origin: 'https://www.tinglan.example.evil.example' },
    { origin: '//x' },
    { origin: 'http://www.tinglan.example' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://www.tinglan.example' },
  ] as Record<string, string>[]
  for (const headers of signs) {
    t.equal((await post(site, '/en/contact', typed, headers)).statusCode, 403, JSON.stringify(headers))
    const call = { method: 'POST' as const, url: '/api/home/form/:name', payload: typed, headers }
    t.equal((await site.app.inject(call)).statusCode, 403, JSON.stringify(headers))
  }
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const { statusCode } = await site.app.inject({
      method,
      url: '/en/contact',
      payload: typed,
      headers: signs[0] ?? {},
    })
    t.ok([404, 405].includes(statusCode), method)
  }
  t.strictSame(formsAt(site.origin), [])
})

// CVE-2025-64765: the guard compared the encoded path, the handler the decoded one (and the fix decoded once).
t.test('percent-encoding a path does not bypass its guard or rate limit', async (t) => {
  const config = { opsToken: 'a-secret-of-operators', addressRate: 1 }
  const site = await createSmallSite(t, { config, now: () => Date.UTC(2026, 0, 1) })
  const payload = { all: true }
  const encoded = (text: string, times: number): string =>
    times === 0
      ? text
      : encoded(
          text.replace(/%|(?<=\/)[a-z]/g, (c) => `%${c.charCodeAt(0).toString(16)}`),
          times - 1,
        )
  for (const times of [1, 2, 3]) {
    for (const path of ['/ops/purge']) {
      const { statusCode } = await site.app.inject({ method: 'POST', url: encoded(path, times), payload })
      t.equal(statusCode, 404, encoded(path, times))
    }
    t.equal((await site.get(encoded('/metrics', times))).statusCode, 404)
  }
  const searches = ['keywords=a', '%6beywords=a', 'keyword%73=a', 'x=1&keywords=a', 'keywords=&keywords=a']
  const statuses = []
  for (const search of searches.slice(0, 4)) statuses.push((await site.get(`/news?${search}`)).statusCode)
  t.strictSame(statuses, [200, 200, 429, 429].slice(0, statuses.length))
})
