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

/** After `/api/home/` and `/media/`. */
const tricks = String.raw`
  . .. ./x ../x a/../x a/. %2e %2e%2e/x .%2e/x a/%2e/b ..;/x .;/x ..%3Ba/x a%2Fb ..%2fx a%5cb a\b ..\x
  \\evil.example a%00 a%0d%0aHost:x a%7f /x a//b a/ / //evil.example % %zz a%E0%A4%A %C0%AE%C0%AE/x %252e%252e
  %252E%252e/x a%252fb a%2500 %25252e/x x?a=% x?%00=a x?a=%C0%AE x?a=%ED%A0%80 x?a=%FF
`
  .trim()
  .split(/\s+/)
  .concat('')
const plain = words(
  'a a/:name a;b a..b ... a%20b %E6%B0%B4 100%25 a%3Fb x?a=../..&b=%2f x?a=%E6%B0%B4&b=+ x?..;/',
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
    /api/home/%63onfig/base /api/home/config/%62ase?a=b /api/home/config/base/ /api/home/config//base
    /api//home/config/base //api/home/config/base /api/home/CONFIG/base /api/home/./config/base
    /api/home/x/../config/base /api/home/config%2fbase /%61pi/home/config/base /API/home/config/base
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
    /%6detrics /%256detrics /%6civez /livez/ //livez /livez;x /livez%00 /LIVEZ /livez%2f /robots%2etxt
    /builds%2flatest.json /sitemap%2exml /favicon%2esvg /language%2fen /%6canguage/en /__nuxt_islan%64/x.json
    /%6fps/purge /api/homework/x /api/home/../../livez
  `),
  // CVE-2026-6414, CVE-2026-15074: encoded separators and dot segments gave access to files behind guarded routes.
  'of a file': words(`
    /assets/%2e/${script} /assets/./${script} /assets//${script} /assets/x%2f..%2f${script} /assets%2f${script}
    /assets/${script}%2f /assets/${script}/ /assets/${script}%00.css /ASSETS/${script} /%61ssets/${script}
    /assets/../manifest.json /assets/..%5cmanifest.json /assets/%252e%252e/manifest.json /server/main.js
    /public/favicon.svg /assets/ /favicon.svg/ /favicon.svg%20 /assets/../../package.json
  `),
  'of a payload': words(String.raw`
    /NEWS/_payload.json /EN/news/_payload.json /news//_payload.json //_payload.json /en//_payload.json
    /%6eews/_payload.json /news/_PAYLOAD.JSON /news/%5Fpayload.json /news/_payload%2Ejson /news/_payload.json/
    /news/_payload.json/news /news/_payload.json;x /news/_payload.json.html /news/x_payload.json
    /news%2F_payload.json /_payload.json/_payload.json /news\_payload.json /news/_payload.json%00
  `).map((path) => `${path}?${id}`),
  'of a page with the suffix of a file (cache deception)': words(`
    /news/1/x.css /news/1%2f..%2fa.js /news/1.css /contact;x.css /en/contact%3Bx.css /news/1%23.css
    /news/1%3f.css /contact%00.css /contact%0a.css /assets/..%2fcontact /contact/.css /media/..%2fcontact
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
    //evil.example ///evil.example /\evil.example \\evil.example /%2f/evil.example //evil.example/.. /%5cevil.example
    /.//evil.example /EN//evil.example /en//evil.example https://evil.example //evil.example/NEWS/
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
