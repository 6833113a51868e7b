// Photographs in a browser: the copy that fits the screen, room for it, and its colour until it is there.
import type { Page } from 'playwright-core'
import t from 'tap'
import { createBrowserTest } from '../helpers/browser.ts'
import { photo, withCopies } from '../helpers/pictures.ts'
import { until } from '../helpers/until.ts'

const test = await createBrowserTest(t)
const photographs = { config: withCopies }

test(
  'a screen gets the copy that fits, in AVIF, at an address that is immutable',
  async (t, world) => {
    const { site, newVisitor } = world
    site.origin.answer('/media/hall.jpg', (_request, response) => {
      response.writeHead(200, { 'content-type': 'image/jpeg' }).end(photo)
    })
    site.origin.patch('/api/home/article/detail/', (data: object) => ({
      ...data,
      body: '<p><img src="/media/hall.jpg" alt="Hall"></p>',
      gallery: [{ url: '/media/hall.jpg', alt: 'Hall' }],
    }))
    await until(async () => (await site.get('/en/product/11')).body.includes('image/avif'))
    const { page, trouble } = await newVisitor({ locale: 'en', viewport: { width: 400, height: 800 } })
    await page.goto('/en/product/11')
    const first = await shown(page)
    t.match(first.url, /\/media\/hall\.jpg\?w=480&f=avif&v=[\w-]{12}$/)
    t.equal(first.ratio, 1.67)
    const { colour, ground } = await page.locator('.gallery img').evaluate((image) => ({
      colour: image.dataset['colour'] ?? '',
      ground: getComputedStyle(image).backgroundColor,
    }))
    const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
    t.equal(ground, `rgb(${red}, ${green}, ${blue})`)
    const url = new URL(first.url)
    await until(async () =>
      /immutable/.test(String((await site.get(url.pathname + url.search)).headers['cache-control'])),
    )
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.reload()
    t.match((await shown(page)).url, '?w=768&f=avif')
    t.strictSame(trouble, [])
  },
  photographs,
)

async function shown(page: Page) {
  const image = page.locator('.gallery img')
  await image.evaluate((element: HTMLImageElement) => element.decode())
  return image.evaluate((element: HTMLImageElement) => ({
    url: element.currentSrc,
    ratio:
      Math.round((Number(element.getAttribute('width')) / Number(element.getAttribute('height'))) * 100) /
      100,
  }))
}
