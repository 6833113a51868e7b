// The sample site: no file of it has a mistake; its drawings follow the theme, within the size limits.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import t from 'tap'
import { imageSize } from '../../shared/image.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { createSite } from '../helpers/site.ts'
import { createWorld } from './world.ts'

// A blue print or a night scene: its ground is a part of the drawing.
const withGround = /\/(news-07|news-12|news-14|product-tl-(clear-b|cloud-b|mag-b|radar-b))-/
const pathOf = (url: string) => join(sampleFolder, url)

async function named(): Promise<string[]> {
  const names = await readdir(sampleFolder, { recursive: true })
  const texts = names.filter((name) => /\.(md|yaml)$/.test(name))
  const found = await Promise.all(
    texts.map(async (name) =>
      [...(await readFile(join(sampleFolder, name), 'utf8')).matchAll(/\/media\/images\/[\w.-]+/g)].map(
        ([url]) => url,
      ),
    ),
  )
  return [...new Set(found.flat())]
}

t.test('every file of the sample is served', async (t) => {
  const { origin } = await createWorld(t, {}, { folder: sampleFolder, now: () => 0 })
  t.strictSame(origin.problems(), [])
})

t.test('each image that content refers to exists, and no file is unused', async (t) => {
  const there = (await readdir(pathOf('/media/images'))).map((name) => `/media/images/${name}`)
  t.strictSame((await named()).sort(), there.sort())
})

t.test('a drawing is transparent, has the size of its name, and colours for both themes', async (t) => {
  let bytes = 0
  for (const url of await named()) {
    const drawing = await readFile(pathOf(url), 'utf8')
    bytes += drawing.length
    t.ok(drawing.length < 20_000, `${url}: ${drawing.length}`)
    const { width, height } = imageSize(url) ?? {}
    t.match(drawing, `width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"`, url)
    if (withGround.test(url)) continue
    t.match(drawing, /^<svg [^>]*><style>@media \(prefers-color-scheme:dark\)\{/, url)
    t.notMatch(drawing, `<rect x="0" y="0" width="${width}" height="${height}"`, url)
  }
  t.ok(bytes < 1_000_000, `${bytes} bytes`)
})

t.test('the first image of a page is loaded eagerly, the others lazily', async (t) => {
  const { get } = await createSite(t)
  for (const page of ['/', '/en/news/1036', '/product/101', '/product', '/news']) {
    const { body } = await get(page)
    const images = [...body.slice(body.indexOf('<main')).matchAll(/<img [^>]*>/g)].map(([image]) => image)
    t.ok(images.length > 1, page)
    for (const image of images) t.match(image, / width="\d+" height="\d+"/, image)
    const first = images.filter((image) => image.includes('fetchPriority="high"'))
    t.equal(first.length, page === '/news' ? 0 : 1, page)
    for (const image of first) t.notMatch(image, 'loading=')
    for (const image of images) if (!first.includes(image)) t.match(image, 'loading="lazy"')
  }
})
