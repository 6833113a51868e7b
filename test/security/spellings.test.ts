// Spellings of addresses that another program could read differently: none reaches the upstream, a page, a payload or a file.
import t from 'tap'
import { ask } from '../helpers/ask.ts'
import { createSmallSite } from '../helpers/small-site.ts'
import { words } from '../helpers/words.ts'

const site = await createSmallSite(t)
const base = await site.listen()
const { id } = site.build
const script = site.build.application.slice('/assets/'.length)
const json = { headers: { accept: 'application/json' } }
/** Calls for an error page. */
const pageCalls = /^POST \/api\/home\/(?:config\/base|route\/tree)$/
const sent = () => site.origin.hits.filter((hit) => !pageCalls.test(hit))

/** After `/api/home/` and `/media/`: a few of each class. */
const tricks = [
  ...words(String.raw`
    .. ./x a/../x %2e%2e/x a/%2e/b ..;/x a%2Fb a%5cb a\b \\evil.example a%00 a%0d%0aHost:x a//b a/ //evil.example
    % %zz %C0%AE%C0%AE/x %252e%252e a%252fb x?a=% x?%00=a x?a=%C0%AE x?a=%ED%A0%80
  `),
  '',
]
const plain = words(
  'a/:name a;b a..b ... a%20b %E6%B0%B4 100%25 a%3Fb x?a=../..&b=%2f x?a=%E6%B0%B4&b=+ x?..;/',
)

// CVE-2026-44373: a proxy checked its scope before decoding; its fix decoded once where the upstream decodes twice.
t.test('a plain path goes on as it is written, and the upstream never sees a trick', async (t) => {
  for (const path of plain) await ask(base, `/api/home/${path}`, { method: 'DELETE' })
  t.strictSame(
    site.origin.hits.splice(0),
    plain.map((path) => `DELETE /api/home/${path}`),
  )
  for (const path of tricks.flatMap((trick) => [`/api/home/${trick}`, `/media/${trick}`])) {
    const { status } = await ask(base, path, json)
    t.ok([400, 404].includes(status), `${path}: ${status}`)
  }
  t.strictSame(sent(), [])
})

t.test('no spelling of a path of the contract takes another method to the upstream', async (t) => {
  const spellings = words(`
    /api/home/%63onfig/base?a=b /api/home/config/base/ /api/home/config//base /api//home/config/base
    /api/home/CONFIG/base /api/home/./config/base /api/home/config%2fbase /API/home/config/base
  `)
  for (const path of spellings)
    t.ok([400, 404, 405].includes((await ask(base, path, { method: 'PUT', body: '{}' })).status), path)
  for (const path of ['/api/home/Form/contact', '/api/home/%66orm/contact'])
    t.equal((await site.get(path, {}, { method: 'POST', payload: { name: 'a' } })).statusCode, 404, path)
  t.strictSame(sent(), [])
})

const others: Record<string, string[]> = {
  // CVE-2025-64765: the guard compared the encoded path, the handler the decoded one.
  'of the addresses of operators and programs': words(`
    /%6detrics /%256detrics /livez/ //livez /livez;x /livez%00 /LIVEZ /livez%2f /robots%2etxt
    /builds%2flatest.json /%6canguage/en /%6fps/purge /api/homework/x /api/home/../../livez
  `),
  // CVE-2026-6414, CVE-2026-15074: encoded separators and dot segments gave access to files behind guarded routes.
  'of a file': words(`
    /assets/%2e/${script} /assets//${script} /assets/x%2f..%2f${script} /assets%2f${script} /assets/${script}/
    /assets/${script}%00.css /ASSETS/${script} /%61ssets/${script} /assets/../manifest.json
    /assets/..%5cmanifest.json /assets/%252e%252e/manifest.json /server/main.js /assets/ /favicon.svg%20
  `),
  'of a payload': words(String.raw`
    /NEWS/_payload.json /news//_payload.json //_payload.json /%6eews/_payload.json /news/_PAYLOAD.JSON
    /news/%5Fpayload.json /news/_payload.json/ /news/_payload.json/news /news/_payload.json;x /news/x_payload.json
    /news%2F_payload.json /news\_payload.json /news/_payload.json%00
  `).map((path) => `${path}?${id}`),
  'of a page with the suffix of a file (cache deception)': words(`
    /news/1/x.css /news/1%2f..%2fa.js /news/1.css /contact;x.css /news/1%23.css /contact%00.css
    /assets/..%2fcontact /media/..%2fcontact
  `),
}
for (const [name, paths] of Object.entries(others))
  t.test(`another spelling ${name} is 400 or 404, and no cache stores it`, async (t) => {
    for (const path of paths) {
      const { status, headers, body } = await ask(base, path)
      t.ok([400, 404].includes(status), `${path}: ${status}`)
      t.match(headers, { 'cache-control': 'no-store', location: undefined }, path)
      t.notMatch(body, /data-page=|"data":\{|"preloads"/, path)
    }
  })

t.test('a sign that looks like a payload is a page, and a payload has GET and HEAD alone', async (t) => {
  const article = { id: 1, category: 'news', title: 'Looks like one', body: '' }
  site.origin.json('/api/home/article/info/_payload.json', { success: true, data: article })
  const { status, headers } = await ask(base, `/detail__payload.json?${id}`)
  t.strictSame([status, headers['content-type']], [200, 'text/html; charset=utf-8'])
  for (const method of ['POST', 'PUT'])
    t.ok([404, 405].includes((await ask(base, `/news/_payload.json?${id}`, { method })).status), method)
})

// CVE-2026-40181: a redirect to a path that begins with two slashes is protocol-relative; with a backslash too
// (CVE-2026-53669).
t.test(
  'a page redirects to its canonical spelling, and nothing to another host (open redirect)',
  async (t) => {
    t.match(await ask(base, '/%6eews'), { status: 308, headers: { location: '/news' } })
    const paths = words(String.raw`
    //evil.example ///evil.example /\evil.example /%2f/evil.example /%5cevil.example /.//evil.example
    /EN//evil.example https://evil.example //evil.example/NEWS/
  `)
    const isHere = (location: string) =>
      /^\/(?![/\\])/.test(location) && new URL(location, base).origin === base
    for (const path of [...paths, '/\t/evil.example']) {
      const written = encodeURI(path)
        .replaceAll('%25', '%')
        .replace(/^(?!\/)/, '/')
      const { status, headers } = await ask(base, written)
      t.ok(headers.location === undefined ? status >= 400 : isHere(headers.location), path)
      const referred = await site.get('/language/en?to=/en/news', { referer: `https://evil.example${path}` })
      t.ok(isHere(String(referred.headers['location'])), `from ${path}`)
    }
  },
)
