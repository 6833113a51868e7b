// The sample site: no file of it has a mistake or is unused; the first picture of a page is loaded first.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { createEmbeddedSite } from '../helpers/embedded-site.ts'
import { ifLong } from '../helpers/long.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { createSite } from '../helpers/site.ts'

t.test('every file of the sample is served, and no image is unused', ifLong, async (t) => {
  const { origin } = await createEmbeddedSite(t, { folder: sampleFolder, watch: false })
  t.strictSame(origin.problems(), [])
  const names = await readdir(sampleFolder, { recursive: true })
  const texts = names.filter((name) => /\.(md|yaml)$/.test(name))
  const contents = await Promise.all(texts.map((name) => readFile(join(sampleFolder, name), 'utf8')))
  const named = contents.join().match(/(?<=\/media\/images\/)[\w.-]+/g)
  t.strictSame([...new Set(named)].sort(), (await readdir(join(sampleFolder, 'media/images'))).sort())
})

t.test('the first image of a page is loaded eagerly, the others lazily', async (t) => {
  const { get } = await createSite(t)
  for (const page of ['/', '/en/news/1036', '/product/101', '/product', '/news']) {
    const html = (await get(page)).body
    const images = [...html.slice(html.indexOf('<main')).matchAll(/<img [^>]*>/g)].map(([image]) => image)
    t.ok(images.length > 1, page)
    for (const image of images) t.match(image, / width="\d+" height="\d+"/, image)
    const first = images.filter((image) => image.includes('fetchPriority="high"'))
    t.equal(first.length, page === '/news' ? 0 : 1, page)
    for (const image of first) t.notMatch(image, 'loading=')
    for (const image of images) if (!first.includes(image)) t.match(image, 'loading="lazy"')
  }
})
