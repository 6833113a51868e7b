// Pictures of shared links: og:image of pages. Other images: test/shared/head.test.ts.
import sharp from 'sharp'
import t from 'tap'
import { metaOf } from '../helpers/html.ts'
import { siteUrl } from '../helpers/site.ts'
import { createSmallSite } from '../helpers/small-site.ts'

const drawing = '/media/images/pump-1200x675.svg'

const { get, origin } = await createSmallSite(t)
/** Pages that have not been requested. */
const fresh = ['/news/1', '/news/2']

/** What the next page says of its image, with these fields. */
async function imageOf(fields: object) {
  const restore = origin.patch('/api/home/article/detail/', (article: object) => ({
    ...article,
    cover_alt: 'A hall',
    ...fields,
  }))
  const { body } = await get(fresh.shift()!)
  restore()
  return ['og:image', 'og:image:width', 'og:image:height', 'og:image:alt'].map((name) => metaOf(body, name))
}

t.test('a cover of this site is shared in 1200 × 630, an SVG on a ground', async (t) => {
  const photograph = await sharp({ create: { width: 900, height: 900, channels: 3, background: '#ff0000' } })
    .png()
    .toBuffer()
  origin.answer('/media/hall', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end(photograph)
  })
  for (const cover of [drawing, '/media/hall.png']) {
    const [url = '', width, height, alt] = await imageOf({ cover })
    t.strictSame([width, height, alt], ['1200', '630', 'A hall'])
    t.equal(url, `${siteUrl}${cover.replace('/media/', '/share/')}.jpg`)
    const { statusCode, headers, rawPayload } = await get(url.slice(siteUrl.length))
    t.equal(statusCode, 200)
    t.match(headers, { 'content-type': 'image/jpeg', 'cross-origin-resource-policy': 'cross-origin' })
    t.match(await sharp(rawPayload).metadata(), { format: 'jpeg', width: 1200, height: 630 })
  }
})

t.test('what is no picture is a 404', async (t) => {
  origin.answer('/media/broken', (_request, response) => {
    response.writeHead(200, { 'content-type': 'image/png' }).end('no picture')
  })
  for (const path of ['none.svg.jpg', 'broken.png.jpg', 'files/sheet.txt.jpg', '', '../x.svg.jpg'])
    t.equal((await get(`/share/${path}`)).statusCode, 404, path)
})
