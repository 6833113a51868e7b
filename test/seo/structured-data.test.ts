// Structured data of each page kind, FAQ, and hostile content.
import t from 'tap'
import { find } from '../helpers/html.ts'
import { robot, siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

type Thing = Record<string, unknown> & { '@type': string }

function thingsOf(html: string): Thing[] {
  const text = find(html, /<script type="application\/ld\+json">([^<]*)<\/script>/)
  return text ? (JSON.parse(text) as { '@graph': Thing[] })['@graph'] : []
}

const site = await createSmallSite(t)
const get = async (url: string) => (await site.get(url, robot)).body
const thing = async (url: string, type: string) =>
  thingsOf(await get(url)).find((one) => one['@type'] === type)

t.test('the home page has a SearchAction in its language', async (t) => {
  for (const [url, locale, language] of [
    ['/', 'zh', 'zh-CN'],
    ['/en', 'en', 'en-US'],
  ] as const) {
    t.match(await thing(url, 'WebSite'), {
      inLanguage: language,
      publisher: { '@id': `${siteUrl}/#organization` },
      potentialAction: { target: { urlTemplate: `${siteUrl}/${locale}?keywords={search_term_string}` } },
    })
  }
  t.equal(await thing('/news', 'WebSite'), undefined)
})

t.test('the BreadcrumbList is the visible breadcrumb', async (t) => {
  const crumbs = { Home: '/en', News: '/en/news', 'The fair': '/en/news/1', 'Day one': '/en/news/1/4' }
  t.strictSame(
    (await thing('/en/news/1/4', 'BreadcrumbList'))?.['itemListElement'],
    Object.entries(crumbs).map(([name, path], at) => {
      return { '@type': 'ListItem', position: at + 1, name, item: siteUrl + path }
    }),
  )
  t.equal(await thing('/en', 'BreadcrumbList'), undefined)
})

t.test('the author of news is the person, else the company', async (t) => {
  t.match(await thing('/en/news/1', 'NewsArticle'), {
    headline: 'The fair',
    datePublished: '2026-03-02T09:30:00+08:00',
    author: { '@type': 'Person', name: 'Wang' },
    publisher: { '@id': `${siteUrl}/#organization` },
    mainEntityOfPage: `${siteUrl}/en/news/1`,
  })
  t.match(await thing('/news/2', 'NewsArticle'), { author: { '@id': `${siteUrl}/#organization` } })
  t.equal((await thing('/news/2', 'NewsArticle'))?.['image'] !== undefined, true)
})

t.test('a product has its specifications, and no offers, reviews or ratings', async (t) => {
  const product = await thing('/product/11', 'Product')
  t.match(product, { name: '甲表', brand: { name: '水表厂' }, url: `${siteUrl}/product/11` })
  for (const name of ['offers', 'review', 'aggregateRating']) t.equal(product?.[name], undefined, name)
})

t.test('a section whose headings are all questions is a FAQPage', async (t) => {
  const bodies: [body: string, questions: string[]][] = [
    [
      '<h2>FAQ</h2><h3 id="a">Why &amp; how?</h3><p>So.</p><ul><li>x</li></ul><h3>And?</h3><p>Yes.</p><h2>End</h2><p>z</p>',
      ['Why & how?', 'And?'],
    ],
    ['<h2>常见问题</h2><h3>为什么？</h3><p>因为。</p><h3>然后？</h3><p>好。</p>', ['为什么？', '然后？']],
    ['<h2>Why?</h2><p>So.</p><h2>And?</h2><p>Yes.</p>', []],
    ['<h2>FAQ</h2><h3>Why?</h3><p>So.</p><h3>A statement</h3><p>Yes.</p>', []],
  ]
  const fresh = await createSmallSite(t)
  for (const [at, [body, questions]] of bodies.entries()) {
    const [section, id] = at < 2 ? ['service', 21 + at] : ['solution', 29 + at]
    fresh.origin.patch(`/api/home/article/detail/${id}`, (data: object) => ({ ...data, body }))
    const things = thingsOf((await fresh.get(`/en/${section}/${id}`, robot)).body)
    const page = things.find((one) => one['@type'] === 'FAQPage')
    const names = ((page?.['mainEntity'] ?? []) as { name: string }[]).map(({ name }) => name)
    t.strictSame(names, questions)
  }
})

t.test('content cannot close or extend the script element', async (t) => {
  const hostile = '</script><script>alert(1)</script><!--\u2028"\\'
  const fresh = await createSmallSite(t)
  fresh.origin.patch('/api/home/article/detail/1', (data: object) => ({
    ...data,
    title: hostile,
    summary: hostile,
  }))
  const { body } = await fresh.get('/news/1', robot)
  const news = thingsOf(body).find((one) => one['@type'] === 'NewsArticle')
  t.equal(news?.['headline'], hostile)
  t.equal(body.match(/<script type="application\/ld\+json">/g)?.length, 1)
  t.notMatch(body, '<script>alert')
})

t.test('error and search pages have no structured data', async (t) => {
  for (const url of ['/news/999', '/news?keywords=x', '/en?keywords=x', '/news?page=9'])
    t.strictSame(thingsOf((await site.get(url)).body), [], url)
})

t.test('without site configuration the Organization has a name and a URL', async (t) => {
  const fresh = await createSmallSite(t)
  fresh.origin.json('/api/home/config/base', {}, 500)
  const things = thingsOf((await fresh.get('/en/news/1', robot)).body)
  const organization = things.find((one) => one['@type'] === 'Organization')
  t.match(organization, { name: 'www.tinglan.example', url: `${siteUrl}/en` })
})
