// URL resolution: every route of the table in its three variants.
import t from 'tap'
import { defaultLanguages } from '../../shared/languages.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'
import { routeName, routeOf } from '../../shared/routes.ts'
import { defaultSections } from '../../shared/sections.ts'
import { pathIn, variants } from '../helpers/pages.ts'

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
  ['/detail_the-fair', 'detail', { sign: 'the-fair' }],
  ['/detail_A.b_C-9', 'detail', { sign: 'A.b_C-9' }],
  [`/detail_${'x'.repeat(64)}`, 'detail', { sign: 'x'.repeat(64) }],
]

for (const { prefix, locale } of variants) {
  for (const [path, route, params] of table) {
    const url = pathIn(prefix, path)
    t.test(`${url.slice(0, 40)} is ${route} in ${locale}`, async (t) => {
      const { id, page, section, sections, languages, ...match } = matchOf(resolve(url))
      t.strictSame(match, { kind: 'page', route, locale, params, search: '', path })
      t.equal(routeName(id, section?.slug), route)
      t.equal(routeOf(id).page, page)
      t.equal(sections, defaultSections)
      t.equal(languages, defaultLanguages)
    })
  }
}

t.test('the query is kept unchanged', async (t) => {
  const search = '?page=2&keywords=%E6%B0%B4&x=/_payload.json&y=//z'
  t.match(resolve(`/en/news${search}`), { kind: 'page', route: 'news-list', path: '/news', search })
  t.match(resolve('/?'), { kind: 'page', route: 'home', path: '/', search: '?' })
  t.match(resolve('/en?a'), { kind: 'page', route: 'home', locale: 'en', search: '?a' })
})

t.test('a static segment goes before detail_{sign}, download{id?} and {lang}', async (t) => {
  t.match(resolve('/download'), { route: 'download', params: {} })
  t.match(resolve('/detail_download36'), { route: 'detail', params: { sign: 'download36' } })
  t.match(resolve('/contact'), { route: 'contact' })
})
