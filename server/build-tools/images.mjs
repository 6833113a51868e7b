// Makes responsive copies of pictures for a content folder: `npm run images -- hall.png …`
//   --widths 480,768,1280   of the copies; the largest is the size of the whole
//   --quality 48            of the copies in AVIF; less for what screens show in many pixels, or has to come first
//   --into FOLDER           instead of beside the picture
// Prints the name under which content refers to each (server/content/README.md).
import { mkdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const whole = { quality: 66, mozjpeg: true }
/** Drawings are rasterised at twice their size, then made smaller. */
const density = 144

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    widths: { type: 'string', default: '480,768,1280' },
    // Lines of drawings stay clean at this; photographs have room to spare.
    quality: { type: 'string', default: '48' },
    into: { type: 'string' },
  },
})
const widths = values.widths.split(',').map(Number)
const quality = Number(values.quality)
const isCount = (value) => Number.isInteger(value) && value > 0
if (positionals.length === 0 || !widths.every(isCount) || !isCount(quality) || quality > 100) {
  console.error('npm run images -- [--widths 480,768,1280] [--quality 48] [--into FOLDER] PICTURE…')
  process.exit(64)
}
// Made once and sent often: what takes seconds here saves 6 % of every visitor's bytes.
const formats = [
  ['avif', { quality, effort: 9 }],
  ['webp', { quality: 66, effort: 6 }],
]
const { default: sharp } = await import('sharp')
for (const file of positionals) console.log(await derive(file))

async function derive(file) {
  const folder = values.into ?? dirname(file)
  await mkdir(folder, { recursive: true })
  const picture = sharp(file, { density }).rotate().flatten({ background: '#ffffff' })
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
  await sized(most).jpeg(whole).toFile(main)
  return basename(main)
}
