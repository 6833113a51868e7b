// A share card: the brand above, the title in the middle, the site's address and its ruler below.
import { type CardText, shareCardSize } from '../../../shared/share-card.ts'
import { type Canvas, type Colour, createCanvas, type Paint } from './canvas.ts'
import type { Letters } from './letters.ts'
import { breakLines, cutLines, spaced } from './lines.ts'
import { png } from './png.ts'
import { box, disc, drop, ring, textLine } from './shapes.ts'

// The roles of client/styles/tokens.css, light.
const text: Colour = [17, 24, 39]
const quiet: Colour = [65, 75, 90]
const brand: Colour = [11, 79, 191]
const white: Colour = [255, 255, 255]
const ground: Paint = { from: [248, 250, 253], to: [214, 228, 250] }
const line: Colour = [186, 205, 238]

const margin = 80
const middle = 328
const sectionHeight = 58
const centre = { x: 1075, y: 315 }
const titleWidth = 900
const titleSizes = [80, 72, 64, 58] as const
const mostLines = 3
/** No card has room for more. */
const mostCharacters = 200
const lineHeight = { zh: 1.34, en: 1.2 } as const

/** The ground is the same for all. */
export function createDrawCard(letters: Letters): (card: CardText) => Buffer {
  const { width, height } = shareCardSize
  const ground = createCanvas(width, height)
  drawGround(ground)
  return (card) => {
    const canvas = createCanvas(width, height, ground.pixels.slice())
    drawWords(canvas, card, letters)
    return png(canvas)
  }
}

function drawWords(canvas: Canvas, card: CardText, letters: Letters) {
  const write = (words: string, x: number, y: number, size: number, colour: Colour) =>
    canvas.fill(textLine(letters, words, x, y, size), { from: colour })
  const cut = (words: string, size: number) => {
    const width = (part: string) => letters.width(part) * size
    return cutLines(known(words, letters), { width, most: titleWidth, lines: 1 })[0] ?? ''
  }
  canvas.fill(drop(margin + 20, 70, 56), { from: brand })
  write(cut(card.site, 34), margin + 62, 112, 34, text)
  write(cut(card.host, 26), margin, 562, 26, quiet)

  const { lines, size } = titleOf(card, letters)
  const step = size * lineHeight[card.locale]
  const top = middle - (step * lines.length + (card.section ? sectionHeight : 0)) / 2
  if (card.section) write(cut(card.section, 30), margin, top + 28, 30, brand)
  const first = top + (card.section ? sectionHeight : 0) + size * 0.92
  for (const [index, words] of lines.entries()) write(words, margin, first + step * index, size, text)
}

function drawGround(canvas: Canvas) {
  const { width, height, fill } = canvas
  fill(box(0, 0, width, height), ground)
  fill(disc(centre.x, centre.y, 220), { from: white, opacity: 0.55 })
  for (const radius of [220, 310, 410, 520, 640])
    fill(ring(centre.x, centre.y, radius, 1.5), { from: line, opacity: 0.8 })
  fill(drop(centre.x, centre.y - 140, 260), { from: [64, 132, 236], to: brand, opacity: 0.16 })
  for (let x = 0; x < width; x += 12) {
    const isLong = x % 60 === 0
    fill(box(x, height - (isLong ? 22 : 12), 1.5, isLong ? 22 : 12), {
      from: brand,
      opacity: isLong ? 0.75 : 0.4,
    })
  }
  fill(box(0, height - 2, width, 2), { from: brand, opacity: 0.75 })
}

/** The largest size at which the title fits; at the smallest it is cut. */
function titleOf({ title }: CardText, letters: Letters): { lines: string[]; size: number } {
  const words = known(title, letters)
  for (const size of titleSizes) {
    const width = (part: string) => letters.width(part) * size
    const lines = breakLines(words, {
      width,
      most: titleWidth,
      lines: size === titleSizes[0] ? 2 : mostLines,
    })
    if (lines) return { lines, size }
  }
  const size = titleSizes.at(-1)!
  const width = (part: string) => letters.width(part) * size
  return { lines: cutLines(words, { width, most: titleWidth, lines: mostLines }), size }
}

/** Characters that there are no letters for are left out. */
function known(words: string, letters: Letters): string {
  const drawn = [...words.slice(0, mostCharacters).normalize('NFC')].filter(
    (character) => /\s/.test(character) || letters.letter(character),
  )
  return spaced(drawn.join('').replace(/\s+/g, ' ').trim())
}
