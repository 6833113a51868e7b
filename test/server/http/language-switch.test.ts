// The language switch for visitors without JavaScript: sets the cookie and goes on to a page of this site.
import t from 'tap'
import { createSmallSite } from '../../helpers/small-site.ts'
import { words } from '../../helpers/words.ts'

const cookie = (locale: string) => `i18n_redirected=${locale}; Max-Age=31536000; Path=/; Secure; SameSite=Lax`

const site = await createSmallSite(t)

t.test('the switch: remembers the language and goes on to the page', async (t) => {
  for (const [locale, to] of [
    ['en', '/en/news?page=2&keywords=a%20b'],
    ['zh', '/news/1'],
    ['zh', '/'],
  ] as const) {
    const { statusCode, headers } = await site.get(`/language/${locale}?to=${encodeURIComponent(to)}`)
    t.equal(statusCode, 303, to)
    t.equal(headers['location'], to)
    t.equal(headers['set-cookie'], cookie(locale))
    t.equal(headers['cache-control'], 'no-store')
  }
})

t.test('the switch: the links on a page lead to it', async (t) => {
  const { body } = await site.get('/en/news?page=2&keywords=%E6%B0%B4%26b')
  const url = /<noscript><a href="(\/language\/zh[^"]*)"/.exec(body)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const { headers } = await site.get(url)
  t.equal(headers['location'], '/news?page=2&keywords=%E6%B0%B4%26b')
})

t.test('the switch: the whole query of the page where it was clicked is kept', async (t) => {
  const from = (referer: string) => site.get('/language/en?to=%2Fen%2Fnews%3Fpage%3D2', { referer })
  const base = 'https://www.tinglan.example'
  for (const [referer, location] of [
    [`${base}/news?from=mail&page=2`, '/en/news?from=mail&page=2'],
    [`${base}/zh/news`, '/en/news'],
    [`${base}/product?from=mail`, '/en/news?page=2'],
    ['no address', '/en/news?page=2'],
  ] as const)
    t.equal((await from(referer)).headers['location'], location, referer)
})

t.test('the switch: goes home where the target is not a page of this site', async (t) => {
  const targets = [
    ...words(String.raw`
      //evil.example https://evil.example https:evil.example javascript:alert(1) \\evil.example /\evil.example
      /en//evil.example /%2Fevil.example @evil.example /fr /livez /language/zh /api/home/x /NEWS /%zz
    `),
    ...['', '/\t/evil.example', '/\r\n/evil.example', '/news\u0000'],
  ]
  for (const to of targets) {
    const { statusCode, headers } = await site.get(`/language/en?to=${encodeURIComponent(to)}`)
    t.equal(statusCode, 303, JSON.stringify(to))
    t.equal(headers['location'], '/en', JSON.stringify(to))
  }
})

t.test('the switch: a target whose query no header can carry leads to a page all the same', async (t) => {
  for (const to of ['/en/news?keywords=水', '/en/news?x=\r\nSet-Cookie:a=b']) {
    const { statusCode, headers } = await site.get(`/language/en?to=${encodeURIComponent(to)}`)
    t.equal(statusCode, 303, JSON.stringify(to))
    t.match(headers['location'], /^\/en(?:\/news\?[\x21-\x7e]*)?$/, JSON.stringify(to))
    t.equal(headers['set-cookie'], cookie('en'))
  }
})

t.test('the switch: knows no other language', async (t) => {
  for (const url of ['/language/fr?to=/news', '/language/EN', '/language/en/x']) {
    const { statusCode, headers } = await site.get(url)
    t.equal(statusCode, 404, url)
    t.equal(headers['set-cookie'], undefined)
  }
})

t.test('the cookie is Secure where the site is on https, whatever a request says of itself', async (t) => {
  const cookieOf = async (siteUrl: string, protocol: string) => {
    const site = await createSmallSite(t, { config: { siteUrl, trustProxy: ['127.0.0.1'] } })
    const forwarded = { 'x-forwarded-proto': protocol }
    return (await site.get('/language/en?to=/en/news', forwarded)).headers['set-cookie']
  }
  t.equal(await cookieOf('http://localhost:3000', 'https'), cookie('en').replace(' Secure;', ''))
  t.equal(await cookieOf('https://site.example', 'http'), cookie('en'))
})
