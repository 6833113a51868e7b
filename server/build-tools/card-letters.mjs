// Makes the letters of share cards from font files: what simplified Chinese and Latin titles need, compactly.
//   node server/build-tools/card-letters.mjs FONT.ttf [MORE.woff …]   the first font that has a character gives it
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { readFont } from './font.mjs'

const target = join(import.meta.dirname, '../seo/cards/letters.bin')
/** Of an em: finer than a quarter of a pixel at the sizes that cards use. */
const units = 512

const fonts = await Promise.all(process.argv.slice(2).map(async (path) => readFont(await readFile(path))))
if (fonts.length === 0) throw new Error('name at least one font file')

const glyphs = wantedCodes().flatMap((code) => {
  for (const font of fonts) {
    const found = font.glyph(code)
    if (found) return [{ code, ...scaled(found, units / font.units) }]
  }
  return []
})
const packed = pack(glyphs)
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 }
await writeFile(target, brotliCompressSync(packed, { params }))
console.log(`${glyphs.length} characters`)

/** GB 2312 with its punctuation, Latin with accents. */
function wantedCodes() {
  const gb = new TextDecoder('gb18030')
  const codes = new Set()
  const range = (first, last) => {
    for (let code = first; code <= last; code++) codes.add(code)
  }
  range(0x20, 0x7e)
  range(0xa0, 0x17f)
  range(0x2010, 0x2026)
  for (const sign of '‰′″‹›€℃™−≈≠≤≥') codes.add(sign.codePointAt(0))
  for (const [first, last] of [
    [0xa1, 0xa3],
    [0xb0, 0xf7],
  ]) {
    for (let row = first; row <= last; row++) {
      for (let cell = 0xa1; cell <= 0xfe; cell++)
        codes.add(gb.decode(Uint8Array.of(row, cell)).codePointAt(0))
    }
  }
  return [...codes].sort((a, b) => a - b)
}

function scaled({ advance, contours }, factor) {
  const round = ({ x, y, on }) => ({ x: Math.round(x * factor), y: Math.round(y * factor), on })
  const isNew = ({ x, y, on }, index, points) => {
    const before = points.at(index - 1)
    return index === 0 || x !== before.x || y !== before.y || on !== before.on
  }
  return {
    advance: Math.round(advance * factor),
    contours: contours.map((points) => points.map(round).filter(isNew)).filter(({ length }) => length > 2),
  }
}

/** Four streams one after the other, because each alone compresses better: heads, flags, x and y. */
function pack(glyphs) {
  const [heads, flags, xs, ys] = [[], [], [], []]
  let before = 0
  varint(heads, units)
  varint(heads, glyphs.length)
  for (const { code, advance, contours } of glyphs) {
    for (const value of [code - before, advance, contours.length, ...contours.map((points) => points.length)])
      varint(heads, value)
    before = code
    let [x, y] = [0, 0]
    for (const point of contours.flat()) {
      flags.push(point.on ? 1 : 0)
      varint(xs, zigzag(point.x - x))
      varint(ys, zigzag(point.y - y))
      ;({ x, y } = point)
    }
  }
  const streams = [heads, flags, xs, ys].map((bytes) => Buffer.from(bytes))
  const sizes = Buffer.alloc(16)
  for (const [index, { length }] of streams.entries()) sizes.writeUInt32LE(length, index * 4)
  return Buffer.concat([sizes, ...streams])
}

function zigzag(value) {
  return value < 0 ? -value * 2 - 1 : value * 2
}

function varint(bytes, value) {
  for (; value > 127; value >>>= 7) bytes.push((value & 127) | 128)
  bytes.push(value)
}
