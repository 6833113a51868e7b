// Head: the title of a page; its default title, from its path.
import t from 'tap'
import type { SiteConfig } from '../../shared/content/site.ts'
import { errorHead, type PageHead, pageHead, titleFromPath } from '../../shared/head.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'

const siteUrl = 'https://www.site.example'
const config = { zh: { title: '水表厂' }, en: { title: 'Meter Works' } } as SiteConfig
const matchOf = (url: string) => resolve(url) as RouteMatch

const titles: [path: string, title: string][] = [
  ['/news', 'News'],
  ['/news/our-history', 'Our History'],
  ['/about/the_art-of.measuring', 'The Art of Measuring'],
  ['/detail_howToInstall', 'Detail How to Install'],
  ['/about/a-meter-for-the-farm', 'A Meter for the Farm'],
  ['/about/of-mice-and-men', 'Of Mice and Men'],
  ['/about/day2Report', 'Day2 Report'],
  ['/about/IP68-report', 'IP68 Report'],
  ['/about/--x__y..', 'X Y'],
  ['/about/%E6%B0%B4-meter', '水 Meter'],
  ['/about/a%20b%2Dc', 'A B C'],
  ['/news/12', '12'],
  ['/news/', 'News'],
  ['/', ''],
]

t.test('the last segment is decoded, split and title-cased', async (t) => {
  for (const [path, title] of titles) t.equal(titleFromPath(path), title, path)
})

t.test('small words are in lower case except in first place', async (t) => {
  const small = 'a an and as at but by for if in is nor of on or the to with'.split(' ')
  for (const word of small) {
    const upper = word.charAt(0).toUpperCase() + word.slice(1)
    t.equal(titleFromPath(`/${word}-x-${word.toUpperCase()}-y`), `${upper} X ${word} Y`)
  }
})

const described = {
  zh: { title: '水表厂', description: '厂' },
  en: { title: 'Meter Works' },
  brand: { mark: 'mark' },
} as SiteConfig

function headOf(head: PageHead, url = '/news/1', site: SiteConfig | undefined = described) {
  const { metas, ...links } = pageHead(head, matchOf(url), { siteUrl, config: site })
  const contents = metas.map((meta) => ['name' in meta ? meta.name : meta.property, meta.content])
  return { ...links, metas: Object.fromEntries(contents) as Record<string, string> }
}

t.test('links and metadata of an article', async (t) => {
  const article: PageHead = {
    title: 'The fair',
    part: 'Page 2',
    description: 'A\u00a0fair.',
    image: '/media/a.svg',
    imageAlt: 'Hall',
    type: 'article',
    status: 'draft',
  }
  t.strictSame(headOf(article, '/en/news/1?x=1'), {
    title: 'The fair – Page 2 | Meter Works',
    canonical: `${siteUrl}/en/news/1`,
    alternates: [
      { hrefLang: 'zh-CN', href: `${siteUrl}/news/1` },
      { hrefLang: 'en-US', href: `${siteUrl}/en/news/1` },
      { hrefLang: 'x-default', href: `${siteUrl}/news/1` },
    ],
    feeds: [
      { type: 'application/rss+xml', title: 'News | Meter Works – RSS', href: `${siteUrl}/en/news/feed.xml` },
      { type: 'application/rss+xml', title: 'Meter Works – RSS', href: `${siteUrl}/en/feed.xml` },
    ],
    status: 'draft',
    metas: {
      description: 'Page 2 – A fair.',
      'twitter:card': 'summary_large_image',
      'twitter:image:alt': 'Hall',
      'og:title': 'The fair – Page 2',
      'og:description': 'Page 2 – A fair.',
      'og:url': `${siteUrl}/en/news/1`,
      'og:type': 'article',
      'og:site_name': 'Meter Works',
      'og:locale': 'en_US',
      'og:locale:alternate': 'zh_CN',
      'og:image': `${siteUrl}/share/a.svg.jpg`,
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': 'Hall',
    },
  })
})

t.test('what an item says to search engines goes before what its page shows', async (t) => {
  const seo = { title: 'S', description: 'D', image: 'https://cdn.example/a.PNG', noindex: true }
  const { title, alternates, metas } = headOf({
    title: 'T',
    description: 'E',
    image: '/media/a.png',
    imageAlt: 'A',
    seo,
  })
  t.strictSame([title, alternates], ['S | 水表厂', []])
  t.match(metas, {
    robots: 'noindex',
    description: 'D',
    'og:image': seo.image,
    'og:image:alt': 'S',
    'og:type': 'website',
  })
  for (const name of ['og:image:width', 'og:image:height']) t.notOk(name in metas)
  t.equal(metas['og:title'], 'S')
  t.notOk('og:locale:alternate' in headOf({ inOther: false }).metas)
})

t.test('a page without a picture that networks show has the mark of the brand', async (t) => {
  const mark = { 'og:image': `${siteUrl}/icon-512.png`, 'og:image:width': '512', 'og:image:alt': '水表厂' }
  t.match(headOf({ noindex: true, image: '/media/a.png' }).metas, { ...mark, robots: 'noindex' })
  for (const image of [
    undefined,
    'ftp://a.example/a.png',
    '/files/a.svg',
    'https://[',
    '/a.png/b',
    'data:x.png',
    '/media/.svg?',
  ])
    t.match(headOf({ image }).metas, { ...mark, 'twitter:card': /^summary$/ }, String(image))
  for (const image of ['/a.jpg', '/a.jpeg', '/a.webp?x', '/a.gif', '/x/media/a.png', '/media/a.png?x']) {
    t.equal(headOf({ image }).metas['og:image'], siteUrl + image)
    t.notOk('robots' in headOf({ image }).metas)
  }
  t.equal(headOf({ image: '/media/a.jpeg' }).metas['og:image'], `${siteUrl}/share/a.jpeg.jpg`)
  t.notMatch(JSON.stringify(headOf({}, '/', config).metas), /image/)
  t.equal(headOf({}, '/', config).metas['twitter:card'], 'summary')
  t.equal(headOf({ image: 'http://cdn.example/a.png' }).metas['og:image'], 'http://cdn.example/a.png')
})

t.test('defaults of the site, and long titles', async (t) => {
  t.equal(headOf({ title: 'T' }).metas['description'], '厂')
  t.notOk('description' in headOf({ title: 'T' }, '/en/news').metas)
  t.equal(pageHead({}, matchOf('/'), { siteUrl, config: undefined }).title, 'www.site.example')
  for (const en of [undefined, { title: '' }])
    t.equal(headOf({}, '/en', { ...described, en } as SiteConfig).title, '水表厂')
  t.equal(headOf({}, '/news').title, 'News | 水表厂')
  t.equal(headOf({}, '/').title, '水表厂')
  t.equal(headOf({ title: 'long '.repeat(40) }, '/en').title, `${'long '.repeat(19)}long… | Meter Works`)
  t.equal(headOf({ description: 'long '.repeat(40) }).metas['description'], `${'long '.repeat(31)}long…`)
  t.equal(headOf({ path: '/news/9' }, '/en/news/1').canonical, `${siteUrl}/en/news/9`)
  for (const inOther of [false, null]) t.strictSame(headOf({ inOther }).alternates, [])
  t.equal(headOf({ path: '/news' }, '/news?page=2').alternates[1]?.href, `${siteUrl}/en/news?page=2`)
  const error = { title: '404 - Gone', alternates: [], metas: [{ name: 'robots', content: 'noindex' }] }
  t.strictSame(errorHead({ statusCode: 404, message: 'Gone' } as Parameters<typeof errorHead>[0]), error)
})
