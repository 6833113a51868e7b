// Published vulnerabilities of React Router and Astro, applied to this server.
import t from 'tap'
import { ask } from '../helpers/ask.ts'
import { formsAt, post, typed } from '../helpers/form.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

// CVE-2026-40181: a redirect to a path that begins with two slashes is protocol-relative (open redirect); with a backslash
// too (CVE-2026-53669).
t.test('there is no open redirect', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const others = [
    ...words(String.raw`
      //evil.example //evil.example/ ///evil.example /\evil.example \\evil.example /%2f/evil.example
      //evil.example/.. /%5cevil.example /.//evil.example /EN//evil.example /en//evil.example //EN/news
      https://evil.example https:evil.example //evil.example/NEWS/
    `),
    ...['/\t/evil.example', '/ /evil.example'],
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
    const referred = await site.get('/language/en?to=/en/news', { referer: `https://evil.example${other}` })
    t.ok(isHere(String(referred.headers['location'])), `from ${other}`)
  }
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
t.test('percent-encoding a parameter does not bypass the rate limit', async (t) => {
  const site = await createSmallSite(t, { config: { addressRate: 1 }, now: () => Date.UTC(2026, 0, 1) })
  const statuses = []
  for (const search of ['keywords=a', '%6beywords=a', 'keyword%73=a', 'x=1&keywords=a'])
    statuses.push((await site.get(`/news?${search}`)).statusCode)
  t.strictSame(statuses, [200, 200, 429, 429])
})
