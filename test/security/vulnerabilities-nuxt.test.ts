// Published vulnerabilities of Nuxt and of h3, its HTTP layer, applied to this server.
import t from 'tap'
import { assertTarget } from '../../client/browser/link-guard.ts'
import { islandUrl } from '../../shared/island.ts'
import { expectUnpoisoned } from '../helpers/poison.ts'
import { exchange, requestText, responsesIn } from '../helpers/raw.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const origin = 'https://www.site.example'

// CVE-2025-27415: `/?/_payload.json` responded with the payload, and a cache that ignores queries stored it as the page.
t.test('a page requested like a payload is a page, and is stored as one', async (t) => {
  const asked = [
    '?/_payload.json',
    '?/_payload.json?x',
    '?_payload.json',
    '?%2F_payload.json',
    '?x=/_payload.json',
  ]
  const attack = asked.flatMap((query, index) =>
    ['/en/news', '/', '/en/news/1'].map((path) => {
      const next = `${path}?page=${index + 2}`
      return [
        path + query,
        { url: `${path}${query}&page=${index + 2}`, headers: { accept: '*/*' }, next },
      ] as const
    }),
  )
  await expectUnpoisoned(t, Object.fromEntries(attack))
})

t.test('cache deception: no suffix makes a page an asset, and no asset name a page', async (t) => {
  const site = await createSmallSite(t)
  const urls = [
    '/news/1/x.css',
    '/news/1%2f..%2fa.js',
    '/news/1.css',
    '/contact/x.js',
    '/contact;x.css',
    '/en/contact%3Bx.css',
    '/news/1%23.css',
    '/news/1%3f.css',
    '/contact%00.css',
    '/contact%0a.css',
    '/en/news/x.js',
    '/assets/..%2fcontact',
    '/assets/%2e%2e/contact',
    '/assets/../contact%2f',
    '/contact/.css',
    '/contact/%2e%2e/x.css',
    '/media/..%2fcontact',
  ]
  for (const url of urls) {
    const { statusCode, headers } = await site.get(url)
    // The URL parser of a client would resolve `..` before the request.
    if (url.includes('/../') || url.includes('/%2e%2e/')) continue
    t.equal(statusCode, 404, url)
    t.equal(headers['cache-control'], 'no-store', url)
  }
})

// CVE-2026-47200: pages were islands too, and requested as islands they bypassed the guards of pages.
t.test(
  'only registered islands are served: no page, no component, no property of Object.prototype',
  async (t) => {
    const site = await createSmallSite(t)
    const props = { locale: 'en', model: 'news', id: 1, limit: 4 } as const
    const right = islandUrl({ name: 'RecommendedArticles', props }, site.build.id)
    const names = [
      'page_index',
      'page_news',
      'home',
      'Home',
      'article',
      'ArticleView',
      'constructor',
      '__proto__',
      'toString',
    ]
    for (const name of names) {
      const forged = islandUrl({ name: name as 'RecommendedArticles', props }, site.build.id)
      t.equal((await site.get(forged)).statusCode, 404, name)
      t.equal((await site.get(right.replace('RecommendedArticles', name))).statusCode, 404, name)
    }
    t.equal((await site.get(right)).statusCode, 200)
    // The same release: props with a template, a second object, or unknown fields.
    for (const extra of [
      { template: '<b/>' },
      { __proto__: { x: 1 } },
      { id: { valueOf: 1 } },
      { id: '1' },
      { limit: 1e9 },
    ]) {
      const forged = islandUrl(
        { name: 'RecommendedArticles', props: { ...props, ...extra } as typeof props },
        site.build.id,
      )
      const { statusCode, body } = await site.get(forged)
      t.ok(
        statusCode === 400 || statusCode === 404 || !('template' in extra),
        `${JSON.stringify(extra)}: ${statusCode}`,
      )
      t.notMatch(body, '<b/>')
    }
  },
)

// GHSA-c9cv-mq2m-ppp3: assumed to be the release that rejects script URLs in `navigateTo` with `open`, after
// CVE-2024-34343 rejected them in plain `navigateTo`.
t.test('link guard: no spelling of a script URL is a target, external or not', (t) => {
  const scripts = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    '\u0000javascript:alert(1)',
    '\u001fjavascript:x',
    'java\nscript:alert(1)',
    'java\tscript:alert(1)',
    'java\rscript:alert(1)',
    '\n\n javascript:alert(1)',
    'javascript\n:x',
    'vbscript:x',
    'data:text/html,<script>alert(1)</script>',
    'DATA:text/html;base64,x',
    'blob:https://x/y',
    '\tblob:x',
  ]
  for (const to of scripts) {
    t.throws(() => assertTarget(to, origin), /Cannot navigate to a URL with/, to)
    t.throws(() => assertTarget(to, origin, { external: true }), /Cannot navigate to a URL with/, to)
  }
  const others = [
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    'http://www.site.example',
  ]
  for (const to of others) t.throws(() => assertTarget(to, origin), /external URL/, to)
  t.end()
})

// CVE-2026-23527: `Transfer-Encoding` was compared case-sensitively, so that another case hid a body, which was then parsed as the
// next request (request smuggling).
t.test('request smuggling: a transfer coding is case-insensitive', async (t) => {
  const site = await createSmallSite(t)
  const base = await site.listen()
  const hidden = 'GET /livez HTTP/1.1\r\nHost: x\r\n\r\n'
  for (const coding of ['chunked', 'ChuNKed', 'CHUNKED', 'chunked ', '\tchunked']) {
    const body = `${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`
    const lines = ['Content-Type: application/json', `Transfer-Encoding: ${coding}`]
    const text = requestText('POST /api/home/block/label HTTP/1.1', lines, body)
    const answers = responsesIn(await exchange(base, text))
    t.equal(answers.length, 1, coding)
    t.notMatch(answers[0]?.body, '"status":"ok"')
  }
})

// CVE-2026-44373: assumed to be the proxy that checked its scope before decoding `%2e%2e` and `%2f`, and whose fix
// decoded once where the origin decodes twice.
t.test('path traversal: a proxied path stays below its prefix, even if decoded repeatedly', async (t) => {
  const site = await createSmallSite(t)
  const outside = [
    '..%2f',
    '%2e%2e%2f',
    '%2e%2e/',
    '..%5c',
    '%2E%2E%5C',
    '..;/',
    '%2e%2e;/',
    '.%2e/',
    '..%2F..%2F',
    '%c0%ae%c0%ae/',
    '%252e%252e/',
    '%252e%252e%252f',
    '%25252e%25252e/',
  ]
  const hits = site.origin.hits.length
  for (const way of outside) {
    for (const folder of ['/api/home/', '/media/']) {
      const { statusCode } = await site.get(`${folder}x/${way}${way}admin`, { accept: 'application/json' })
      t.ok(statusCode === 400 || statusCode === 404, `${folder}${way}: ${statusCode}`)
    }
  }
  t.strictSame(site.origin.hits.slice(hits), [])
})
