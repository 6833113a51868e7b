// Shapes that content systems have and Markdown files have too: SEO fields, category trees, dates of the map, one language.
import t, { type Test } from 'tap'
import { selected } from '../../server/sources/directus/fields.ts'
import { entryOf as entryOfRow } from '../../server/sources/directus/rows.ts'
import type { Collection, Field } from '../../server/sources/directus/schema.ts'
import { seoFrom } from '../../server/sources/systems/seo.ts'
import { createTestCms } from '../helpers/cms.ts'
import { createTestPulled } from '../helpers/pulled.ts'
import { createPulledStrapi } from '../helpers/pulled-strapi.ts'
import { entryOf, file as picture } from '../helpers/strapi.ts'
import { temporaryFolder } from '../helpers/temporary-folder.ts'
import { postOf, serveWordPress } from '../helpers/wordpress-entries.ts'

const media = (url: string) => url.replace('/uploads/', '/media/')

t.test('SEO fields of each plugin and component', (t) => {
  const context = { title: 'Meter A', siteTitle: 'Meter Works', media }
  const strapi = {
    id: 1,
    metaTitle: 'Cold water meter',
    metaDescription: 'For flats.',
    metaRobots: 'noindex, nofollow',
    metaImage: picture,
  }
  t.strictSame(seoFrom(strapi, context), {
    title: 'Cold water meter',
    description: 'For flats.',
    image: '/media/art_1.jpeg',
    noindex: true,
  })
  const yoast = {
    title: 'Cold water meter - Meter Works',
    description: 'For flats.',
    robots: { index: 'noindex' },
    og_image: [{ url: '/uploads/own.jpg', width: 1200 }],
  }
  t.strictSame(seoFrom(yoast, context), {
    title: 'Cold water meter',
    description: 'For flats.',
    image: '/media/own.jpg',
    noindex: true,
  })
  t.equal(seoFrom({ title: 'Meter A - Meter Works', robots: { index: 'index' } }, context), undefined)
  t.equal(
    seoFrom({ og_image: [{ url: '/uploads/c.jpg' }] }, { ...context, cover: '/media/c.jpg' }),
    undefined,
    'the picture of the page itself',
  )
  const directus = {
    title: 'Own',
    meta_description: 'Words',
    og_image: { url: '/uploads/x.jpg' },
    no_index: true,
  }
  t.strictSame(seoFrom(directus, context), {
    title: 'Own',
    description: 'Words',
    image: '/media/x.jpg',
    noindex: true,
  })
  const rankMath = { rank_math_title: '%title% %sep% %sitename%', rank_math_robots: ['noindex'] }
  t.match(seoFrom(rankMath, context), { noindex: true, title: undefined })
  for (const other of [undefined, null, '', [], 'text', { keywords: 'a' }])
    t.equal(seoFrom(other, context), undefined)
  t.end()
})

t.test('SEO fields are in calls of all kinds; an unsafe picture is left out', async (t) => {
  const seo = { metaTitle: '搜索标题', metaRobots: 'noindex', metaImage: { url: '//evil.example/x' } }
  const { get } = await createPulledStrapi(t, {
    articles: [entryOf(1, { seo })],
    pages: [entryOf(2, { seo })],
    downloads: [entryOf(3, { seo })],
    manuals: [entryOf(4, { seo })],
  })
  const expected = { title: '搜索标题', noindex: true }
  for (const path of ['article/info/sign-1', 'about/0', 'download/0', 'manual/0']) {
    const { data } = await get(`/api/home/${path}?lang=zh`)
    t.strictSame(data.seo, expected, path)
  }
})

/** WordPress with one site, without Polylang. */
async function createWordPress(t: Test, rows: Parameters<typeof serveWordPress>[1]) {
  const cms = await createTestCms(t, 'wordpress')
  serveWordPress(cms, rows)
  const site = await createTestPulled(
    t,
    { API_KIND: 'wordpress', API_BASE: cms.urls[0]! },
    temporaryFolder(t),
  )
  await site.ready()
  return site
}

t.test('WordPress: Yoast, categories of news, and a taxonomy of products', async (t) => {
  const named = (taxonomy: string, id: number, name: string) => ({ taxonomy, id, name, slug: `s-${id}` })
  const embedded = (...terms: object[]) => ({ 'wp:term': [terms] })
  const own = named('category', 3, '展会')
  const { get } = await createWordPress(t, {
    categories: [{ id: 9, slug: 'service' }],
    product_cat: [
      { id: 20, name: '介质', parent: 0 },
      { id: 21, name: '水', parent: 20 },
      { id: 22, name: '热水', parent: 21 },
      { id: 23, name: '新品', parent: 0 },
    ],
    posts: [
      postOf(1, {
        _embedded: embedded(own, named('category', 1, 'Uncategorized'), named('post_tag', 4, '流量')),
        yoast_head_json: { title: '标题 1 - Meter Works', description: '描述', robots: { index: 'noindex' } },
      }),
      postOf(2, { categories: [9], _embedded: embedded(named('category', 9, 'Services')) }),
    ],
    product: [
      postOf(5, {
        type: 'product',
        _embedded: embedded(...[20, 22, 23].map((id) => named('product_cat', id, String(id)))),
      }),
    ],
    pages: [],
  })
  const { data: news } = await get('/api/home/article/detail/1?lang=zh')
  t.strictSame(news.tags, ['展会', '流量'])
  t.strictSame(news.seo, { description: '描述', noindex: true })
  const { data: service } = await get('/api/home/article/detail/2?lang=zh')
  t.match(service, { category: 'service', tags: [] })
  const { data: product } = await get('/api/home/article/detail/5?lang=zh')
  t.strictSame(product.facets, [{ name: '介质', values: ['水'] }])
  t.strictSame(product.tags, ['新品'])
})

const term = (name: string, parent?: object) => ({ documentId: name, name, slug: name, parent })

t.test('categories of news are tags, those of products are menus of the finder by their roots', async (t) => {
  const medium = term('介质')
  const water = term('水', medium)
  const categories = [medium, water, term('热水', water), term('新品'), term('x'.repeat(51), medium)]
  const { get, frontOf } = await createPulledStrapi(
    t,
    {
      articles: [entryOf(1, { tags: [{ name: '流量' }], categories: [term('press'), term('展会'), water] })],
      products: [entryOf(2, { categories })],
      services: [entryOf(3, { category: term('标定') })],
    },
    { map: 'types: { news: { type: articles, category: press } }\n' },
  )
  const { data: news } = await get('/api/home/article/info/sign-1?lang=zh')
  t.strictSame(news.tags, ['流量', '展会', '水'], 'without the category that is a section')
  const { data: product } = await get('/api/home/article/info/sign-2?lang=zh')
  t.strictSame(product.facets, [{ name: '介质', values: ['水'] }])
  t.strictSame(product.tags, ['新品', 'x'.repeat(51)], 'what is too long for a menu is a tag')
  t.strictSame((await frontOf(`product/${product.id}.zh.md`))['facets'], { 介质: ['水'] })
  const { data: list } = await get(
    `/api/home/article/list/product?lang=zh&filter=${encodeURIComponent('介质:水')}`,
  )
  t.equal(list.total, 1)
  t.strictSame((await get('/api/home/article/info/sign-3?lang=zh')).data.tags, ['标定'])
})

t.test('dates that the map names are obeyed for all kinds, and no other', async (t) => {
  const dates = { valid_until: '2020-01-01', shown_from: '2099-01-01' }
  const fields = '{ published_at: shown_from }'
  const { get } = await createPulledStrapi(
    t,
    {
      articles: [entryOf(1, { valid_until: '2020-01-01' }), entryOf(2, { expires_at: '2020-01-01' })],
      products: [entryOf(3, dates)],
      pages: [entryOf(4, dates), entryOf(5)],
      downloads: [entryOf(6, dates)],
      manuals: [entryOf(7, dates)],
    },
    {
      map: `fields: { news: { expires_at: valid_until }, about: ${fields}, download: ${fields}, manual: ${fields} }\n`,
    },
  )
  t.equal((await get('/api/home/article/info/sign-1?lang=zh')).status, 404)
  t.equal((await get('/api/home/article/info/sign-2?lang=zh')).status, 200, 'a date that no map names')
  t.equal((await get('/api/home/article/info/sign-3?lang=zh')).status, 200)
  t.equal((await get('/api/home/about/info/sign-4?lang=zh')).status, 404)
  t.equal((await get('/api/home/about/info/sign-5?lang=zh')).status, 200)
  t.equal((await get('/api/home/download/0?lang=zh')).status, 404)
  t.equal((await get('/api/home/manual/0?lang=zh')).status, 404)
})

t.test('earlier addresses that the map names lead to the entries', async (t) => {
  const { origin } = await createPulledStrapi(
    t,
    {
      articles: [entryOf(1, { old: '/old/1.html\n/old.php, no path', aliases: '/not-named' })],
      pages: [entryOf(2, { was: [{ path: '/old/about' }] })],
    },
    {
      map: 'fields: { news: { aliases: old }, about: { aliases: was } }\nsite: { zh: { title: A }, redirects: { /shop: /product } }\n',
    },
  )
  t.match(origin.moved?.('/old/1.html'), /^\/news\/\d+$/)
  t.match(origin.moved?.('/old.php'), /^\/news\/\d+$/)
  t.match(origin.moved?.('/old/about'), /^\/about\/\d+$/)
  t.equal(origin.moved?.('/shop'), '/product')
  t.equal(origin.moved?.('/not-named'), undefined)
})

t.test('pages of the company have a summary and facts', async (t) => {
  const { get } = await createPulledStrapi(t, {
    pages: [
      entryOf(1, { summary: '水表厂', facts: [{ label: '员工', number: '320', unit: '人' }] }),
      entryOf(2, { summary: '历史', facts: '成立: 2009' }),
      entryOf(3),
    ],
  })
  const about = async (id: number) => (await get(`/api/home/about/info/sign-${id}?lang=zh`)).data
  t.match(await about(1), { summary: '水表厂', facts: [{ name: '员工', value: '320 人' }] })
  t.match(await about(2), { summary: '历史', facts: [{ name: '成立', value: '2009' }] })
  t.match(await about(3), { summary: undefined, facts: [] })
})

t.test('the form of the map is that of the site', async (t) => {
  const size = '{ name: size, label: Size, type: select, choices: [S, L] }'
  const map = `form: [{ name: name }, { name: contact }, ${size}]\n`
  const { origin } = await createPulledStrapi(t, { articles: [entryOf(1)] }, { map })
  t.match(origin.form?.(), [
    { name: 'name' },
    { name: 'contact', type: 'contact' },
    { name: 'size', choices: [{ value: 'S' }, { value: 'L' }] },
  ])
})

t.test('a system with one language has no items, and no titles of the menu, in the other', async (t) => {
  const wordpress = await createWordPress(t, { posts: [postOf(1)], product: [], pages: [], categories: [] })
  const { post, get, textOf } = await createPulledStrapi(t, { articles: [entryOf(1)] })
  for (const site of [wordpress, { post, get }]) {
    const { data: menu } = await site.post('/api/home/route/tree', {})
    t.ok(menu.length > 0)
    for (const { title } of menu) t.match(title, { zh: /./, en: /^$/ })
    t.equal((await site.get('/api/home/article/list/news?lang=zh')).data.total, 1)
    t.equal((await site.get('/api/home/article/list/news?lang=en')).data.total, 0)
  }
  const { data } = await wordpress.get('/api/home/article/detail/1?lang=zh')
  t.strictSame(data.languages, ['zh'])
  t.match(await textOf('menu.yaml'), '"en": ""')
})

t.test('as soon as it has an item in the other language, its menu is in both', async (t) => {
  const { post } = await createPulledStrapi(t, { articles: [entryOf(1), entryOf(2, { locale: 'en' })] })
  const { data: menu } = await post('/api/home/route/tree', {})
  for (const { title } of menu) t.match(title, { zh: /./, en: /./ })
})

t.test(
  'Directus: categories come with those above them, and the picture of the SEO interface has an address',
  (t) => {
    const field = (kind: Field['kind'], to = ''): Field => ({ kind, via: '', to, rows: to })
    const collection = (name: string, fields: Record<string, Field>): Collection => ({
      name,
      key: 'id',
      isSingle: false,
      isRead: true,
      fields: new Map(Object.entries({ id: field('value'), ...fields })),
    })
    const products = collection('products', { seo: field('value'), category: field('one', 'topics') })
    const topics = collection('topics', { name: field('value'), parent: field('one', 'topics') })
    const all = new Map([products, topics].map((one) => [one.name, one]))
    const { fields } = selected(products, all, ['category', 'seo'], [])
    t.equal(fields, 'id,category.*,category.parent.*,category.parent.parent.*,seo')
    const row = {
      id: 1,
      seo: { title: 'Own', og_image: 'a1', no_index: false },
      category: { id: 3, name: 'Water', parent: { id: 2, name: 'Medium', parent: null } },
    }
    const entry = entryOfRow(row, products, all, 'zh-CN')
    t.match(entry, { seo: { title: 'Own', og_image: { url: '/assets/a1' } } })
    t.match(entry['category'], { name: 'Water', documentId: '3', parent: { name: 'Medium' } })
    t.end()
  },
)

t.test('the site has the languages of its items, and a second one comes behind the first', async (t) => {
  const languagesOf = async (entries: ReturnType<typeof entryOf>[], options = {}) => {
    const { post, textOf, dataDir, close } = await createPulledStrapi(t, { articles: entries }, options)
    const { data } = await post('/api/home/config/base', {})
    await close?.()
    t.strictSame(JSON.parse(await textOf('site.yaml')).languages, data.languages)
    return { languages: data.languages, dataDir }
  }
  const english = entryOf(2, { locale: 'en' })
  t.strictSame((await languagesOf([entryOf(1)])).languages, ['zh'])
  t.strictSame((await languagesOf([entryOf(1), english])).languages, ['zh', 'en'])
  t.strictSame((await languagesOf([english])).languages, ['en'])
  const named = { map: 'site: { languages: [en, zh], time_zone: Europe/Berlin }\n' }
  t.strictSame((await languagesOf([entryOf(1)], named)).languages, ['en', 'zh'])
})

t.test('dates without an offset are in the time zone of the map, and links in its languages', async (t) => {
  const news = entryOf(1, {
    locale: 'en',
    published_at: '2026-03-02',
    publishedAt: '2026-03-02T00:00:00.000Z',
    body: '<p><a href="/news/sign-1">here</a></p>',
  })
  const { get } = await createPulledStrapi(
    t,
    { articles: [news] },
    { map: 'site: { languages: [en], title: Roaster, time_zone: Europe/Berlin }\n' },
  )
  const { data } = await get('/api/home/article/detail/1')
  t.equal(data.published_at, '2026-03-02T00:00:00+01:00')
  t.match(data.body, /href="\/news\/1"/)
})
