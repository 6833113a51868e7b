// Query of a page: the keys of its kind, within limits; anything else is ignored.
import t from 'tap'
import { canonicalSearch, isPersonal, readQuery, searchFor, sharedSearch } from '../../shared/query.ts'
import { matchOf, resolve } from '../../shared/resolve.ts'

const nothing = {
  page: 1,
  pageSize: undefined as number | undefined,
  keywords: '',
  sort: '',
  kind: undefined,
  tag: '',
  filter: [] as string[],
  ids: [] as number[],
  topic: '',
  product: undefined,
  sent: '',
  missing: '',
}
const everything =
  '?page=3&page_size=20&keywords=%E6%B0%B4+meter&topic=TL&product=11&sent=ABCD2345&missing=1&sort=a&tag=Flow&filter=b:2&filter=a:1&filter=b:3&filter=x&id=7&id=9&id=7&kind=manual'
const paths = {
  home: '/',
  contact: '/contact',
  about: '/about',
  download: '/download',
  manual: '/manual/1',
  manuals: '/manual',
  detail: '/detail_a',
  'news-list': '/news',
  'news-detail': '/news/1',
  'product-list': '/product',
  'product-compare': '/product/compare',
  'product-sub-detail': '/product/1/2',
}
type Route = keyof typeof paths
const placeOf = (route: Route, search: string) => ({ ...matchOf(resolve(paths[route])), search })
const read = (search: string, route: Route = 'news-list') => readQuery(placeOf(route, search))

t.test('each kind of page reads its own keys and no other', async (t) => {
  const search = { keywords: '水 meter' }
  const filters = { tag: 'Flow', filter: ['a:1', 'b:3'] }
  t.strictSame(read(everything), { ...nothing, ...search, ...filters, page: 3, pageSize: 20, missing: '1' })
  t.strictSame(read(everything, 'home'), { ...nothing, ...search, page: 3, kind: 'manual', missing: '1' })
  t.strictSame(read('?kind=manual&page=3', 'home'), nothing, 'only keywords have results')
  t.strictSame(read('?keywords=a&kind=other', 'home'), { ...nothing, keywords: 'a' })
  const byDate = { ...nothing, keywords: 'a', sort: 'date' }
  for (const route of ['home', 'news-list'] as const) {
    t.strictSame(read('?keywords=a&sort=date', route), byDate, route)
    t.strictSame(read('?sort=date', route), nothing, 'only results have an order to choose')
  }
  t.strictSame(read(everything, 'contact'), { ...nothing, topic: 'TL', product: 11, sent: 'ABCD2345' })
  for (const route of ['about', 'manuals'] as const)
    t.strictSame(read(everything, route), { ...nothing, missing: '1' })
  for (const key of ['topic=a', 'product=1', 'sent=ABCD2345'])
    t.ok(isPersonal(placeOf('contact', `?${key}`)), key)
  t.notOk(isPersonal(placeOf('contact', '?topic=&page=2')))
  const link = searchFor(
    { page: 'list' },
    { page: 2, page_size: 12, filter: ['b:1', 'a:1'], tag: undefined, id: 3 },
  )
  t.equal(link, '?page=2&page_size=12&filter=a%3A1&filter=b%3A1')
  t.strictSame(read(everything, 'product-compare'), { ...nothing, ids: [7, 9] })
  t.strictSame(read(everything, 'download'), { ...nothing, filter: ['a:1', 'b:3'] })
  for (const route of ['news-detail', 'product-sub-detail', 'detail', 'manual'] as const)
    t.strictSame(read(everything, route), nothing, route)
})

t.test('empty filters, as a form without script sends them, do not count', async (t) => {
  const search = `?${'filter=&'.repeat(12)}filter=a:1`
  t.strictSame(read(search), { ...nothing, filter: ['a:1'] })
  t.equal(sharedSearch(placeOf('news-list', search)), '?filter=a%3A1')
})

t.test('invalid values are ignored, numbers clamped, and keywords cleaned', async (t) => {
  const rows: [search: string, Partial<typeof nothing>, Route?][] = [
    ['?other=1', {}],
    ...['0', '-1', '1.5', 'x', '01', '9999999', '２'].map((page): [string, object] => [`?page=${page}`, {}]),
    ['?page=999999', { page: 10_000 }],
    ['?page_size=51', { pageSize: 50 }],
    ['?page_size=12', { pageSize: 12 }],
    ['?page_size=12', {}, 'product-list'],
    ['?page_size=10', { pageSize: 10 }, 'product-list'],
    ['?id=x&id=1&id=2&id=3&id=4&id=5&id=6', { ids: [1, 2, 3, 4, 5] }, 'product-compare'],
    [
      `?${Array.from('abcdefghi', (one) => `filter=${one}:1`).join('&')}`,
      { filter: Array.from('abcdefgh', (one) => `${one}:1`) },
    ],
    ['?missing=/a%20b', {}],
    ['?keywords=%00a%0D%0A%09b%7F', { keywords: 'a b' }],
    [`?keywords=${'x'.repeat(99)}😀`, { keywords: `${'x'.repeat(99)}\ufffd` }],
    ['?keywords=%zz', { keywords: '%zz' }],
    // Copied from a page.
    ['?keywords=TL-%E2%81%A0Gate', { keywords: 'TL-Gate' }],
    ...['a b', '<b>', 'ABCD234', 'ABCD234O', 'abcd2345', 'ABCD23456'].map((sent): [string, object, Route] => [
      `?sent=${sent}`,
      {},
      'contact',
    ]),
    ...['0', '1.5', 'x', '01', '1'.repeat(16)].map((product): [string, object, Route] => [
      `?product=${product}`,
      {},
      'contact',
    ]),
  ]
  for (const [search, values, route] of rows)
    t.strictSame(read(search, route), { ...nothing, ...values }, search)
})

t.test('the normalized query is unique and parses to the same values', async (t) => {
  for (const [search, shared, canonical] of [
    [
      everything,
      '?page=3&page_size=20&keywords=%E6%B0%B4+meter&tag=Flow&filter=a%3A1&filter=b%3A3&missing=1',
      '?filter=a%3A1&filter=b%3A3&keywords=%E6%B0%B4+meter&page=3&tag=Flow',
    ],
    ['?page_size=10&page=1&keywords=+&missing=0', '', ''],
    ['?missing=/news/3', '?missing=%2Fnews%2F3', ''],
    ['?missing=//other.example/news', '', ''],
    ['?page=2&page=3&PAGE=4', '?page=2', '?page=2'],
    ['?page=99999', '?page=10000', '?page=10000'],
    [`?keywords=${'x'.repeat(99)}+y`, `?keywords=${'x'.repeat(99)}`, `?keywords=${'x'.repeat(99)}`],
  ] as const) {
    const place = placeOf('news-list', search)
    t.equal(sharedSearch(place), shared, search)
    t.equal(canonicalSearch(place), canonical, search)
    t.strictSame(read(shared), readQuery(place), search)
    t.equal(sharedSearch({ ...place, search: shared }), shared, search)
  }
})
