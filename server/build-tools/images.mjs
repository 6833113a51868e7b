// Creates responsive copies of images for a content folder: `npm run tool -- images hall.png …`
//   --widths 480,768,1280   widths of the copies; the largest is also that of the JPEG
//   --quality 48            AVIF quality of the copies; lower for images that have to load first
//   --into FOLDER           output folder; default: that of the image
// Prints the file name to use in content (server/sources/markdown/README.md).
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const whole = { quality: 66, mozjpeg: true }
/** SVG is rasterised at twice its size, then scaled down. */
const density = 144

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '480,768,1280' },
    // Sufficient for line drawings, which need more than photographs.
    quality: { type: 'string', default: '48' },
    into: { type: 'string' },
  },
})
const widths = values.widths.split(',').map(Number)
const quality = Number(values.quality)
const isCount = (value) => Number.isInteger(value) && value > 0
if (positionals.length === 0 || !widths.every(isCount) || !isCount(quality) || quality > 100) {
  console.error('npm run tool -- images [--widths 480,768,1280] [--quality 48] [--into FOLDER] PICTURE…')
  process.exit(64)
}
// Slow encoding once saves 6 % of the bytes of every download.
const formats = [
  ['avif', { quality, effort: 9 }],
  ['webp', { quality: 66, effort: 6 }],
]
const { default: sharp } = await import('sharp')
for (const file of positionals) console.log(await derive(file))

async function derive(file) {
  const folder = values.into ?? dirname(file)
  await mkdir(folder, { recursive: true })
  const picture = sharp(file, { density }).rotate()
  const { width, height } = await sharp(file).metadata()
  const wanted = widths.toSorted((a, b) => a - b).filter((each) => each <= width)
  const most = wanted.at(-1) ?? width
  const name = basename(file).replace(/(?:-\d+x\d+)?\.\w+$/, '')
  const base = join(folder, `${name}-${most}x${Math.round((most * height) / width)}`)
  const sized = (each) => picture.clone().resize({ width: each })
  for (const each of wanted) {
    for (const [format, options] of formats)
      await sized(each)[format](options).toFile(`${base}.${each}.${format}`)
  }
  const main = `${base}.${wanted.join('-')}.jpg`
  // JPEG has no transparency; share cards and old browsers need an opaque image.
  await sized(most).flatten({ background: '#ffffff' }).jpeg(whole).toFile(main)
  return basename(main)
}
