// URL resolution: every route of the table in its three variants, other spellings, and paths that are no pages.
import t from 'tap'
import { localeOfPath, matchOf, resolve } from '../../shared/resolve.ts'
import { routeName, routeOf } from '../../shared/routes.ts'
import { pathIn, variants } from '../helpers/pages.ts'
import { property, textOf } from '../helpers/property.ts'
import { words } from '../helpers/words.ts'

const table: [path: string, route: string, params: Record<string, string>][] = [
  ['/', 'home', {}],
  ['/contact', 'contact', {}],
  ['/news', 'news-list', {}],
  ['/news/1', 'news-detail', { id: '1' }],
  ['/news/1/2', 'news-sub-detail', { id: '1', subId: '2' }],
  ['/product', 'product-list', {}],
  ['/product/31', 'product-detail', { id: '31' }],
  ['/product/31/4', 'product-sub-detail', { id: '31', subId: '4' }],
  ['/service', 'service-list', {}],
  ['/service/7', 'service-detail', { id: '7' }],
  ['/solution', 'solution-list', {}],
  ['/solution/8', 'solution-detail', { id: '8' }],
  ['/about', 'about', {}],
  ['/about/5', 'about', { id: '5' }],
  ['/about/our-history', 'about', { id: 'our-history' }],
  ['/download', 'download', {}],
  ['/download36', 'download', { id: '36' }],
  ['/manual/9', 'manual', { id: '9' }],
  ['/detail_A.b_C-9', 'detail', { sign: 'A.b_C-9' }],
  ['/detail_download36', 'detail', { sign: 'download36' }],
  [`/detail_${'x'.repeat(64)}`, 'detail', { sign: 'x'.repeat(64) }],
]

for (const { prefix, locale } of variants)
  t.test(`each route of the table below "${prefix}"`, async (t) => {
    for (const [path, route, params] of table) {
      const url = pathIn(prefix, path)
      for (const search of ['', '?', '?page=2&keywords=%E6%B0%B4&x=/_payload.json&y=//z&%zz']) {
        const { id, page, section, sections, languages, ...match } = matchOf(resolve(url + search))
        t.strictSame(match, { kind: 'page', route, locale, params, search, path }, url + search)
        t.equal(routeName(id, section?.slug), route)
        t.equal(routeOf(id).page, page)
      }
    }
  })

const long = 'a'.repeat(10_000)
const others: Record<string, { message: string; urls: string[] }> = {
  invalid: {
    message: 'Page Not Found: ',
    urls: [
      ...words(String.raw`
        /fr /downloads /download3x /news/abc /news/1/b /product/-1 /service/1.5 /manual/x /manual/1e3 /detail_
        /detail_%E6%B0%B4 /about/a%2Fb /about/a%5Cb /detail_. /detail_.. /about/%2e%2e /.. /news%00 /\evil.example
        /en/\evil.example /%2F%2Fevil.example /detail_%252e%252e /en/fr /fr?page=2&x=y /favicon.ico
      `),
      ...['/detail_a b', `/detail_${'x'.repeat(65)}`, '/\u0000', `/${long}`, `/news/${'1'.repeat(10_000)}`],
    ],
  },
  unmatched: {
    message: 'Page not found: ',
    urls: [
      ...words(`
        /news/1/2/3 /fr/news /download/36 /contact/us /service/1/2 /manual/1/2 /about/a/b // //news //evil.example
        /en// /en//evil.example /EN//evil.example /zh//x /news//1 /news// //evil.example/news?x
        http://evil.example/news news *
      `),
      ...[`/x/${long}`, '/a'.repeat(5000), '/'.repeat(10_000)],
    ],
  },
}
for (const [kind, { message, urls }] of Object.entries(others))
  t.test(`${kind}: the message names the path`, async (t) => {
    for (const url of urls) t.strictSame(resolve(url), { kind, message: message + url }, url.slice(0, 80))
  })

t.test('a malformed percent-encoding is 400', async (t) => {
  for (const url of ['/%E0%A4%A', '/%zz', '/en/%', '/news/%C0%80', '/%E0%A4%A?page=2'])
    t.strictSame(resolve(url), { kind: 'malformed', message: 'Malformed URL' }, url)
})

t.test('another spelling redirects to the canonical one with its query', async (t) => {
  const spellings = {
    '/en/': '/en',
    '/zh/': '/zh',
    '/EN': '/en',
    '/eN/News/': '/en/news',
    '/NEWS': '/news',
    '/news/1/': '/news/1',
    '/PRODUCT/1/2/': '/product/1/2',
    '/DOWNLOAD36': '/download36',
    '/About/Company': '/about/Company',
    '/DETAIL_Sign': '/detail_Sign',
    '/%6eews': '/news',
    '/news/%31': '/news/1',
    '/%65n/news': '/en/news',
    '/news/?page=2&keywords=a%20b': '/news?page=2&keywords=a%20b',
    '/EN/?a=//evil.example': '/en?a=//evil.example',
  }
  for (const [url, to] of Object.entries(spellings)) t.strictSame(resolve(url), { kind: 'redirect', to }, url)
})

const segments = [
  ...words(String.raw`
    / / / // \ en EN zh news NEWS download DETAIL_ about 36 1 .. . %2e %2f %2F %5c %00 % %E0%A4 evil.example
    @ : ; ? # é 水
  `),
  ...[' '],
]
const urls = textOf(segments, 7).map((text) => `/${text}`)
property(t, 'no URL causes an open redirect, a second redirect or an exception', urls, (url) => {
  const found = resolve(url)
  if (found.kind !== 'redirect') return true
  const isHere = URL.parse(found.to, 'https://here.example')?.host === 'here.example'
  return /^\/(?![/\\])/.test(found.to) && isHere && resolve(found.to).kind === 'page'
})

t.test('a URL that is no page is an error, and has the locale of its prefix', async (t) => {
  const rows: [url: string, statusCode: number, message: string][] = [
    ['/a/b/c/d?e', 404, 'Page not found: /a/b/c/d?e'],
    ['/news//1', 404, 'Page not found: /news//1'],
    ['//', 404, 'Page not found: //'],
    ['/news/x', 404, 'Page Not Found: /news/x'],
    ['/NEWS', 404, 'Page not found: /news'],
    ['/%', 400, 'Malformed URL'],
  ]
  for (const [url, statusCode, message] of rows)
    t.throws(() => matchOf(resolve(url)), { statusCode, message }, url)
  const prefixed = ['/EN/nothing', '/en?a', '/english', '/', 'en'].map((url) => localeOfPath(url))
  t.strictSame(prefixed, ['en', 'en', undefined, undefined, undefined])
})
