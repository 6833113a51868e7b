// Sections are content: a site with coffees, news, a blog and careers, through the front door.
import t from 'tap'
import { createFolder, page } from '../content/world.ts'
import { createCoffeeFolder, siteYaml } from '../helpers/coffee.ts'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { siteUrl } from '../helpers/site.ts'
import { words } from '../helpers/words.ts'

const folder = createCoffeeFolder(t)
const site = await createEmbeddedSite(t, { folder })
const get = async (url: string) => (await site.get(url)).body

/** Route id and heading of a page. */
async function shown(url: string) {
  const { statusCode, body } = await site.get(url)
  const heading = /<h1[^>]*>([\s\S]*?)<\/h1>/.exec(body)?.[1]?.replace(/<[^>]+>|\u2060/g, '')
  return [statusCode, /data-page="([^"]*)"/.exec(body)?.[1], heading, /<title>([^<]*)/.exec(body)?.[1]]
}

const pages: [path: string, route: string, heading: string][] = [
  ['/en/coffees', 'coffees-list', 'Coffees'],
  ['/en/coffees/1', 'coffees-detail', 'Yirga'],
  ['/en/coffees/1/3', 'coffees-sub-detail', 'Gift box'],
  ['/en/coffees/compare', 'coffees-compare', 'Compare coffees'],
  ['/en/news', 'news-list', 'News'],
  ['/en/news/11', 'news-detail', 'Opening'],
  ['/en/blog', 'blog-list', 'Blog'],
  ['/en/blog/21', 'blog-detail', 'Pour over'],
  ['/en/careers', 'careers-list', 'Careers'],
  ['/en/careers/31', 'careers-detail', 'Roaster wanted'],
  ['/coffees', 'coffees-list', '咖啡'],
  ['/blog/21', 'blog-detail', '手冲'],
]

t.test('every kind of page of every section, with its heading and title', async (t) => {
  for (const [path, route, heading] of pages) {
    const siteTitle = path.startsWith('/en') ? 'Roastery' : '烘焙坊'
    t.strictSame(await shown(path), [200, route, heading, `${heading} | ${siteTitle}`], path)
  }
})

t.test('what no section has is 404', async (t) => {
  const paths = words(`
    /product /service /product/1 /coffee /careers/31/32 /coffees/11 /news/21 /blog/compare /product/feed.xml /news/1
    /product/_payload.json?x /api/home/article/list/product
  `)
  for (const path of paths) t.equal((await site.get(path)).statusCode, 404, path)
  t.equal((await site.get('/Coffees/1?a=1')).headers.location, '/coffees/1?a=1')
})

t.test('breadcrumbs, links and texts have the names of the section', async (t) => {
  const shown = {
    '/en/coffees/1': [
      ...['<a href="/en/coffees">Coffees</a>', 'Ask about this coffee', 'Related coffees', 'Next coffee'],
      ...['href="/en/coffees/1/3"', 'href="/en/coffees/compare?id=1"', 'href="/en/manual/41"'],
    ],
    '/en/coffees': [
      ...['Find a coffee', 'Six coffees', 'Compare chosen coffees', 'At most 4 coffees'],
      'placeholder="Coffees, documents, news, blog"',
    ],
    '/coffees': ['挑选咖啡'],
    '/en/blog/21': ['Related blog'],
    '/en/careers/31': ['Other careers'],
    '/en/manual/41': ['href="/en/coffees/1"'],
    '/en/manual': ['Installation, setup, use and maintenance.', 'href="/en/manual/41"', 'Brewing manual'],
  }
  for (const [url, texts] of Object.entries(shown)) {
    const body = await get(url)
    for (const text of texts) t.match(body, text, url)
  }
  t.notMatch(await get('/manual'), '产品')
})

t.test('payloads, islands and calls', async (t) => {
  const { id } = JSON.parse(await get('/builds/latest.json'))
  const payload = JSON.parse(await get(`/en/blog/_payload.json?${id}`))
  t.match(payload, { route: 'blog-list', menu: '/en/blog' })
  const { data } = JSON.parse(await get('/api/home/article/list/blog?lang=en'))
  t.strictSame(
    data.list.map(({ id, category }: { id: number; category: string }) => [id, category]),
    [
      [22, 'blog'],
      [21, 'blog'],
    ],
  )
  const neighbours = JSON.parse(await get('/api/home/article/detail/21?lang=en')).data
  t.match(neighbours, { category: 'blog', prev: { id: 22 } })
})

t.test('the home page shows the sections', async (t) => {
  const home = await get('/en')
  for (const text of ['All coffees', 'All careers', 'All news', 'All blog', 'Yirga', 'Barista wanted'])
    t.match(home, text)
  t.notMatch(home, '/product')
})

t.test('the search has its kinds, chips and addresses', async (t) => {
  const { data } = JSON.parse(await get('/api/home/search?lang=en&q=roastwords'))
  t.strictSame(data.counts, { coffees: 3, news: 1, blog: 2, careers: 2, about: 1, manual: 1 })
  const results = (await get('/en?keywords=roastwords')).replaceAll('<!-- -->', '')
  t.match(results, /href="\/en\?keywords=roastwords&amp;kind=coffees"[^>]*>Coffees \(3\)/)
  t.match(results, 'href="/en/coffees/1/3"')
  const blog = await get('/en?keywords=roastwords&kind=blog')
  t.match(blog, 'href="/en/blog/21"')
  t.notMatch(blog, 'href="/en/coffees/1"')
  t.match(await get('/en/blog?keywords=roastwords'), 'href="/en/coffees?keywords=roastwords"')
})

t.test('feeds, sitemaps, structured data and suggestions have the sections', async (t) => {
  const feed = await get('/en/blog/feed.xml')
  t.match(feed, `${siteUrl}/en/blog/22`)
  t.notMatch(feed, `${siteUrl}/en/news/11`)
  const sitemap = await get('/en/sitemap.xml')
  for (const path of ['/en/coffees', '/en/coffees/1/3', '/en/blog/21', '/en/careers'])
    t.match(sitemap, `<loc>${siteUrl}${path}</loc>`)
  t.notMatch(sitemap, '/product')
  const blog = await get('/en/blog/21')
  t.match(blog, `href="${siteUrl}/en/blog/feed.xml"`)
  t.match(blog, '"@type":"NewsArticle"')
  t.match(await get('/en/coffees/2'), '"@type":"Product"')
  const settings = JSON.parse(/id="data">(.*?)<\/script>/.exec(blog)?.[1] ?? '')
  t.match(settings.sections, [{ slug: 'coffees', kind: 'product', title: 'Coffees' }])
})

t.test('a section may have the name of a property that every object inherits', async (t) => {
  const section = '{ slug: constructor, kind: article, title: { zh: 构造, en: Constructor } }'
  const folder = createFolder(t, {
    'site.yaml': `${siteYaml}sections: [${section}]\n`,
    'constructor/1.en.md': page('id: 1\ntitle: First', 'text'),
  })
  const other = await createEmbeddedSite(t, { folder })
  t.match((await other.get('/en/constructor')).body, 'href="/en/constructor/1"')
})
