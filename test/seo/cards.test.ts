// Share cards: og:image of pages.
import sharp from 'sharp'
import t, { type Test } from 'tap'
import { cardPictureBox } from '../../shared/share-card.ts'
import { ifLong, someOf } from '../helpers/long.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

/** In the media folder of the fixture. */
const drawing = '/media/images/pump-1200x675.svg'
const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]

t.test('each page has an og:image with its title, 1200 × 630 pixels', async (t) => {
  const { get, origin } = await createSmallSite(t)
  origin.patch('/api/home/article/detail/', (article: object) => ({
    ...article,
    cover: drawing,
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

t.test(
  'an image of another site, or one for shared links, is og:image where social networks support its format',
  async (t) => {
    const { get, origin } = await createSmallSite(t)
    let shown: object = {}
    origin.patch('/api/home/article/detail/', (article: object) => ({
      ...article,
      ...shown,
      cover_alt: 'A hall',
    }))
    let id = 1
    const show = async (fields: object) => {
      shown = fields
      const { body } = await get(`/news/${id++}`)
      return ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((name) =>
        metaOf(body, name),
      )
    }
    const image = '/media/hall-1600x900.480-960.jpg'
    const [url, width, height] = await show({ seo: { image }, cover: drawing })
    t.strictSame([url, width, height], [siteUrl + image, '1600', '900'])
    t.strictSame(await show({ cover: 'https://cdn.example/x.PNG?v=2' }), [
      'https://cdn.example/x.PNG?v=2',
      undefined,
      undefined,
      'A hall',
    ])
    t.match((await show({ cover: 'https://cdn.example/hall.svg' }))[0], '/cards/')
  },
)

type Cover = { cover: string; type?: string; body?: Buffer; status?: number }

/** Each cover is that of another news item, and at another address: `*` is a number. */
async function createCardWorld(t: Test) {
  const { get, origin } = await createSmallSite(t)
  let answer: Cover = { cover: '' }
  let id = 100
  origin.answer('/api/home/article/detail/', (_request, response) => {
    const data = {
      id,
      category: 'news',
      title: 'A hall',
      body: '',
      published_at: '2025-01-01',
      cover: answer.cover,
    }
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ success: true, data, msg: '' }))
  })
  origin.answer('/media/cover', (_request, response) => {
    const { status = 200, type = 'image/svg+xml', body } = answer
    response.writeHead(status, { 'content-type': type }).end(body)
  })
  const cardOf = async (given: Cover) => {
    id++
    answer = { ...given, cover: given.cover.replace('*', String(id)) }
    const moved = await get(`/cards/abc/en/news/${id}.png`)
    const { statusCode, headers, rawPayload } = await get(String(moved.headers['location']))
    t.equal(statusCode, 200, given.cover)
    const box = sharp(rawPayload).extract(cardPictureBox)
    const colour = await box.resize(1, 1).removeAlpha().raw().toBuffer()
    return { png: rawPayload, cache: headers['cache-control'], colour: [...colour] }
  }
  return { cardOf, origin }
}

const immutable = 'public, max-age=31536000, immutable'
const square = (fill: string) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 6"><path fill="${fill}" d="M0 0h8v6H0z"/></svg>`,
  )

t.test('a cover of this site is on the card: a drawing, and a photograph of any size', async (t) => {
  const { cardOf, origin } = await createCardWorld(t)
  const drawn = await cardOf({ cover: '/media/cover*.svg', body: square('#c00000') })
  t.equal(drawn.cache, immutable)
  const near = (colour: number[], wanted: number[]) =>
    t.ok(
      colour.every((value, at) => Math.abs(value - wanted[at]!) < 12),
      `${colour}`,
    )
  near(drawn.colour, [192, 0, 0])
  const channels = 3
  const photograph = sharp({ create: { width: 5000, height: 4000, channels, background: '#00a000' } })
  const body = await photograph.jpeg().toBuffer()
  const shown = await cardOf({ cover: '/media/cover*-5000x4000.jpg', type: 'image/jpeg', body })
  near(shown.colour, [0, 160, 0])
  t.equal(shown.cache, immutable)
  t.ok(shown.png.length < 250_000)
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 }
  const tall = sharp({ create: { width: 1000, height: 3000, channels, background: '#fff', noise } })
  const portrait = { type: 'image/png', body: await tall.png().toBuffer() }
  t.equal((await cardOf({ cover: '/media/cover*.png', ...portrait })).cache, immutable)
  t.equal(origin.hits.filter((hit) => hit.includes('/media/cover')).length, 3)
})

t.test(
  'without the cover, or with one that is no picture, the card has the title only, for five minutes',
  async (t) => {
    const { cardOf } = await createCardWorld(t)
    const plain = await cardOf({ cover: '' })
    t.equal(plain.cache, immutable)
    const covers = [
      { cover: '/media/cover*.svg', status: 404 },
      { cover: '/media/cover*.svg', body: Buffer.from('<html>') },
      { cover: '/media/cover*.svg', body: Buffer.concat([square('#c00000'), Buffer.alloc(300_000, ' ')]) },
      { cover: '/media/cover*.jpg', type: 'image/jpeg', body: Buffer.from('no picture') },
      { cover: '/media/cover*.png', type: 'text/html', body: square('#c00000') },
    ]
    for (const cover of someOf(covers, 3)) {
      const { png, cache } = await cardOf(cover)
      t.equal(cache, 'public, max-age=300', JSON.stringify(cover).slice(0, 80))
      t.ok(png.equals(plain.png))
    }
  },
)

t.test('the server requests no cover from outside /media/', async (t) => {
  const { cardOf, origin } = await createCardWorld(t)
  const plain = await cardOf({ cover: '' })
  const outside = [
    'https://cdn.example/cover.svg',
    '//cdn.example/media/cover*.svg',
    '/media/../api/cover*.svg',
    '/media/%2e%2e/cover*.svg',
    '/api/home/cover.svg',
    '/media/cover*.svg?x=1',
  ]
  for (const cover of someOf(outside, 2)) {
    t.ok((await cardOf({ cover, body: square('#c00000') })).png.equals(plain.png), cover)
    t.notMatch(origin.hits.join(), /cover/)
  }
})

t.test('cards of products, articles and news have different colours', ifLong, async (t) => {
  const { get } = await createSmallSite(t)
  const grounds = new Set<string>()
  for (const page of ['/en/product', '/en/service', '/en/news']) {
    const card = await get((metaOf((await get(page)).body, 'og:image') ?? '').slice(siteUrl.length))
    const corner = sharp(card.rawPayload).extract({ left: 1150, top: 620, width: 40, height: 10 })
    grounds.add((await corner.raw().toBuffer()).toString('hex'))
  }
  t.equal(grounds.size, 3)
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

t.test('titles of any length and any characters are drawn', ifLong, async (t) => {
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
