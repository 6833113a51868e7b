// Share cards: og:image of pages.
import sharp from 'sharp'
import t from 'tap'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

t.test('each page has an og:image with its title, 1200 × 630 pixels', async (t) => {
  const { get, origin } = await createSmallSite(t)
  origin.patch('/api/home/article/detail/', (article: object) => ({
    ...article,
    cover: '/media/a-800x600.svg',
  }))
  const seen = new Set<string>()
  for (const page of ['/', '/en', '/news/1', '/en/news']) {
    const { body } = await get(page)
    const image = metaOf(body, 'og:image') ?? ''
    t.match(image, new RegExp(`^${siteUrl}/cards/[a-z0-9]+/(zh|en)(/.+)?\\.png$`), page)
    t.equal(metaOf(body, 'og:image:width'), '1200')
    t.equal(metaOf(body, 'og:image:height'), '630')
    t.ok(metaOf(body, 'og:image:alt'))
    t.equal(metaOf(body, 'twitter:card'), 'summary_large_image')
    const card = await get(image.slice(siteUrl.length))
    t.equal(card.statusCode, 200)
    t.equal(card.headers['content-type'], 'image/png')
    t.equal(card.headers['cache-control'], 'public, max-age=31536000, immutable')
    t.equal(card.headers['cross-origin-resource-policy'], 'cross-origin')
    const picture = sharp(card.rawPayload)
    t.match(await picture.metadata(), { format: 'png', width: 1200, height: 630 })
    t.ok((await picture.stats()).isOpaque)
    t.ok(card.rawPayload.length < 250_000, `${card.rawPayload.length} bytes`)
    seen.add(card.rawPayload.toString('base64'))
  }
  t.equal(seen.size, 4, 'no two pages have the same card')
})

t.test('an invalid digest redirects to the current card, and cards of missing pages are a 404', async (t) => {
  const { get, origin } = await createSmallSite(t)
  const right = (metaOf((await get('/news/1')).body, 'og:image') ?? '').slice(siteUrl.length)
  const wrong = right.replace(/cards\/[a-z0-9]+/, 'cards/abc')
  const moved = await get(wrong)
  t.equal(moved.statusCode, 302)
  t.equal(moved.headers['location'], right)
  t.equal(moved.headers['cache-control'], 'public, max-age=300')
  for (const path of [
    '/cards/abc/zh/news/999999.png',
    '/cards/abc/zh/nothing.png',
    '/cards/abc/fr.png',
    '/cards/abc/news/1.png',
    '/cards/abc.png',
    '/cards/',
    right.replace('.png', ''),
  ])
    t.equal((await get(path)).statusCode, 404, path)

  origin.patch('/api/home/article/detail/', (article: object) => ({ ...article, title: 'Another title' }))
  const hits = origin.hits.length
  t.equal((await get(`${right}?title=Evil`)).statusCode, 200, 'of the stored page, whatever is asked for')
  t.equal(origin.hits.length, hits)
})

t.test('searches and empty lists have the card of the site; all pages of a list share one', async (t) => {
  const { get } = await createSmallSite(t)
  const cardOf = async (url: string) => metaOf((await get(url)).body, 'og:image')
  const home = await cardOf('/')
  t.equal(await cardOf('/news?keywords=Pay%20here'), home)
  t.equal(await cardOf('/news?page=900'), home)
  t.equal(await cardOf('/news?page=2&page_size=2'), await cardOf('/news'))
  t.not(await cardOf('/en'), home)
})

t.test('an item’s own image is og:image where social networks support its format', async (t) => {
  const { get, origin } = await createSmallSite(t)
  let cover = ''
  origin.patch('/api/home/article/detail/', (article: object) => ({ ...article, cover, cover_alt: 'A hall' }))
  let id = 1
  const show = async (url: string) => {
    cover = url
    const { body } = await get(`/news/${id++}`)
    return ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((name) => metaOf(body, name))
  }
  t.strictSame(await show('/media/hall-1600x900.480-960.jpg'), [
    `${siteUrl}/media/hall-1600x900.480-960.jpg`,
    '1600',
    '900',
    'A hall',
  ])
  t.strictSame(await show('https://cdn.example/x.PNG?v=2'), [
    'https://cdn.example/x.PNG?v=2',
    undefined,
    undefined,
    'A hall',
  ])
  t.match((await show('/media/hall-1600x900.svg'))[0], '/cards/')
})

t.test('concurrent requests of a card are one drawing, and later ones are cached', async (t) => {
  const { get, origin } = await createSmallSite(t)
  const path = (metaOf((await get('/en/product')).body, 'og:image') ?? '').slice(siteUrl.length)
  const all = await Promise.all(Array.from({ length: 50 }, () => get(path)))
  t.ok(all.every(({ statusCode, rawPayload }) => statusCode === 200 && rawPayload.equals(all[0]!.rawPayload)))
  const hits = origin.hits.length
  t.equal((await get(path)).statusCode, 200)
  t.equal(origin.hits.length, hits)
})

t.test('a failure of the origin is an error response, and is not cached', async (t) => {
  const { get, origin } = await createSmallSite(t)
  origin.json('/api/home/article/', { success: false, data: null, msg: '' }, 500)
  const answer = await get('/cards/abc/zh/news/1.png')
  t.equal(answer.statusCode, 502)
  t.equal(answer.headers['cache-control'], 'no-store')
})

t.test('titles of any length and any characters are drawn', async (t) => {
  const { get, origin } = await createSmallSite(t)
  const titles = ['水'.repeat(50_000), `${' '.repeat(5000)}x`, '\u{20000}😀\u0007\ud800', 'W'.repeat(300)]
  let title = ''
  origin.patch('/api/home/article/detail/', (article: object) => ({ ...article, cover: undefined, title }))
  for (const [index, one] of titles.entries()) {
    title = one
    // Another page each time: the last one is in the cache.
    const moved = await get(`/cards/abc/zh/${['news/1', 'news/2', 'news/3', 'product/11'][index]}.png`)
    t.equal(moved.statusCode, 302, one.slice(0, 10))
    const card = await get(String(moved.headers['location']))
    t.strictSame([card.statusCode, card.headers['content-type']], [200, 'image/png'])
  }
})
