// The language of a visitor: the home page leads to it, no other address does; the switch remembers it without JavaScript.
// Accept-Language: test/shared/locale.test.ts.
import t from 'tap'
import { langOf } from '../../helpers/html.ts'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const site = await createSmallSite(t)

t.test('/ leads to the language of the cookie, else of Accept-Language', async (t) => {
  const rows: [cookie: string | undefined, accept: string, to: 'zh' | 'en'][] = [
    [undefined, 'en', 'en'],
    [undefined, 'fr', 'zh'],
    [undefined, 'garbage;;q', 'zh'],
    ['i18n_redirected=en', 'zh-CN', 'en'],
    ['i18n_redirected=zh', 'en-US', 'zh'],
    ['i18n_redirected=fr', 'en', 'en'],
    ['i18n_redirected=EN', '', 'zh'],
    ['i18n_redirected=__proto__', '', 'zh'],
    ['i18n_redirected=%zz', '', 'zh'],
    ['xi18n_redirected=en', '', 'zh'],
    ['a=1;i18n_redirected=zh;b=2', '', 'zh'],
    [`${'a=b;'.repeat(3000)}i18n_redirected=en`, '', 'en'],
  ]
  for (const [cookie, accept, to] of rows) {
    const name = `cookie ${cookie?.slice(-60)}, Accept-Language ${accept}`
    const asked = { 'accept-language': accept, ...(cookie !== undefined && { cookie }) }
    const { statusCode, headers, body } = await site.get('/?page=2&x=%E6%B0%B4', asked)
    t.match(headers['vary'], /^Cookie, Accept-Language\b/, name)
    t.equal(headers['set-cookie'], undefined)
    const location = to === 'en' ? '/en?page=2&x=%E6%B0%B4' : undefined
    t.strictSame([statusCode, headers['location']], [location ? 302 : 200, location], name)
    if (to === 'zh') t.equal(langOf(body), 'zh-CN')
    else t.match(headers['cache-control'], /\b(?:private|no-store)\b/)
  }
})

t.test('no other address leads anywhere, and none sets a cookie', async (t) => {
  const english = { 'accept-language': 'en', cookie: 'i18n_redirected=en' }
  const chinese = { 'accept-language': 'zh', cookie: 'i18n_redirected=zh' }
  for (const [url, headers] of [
    ...words('/news /zh /zh/contact /detail_the-fair').map((url) => [url, english] as const),
    [`/_payload.json?${site.build.id}`, english],
    ...words('/en /en/news/1 /en/about').map((url) => [url, chinese] as const),
  ] as const)
    t.match(await site.get(url, headers), { statusCode: 200, headers: { 'set-cookie': undefined } }, url)
})

const cookie = (locale: string) => `i18n_redirected=${locale}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`
const switchTo = (to: string, referer = '') =>
  site.get(`/language/en?to=${encodeURIComponent(to)}`, referer ? { referer } : {})

t.test('the switch: remembers the language and goes on to the page', async (t) => {
  for (const [locale, to] of [
    ['en', '/en/news?page=2&keywords=a%20b'],
    ['zh', '/news/1'],
    ['zh', '/'],
  ] as const) {
    const { statusCode, headers } = await site.get(`/language/${locale}?to=${encodeURIComponent(to)}`)
    t.strictSame([statusCode, headers['location'], headers['set-cookie']], [303, to, cookie(locale)])
    t.equal(headers['cache-control'], 'no-store')
  }
  const { body } = await site.get('/en/news?page=2&keywords=%E6%B0%B4%26b')
  const url = /<noscript><a href="(\/language\/zh[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { headers } = await site.get(url)
  t.equal(headers['location'], '/news?page=2&keywords=%E6%B0%B4%26b', 'the link on a page')
})

t.test('the switch: the whole query of the page where it was clicked is kept', async (t) => {
  const base = 'https://www.tinglan.example'
  for (const [referer, location] of [
    [`${base}/news?from=mail&page=2`, '/en/news?from=mail&page=2'],
    [`${base}/zh/news`, '/en/news'],
    [`${base}/product?from=mail`, '/en/news?page=2'],
    ['no address', '/en/news?page=2'],
  ] as const)
    t.equal((await switchTo('/en/news?page=2', referer)).headers['location'], location, referer)
})

t.test(
  'the switch: goes home where the target is not a page of this site, and knows no other language',
  async (t) => {
    const targets = [
      ...words(String.raw`
      //evil.example https://evil.example https:evil.example javascript:alert(1) \\evil.example /\evil.example
      /en//evil.example /%2Fevil.example @evil.example /fr /livez /language/zh /api/home/x /NEWS /%zz
    `),
      ...['', '/\t/evil.example', '/\r\n/evil.example', '/news\u0000'],
    ]
    for (const to of targets)
      t.match(await switchTo(to), { statusCode: 303, headers: { location: /^\/en$/ } }, JSON.stringify(to))
    for (const url of ['/language/fr?to=/news', '/language/EN', '/language/en/x'])
      t.match(await site.get(url), { statusCode: 404, headers: { 'set-cookie': undefined } }, url)
  },
)

t.test('the switch: a target whose query no header can carry leads to a page all the same', async (t) => {
  for (const to of ['/en/news?keywords=水', '/en/news?x=\r\nSet-Cookie:a=b']) {
    const location = /^\/en(?:\/news\?[\x21-\x7e]*)?$/
    const expected = { statusCode: 303, headers: { location, 'set-cookie': cookie('en') } }
    t.match(await switchTo(to), expected, JSON.stringify(to))
  }
})

t.test('the cookie is Secure where the site is on https, whatever a request says of itself', async (t) => {
  const siteUrl = 'http://localhost:3000'
  const plain = await createSmallSite(t, { config: { siteUrl, trustProxy: ['127.0.0.1'] } })
  const { headers } = await plain.get('/language/en?to=/en/news', { 'x-forwarded-proto': 'https' })
  t.equal(headers['set-cookie'], cookie('en').replace(' Secure;', ''))
})
