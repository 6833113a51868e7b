// href: URLs are built from a route and its parameters, and resolve to the same.
import t from 'tap'
import { articleHref, href, localizePath, queryString } from '../../shared/href.ts'
import { alternates, resolve } from '../../shared/resolve.ts'
import { type RouteId, type RouteParams, routeName, routeOf, routes } from '../../shared/routes.ts'
import { defaultSections } from '../../shared/sections.ts'
import { createRandom, type Random } from '../helpers/random.ts'

const signLetters = 'ABCxyz019_-.'

function randomParams(route: RouteId, { below, text, pick }: Random): Record<string, string> {
  const names = [...routes[route].pattern.matchAll(/\{(\w+)(\?)?\}/g)]
  const given = names.filter(([, , optional]) => !optional || below(2) === 0)
  const { kinds } = routeOf(route)
  const sections = defaultSections.list.filter(({ kind }) => kinds?.includes(kind) ?? true)
  const value = (name = '') => {
    if (name === 'section') return pick(sections).slug
    return name === 'sign' ? `a${text(signLetters, below(63))}` : String(below(1e9))
  }
  return Object.fromEntries(given.map(([, name = '']) => [name, value(name)]))
}

t.test('a URL resolves to the route and parameters that it was built from', async (t) => {
  const random = createRandom(2)
  const ids = (Object.keys(routes) as RouteId[]).filter((id) => id !== 'lang')
  for (let round = 0; round < 5000; round++) {
    const route = random.pick(ids)
    const locale = random.pick(['zh', 'en'] as const)
    const params = randomParams(route, random)
    const keywords = random.text('水 a&=?#/%+', random.below(6))
    const url = href(route, params as RouteParams<typeof route>, locale, { keywords, page: undefined })
    const found = resolve(url)
    if (found.kind !== 'page') t.fail(`${url} is ${found.kind}`)
    else if (new URLSearchParams(found.search).get('keywords') !== (keywords || null)) t.fail(url)
    else {
      const { section, ...others } = params
      const given = [routeName(route, section), locale, others]
      if (JSON.stringify([found.route, found.locale, found.params]) !== JSON.stringify(given)) t.fail(url)
    }
  }
})

t.test('Chinese URLs have no prefix, English ones have /en', async (t) => {
  t.equal(href('home', {}, 'zh'), '/')
  t.equal(href('home', {}, 'en'), '/en')
  t.equal(href('section-detail', { section: 'news', id: 3 }, 'zh'), '/news/3')
  t.equal(href('section-detail', { section: 'news', id: 3 }, 'en'), '/en/news/3')
  t.equal(href('download', {}, 'en'), '/en/download')
  t.equal(href('download', { id: 36 }, 'en'), '/en/download36')
  t.equal(href('about', {}, 'zh'), '/about')
  t.equal(href('detail', { sign: 'a' }, 'zh'), '/detail_a')
  t.equal(localizePath('/news', 'en'), '/en/news')
})

t.test('a query omits undefined and empty values', async (t) => {
  t.equal(queryString({ a: undefined, b: '', c: 0, d: 'x y&z' }), '?c=0&d=x+y%26z')
  t.equal(queryString({}), '')
})

t.test('the URL of a sub-item of news or products is below its parent', async (t) => {
  t.equal(articleHref({ id: 4, category: 'news' }, 'zh', 1), '/news/1/4')
  t.equal(articleHref({ id: 4, category: 'product' }, 'en', 1), '/en/product/1/4')
  t.equal(articleHref({ id: 4, category: 'service' }, 'zh', 1), '/service/4')
  t.equal(articleHref({ id: 4, category: 'news' }, 'zh'), '/news/4')
})

t.test('the same page in each language: unprefixed, and under /en', async (t) => {
  for (const url of ['/news/1', '/zh/news/1', '/en/news/1']) {
    const found = resolve(url)
    t.strictSame(found.kind === 'page' && alternates(found), [
      { locale: 'zh', path: '/news/1' },
      { locale: 'en', path: '/en/news/1' },
    ])
  }
})

t.test('a query is encoded as by URLSearchParams', async (t) => {
  const { below, text } = createRandom(8)
  for (let round = 0; round < 5000; round++) {
    const value = text("aZ0*-._~!'() +&=?#/%水𝄞", 1 + below(8))
    if (
      queryString({ keywords: value, page: 2 }) !== `?${new URLSearchParams({ keywords: value, page: '2' })}`
    )
      t.fail(value)
  }
  t.equal(queryString({ keywords: '', page: undefined }), '')
})
