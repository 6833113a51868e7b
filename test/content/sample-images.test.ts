// Images of the sample site: every copy that pages refer to exists, within the size limits.
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import t from 'tap'
import { imageSize, imageSources } from '../../shared/image.ts'
import { sampleFolder } from '../helpers/origin.ts'
import { createSite } from '../helpers/site.ts'

const pathOf = (url: string) => join(sampleFolder, url)
const copiesOf = (url: string) =>
  imageSources(url).flatMap(({ type, srcSet }) =>
    srcSet.split(', ').map((each) => ({
      type,
      url: each.split(' ')[0] ?? '',
      width: parseInt(each.split(' ')[1] ?? '', 10),
    })),
  )

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

t.test(
  'each image that content refers to exists with its copies in both formats, and no file is unused',
  async (t) => {
    const urls = await named()
    const raster = urls.filter((url) => copiesOf(url).length > 0)
    t.ok(raster.length >= 17, `${raster.length}`)
    const wanted = urls.flatMap((url) => [url, ...copiesOf(url).map((copy) => copy.url)])
    for (const url of wanted) await t.resolves(stat(pathOf(url)), url)
    const there = (await readdir(pathOf('/media/images'))).map((name) => `/media/images/${name}`)
    t.strictSame(
      there
        .filter((url) => url.endsWith('.avif') || url.endsWith('.webp'))
        .filter((url) => !wanted.includes(url)),
      [],
    )
  },
)

t.test('a copy has at most 40 kB at 768 pixels, and all images together have less than 3 MB', async (t) => {
  let bytes = 0
  for (const url of await named()) {
    for (const copy of copiesOf(url)) {
      const { size } = await stat(pathOf(copy.url))
      bytes += size
      if (copy.width <= 768) t.ok(size <= 40_000, `${copy.url}: ${size}`)
    }
    bytes += (await stat(pathOf(url))).size
  }
  t.ok(bytes < 3_000_000, `${bytes} bytes`)
})

t.test(
  'the first image of a page is loaded eagerly, the others lazily; each has width and height',
  async (t) => {
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
    const hero = /<picture class="picture ">(.*?)<\/picture>/.exec((await get('/')).body)?.[1] ?? ''
    const types = [...hero.matchAll(/<source (media="[^"]*" )?[^>]*?type="([^"]*)"/g)].map(
      ([, media, type]) => `${media ? 'narrow ' : ''}${type}`,
    )
    t.strictSame(types, ['narrow image/avif', 'narrow image/webp', 'image/avif', 'image/webp'])
    // HTML: with `sizes`, every candidate has a width descriptor.
    for (const [source] of hero.matchAll(/<source [^>]*>/g))
      t.equal(/ sizes="/.test(source), /\d+w"/.test(source), source)
    for (const [, url] of hero.matchAll(/([^\s",]+\.(?:avif|webp|jpg))/g)) {
      const response = await get(url ?? '')
      t.equal(response.statusCode, 200, String(url))
      t.match(response.headers['content-type'], /^image\/(avif|webp|jpeg)$/)
    }
  },
)

t.test('the file name contains the size of the image', async (t) => {
  for (const url of (await named()).filter((one) => one.endsWith('.jpg'))) {
    const file = await readFile(pathOf(url))
    t.strictSame(jpegSize(file), imageSize(url), url)
  }
})

/** From the start-of-frame segment (ITU-T T.81 B.2.2). */
function jpegSize(file: Buffer): { width: number; height: number } | undefined {
  for (let at = 2; at < file.length; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1] ?? 0
    if (marker >= 0xc0 && marker <= 0xc2)
      return { width: file.readUInt16BE(at + 7), height: file.readUInt16BE(at + 5) }
  }
  return undefined
}
