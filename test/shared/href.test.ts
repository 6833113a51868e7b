// href: URLs are built from a route and its parameters, and resolve to the same.
import { deepEqual } from 'node:assert/strict'
import fc from 'fast-check'
import t from 'tap'
import {
  articleHref,
  articlePathById,
  href,
  localizePath,
  mailHref,
  queryString,
  searchHref,
  telHref,
} from '../../shared/href.ts'
import { absoluteUrl } from '../../shared/parse-url.ts'
import { resolve } from '../../shared/resolve.ts'
import { type RouteId, type RouteParams, routeName, routeOf, routes } from '../../shared/routes.ts'
import { defaultSections } from '../../shared/sections.ts'
import { property, textOf } from '../helpers/property.ts'

const signs = textOf('ABCxyz019_-.', 62).map((text) => `a${text}`)
const ids = fc.nat(1e9).map(String)

/** Parameters of the route, without or with those that it may lack. */
function paramsOf(route: RouteId) {
  const names = [...routes[route].pattern.matchAll(/\{(\w+)(\?)?\}/g)]
  const { kinds } = routeOf(route)
  const sections = defaultSections.list.filter(({ kind }) => kinds?.includes(kind) ?? true)
  const slugs = fc.constantFrom(...sections.map(({ slug }) => slug))
  const values = names.map(([, name = '']) => [name, { section: slugs, sign: signs }[name] ?? ids] as const)
  const requiredKeys = names.flatMap(([, name = '', optional]) => (optional ? [] : [name]))
  return fc.record<Record<string, string>>(Object.fromEntries(values), { requiredKeys })
}

const builds = fc.record({
  route: fc.constantFrom(...(Object.keys(routes) as RouteId[]).filter((id) => id !== 'lang')),
  locale: fc.constantFrom('zh', 'en'),
  keywords: textOf('水 a&=?#/%+', 5),
})
const built = builds.chain((one) => paramsOf(one.route).map((params) => ({ ...one, params })))
property(t, 'a URL resolves to what it was built from', built, ({ route, locale, keywords, params }) => {
  const url = href(route, params as RouteParams<typeof route>, locale, { keywords, page: undefined })
  const found = resolve(url)
  if (found.kind !== 'page') return false
  const { section, ...others } = params
  deepEqual([found.route, found.locale, { ...found.params }], [routeName(route, section), locale, others])
  return new URLSearchParams(found.search).get('keywords') === (keywords || null)
})

t.test('Chinese URLs have no prefix, English ones have /en', async (t) => {
  t.equal(href('home', {}, 'zh'), '/')
  t.equal(href('home', {}, 'en'), '/en')
  t.equal(href('section-detail', { section: 'news', id: 3 }, 'zh'), '/news/3')
  t.equal(href('download', { id: 36 }, 'en'), '/en/download36')
  t.equal(localizePath('/news', 'en'), '/en/news')
  t.equal(
    searchHref('a', 'zh', { kind: 'news', sort: 'date', page: 2 }),
    '/zh?keywords=a&kind=news&sort=date&page=2',
  )
  t.equal(searchHref('a', 'en', { page: 1 }), '/en?keywords=a')
  t.equal(searchHref('a', { locale: 'en', languages: ['en'] }), '/?keywords=a')
  t.equal(mailHref('a+b@c.example'), 'mailto:a%2Bb@c.example')
})

t.test('the URL of a sub-item of news or products is below its parent', async (t) => {
  t.equal(articleHref({ id: 4, category: 'news' }, 'zh', 1), '/news/1/4')
  t.equal(articleHref({ id: 4, category: 'product' }, 'en', 1), '/en/product/1/4')
  t.equal(articleHref({ id: 4, category: 'service' }, 'zh', 1), '/service/4')
  t.equal(articleHref({ id: 4, category: 'news' }, 'zh'), '/news/4')
  const byId = (category: string, parent_id?: number) =>
    articlePathById({ id: 4, category, parent_id }, defaultSections)
  t.equal(byId('news', 1), '/news/1/4')
  t.equal(byId('service'), '/service/4')
  t.equal(byId('service', 0), '/service/4')
  t.equal(byId('service', 1), undefined)
})

property(t, 'a query is encoded as by URLSearchParams', textOf("aZ0*-._~!'() +&=?#/%水𝄞", 8), (keywords) => {
  const values = keywords === '' ? { page: '2' } : { keywords, page: '2' }
  return queryString({ keywords, page: 2 }) === `?${new URLSearchParams(values)}`
})

const site = 'https://example.com'
const isParsedAlike = (path: string) => absoluteUrl(`/${path}`, site) === URL.parse(`/${path}`, site)?.href
property(t, 'an absolute URL is that of the URL parser', textOf('/./a-_9?#: \\%水', 8), isParsedAlike)

t.test('a telephone number has its extension as RFC 3966 has it', async (t) => {
  t.equal(telHref('+86 (574) 5550-0136'), 'tel:+8657455500136')
  for (const extension of [' 转 8', ' ext. 8', ' x8', ' 分机 8', ', extension 8'])
    t.equal(telHref(`+86 574 5550 0136${extension}`), 'tel:+8657455500136;ext=8')
})
