// SVG of a share card: satori renders the design.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ranges from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' }
import type { Font } from 'satori'
import satori from 'satori'
import { cardPictureBox, shareCardSize } from '../../../shared/share-card.ts'
import type { CardDrawing } from '../drawing/card-renderer.ts'
import { Card, titleKey, titleLineHeight, titleWidth } from './card.tsx'

type Title = { size: number; lines?: number }

const titleSizes = [
  { size: 80, most: 2 },
  { size: 68, most: 3 },
  { size: 58, most: 3 },
] as const
const sizesBesidePicture = [
  { size: 66, most: 2 },
  { size: 56, most: 3 },
  { size: 46, most: 4 },
] as const

/** `folder` holds the fonts. */
export function createCardSvg(folder: string): (card: CardDrawing) => Promise<string> {
  const cardFonts = createCardFonts(folder)

  const layOut = async (card: CardDrawing, title: Title) => {
    let titleHeight = 0
    const svg = await satori(Card({ card, ...title }), {
      ...shareCardSize,
      fonts: cardFonts.fonts(),
      onNodeDetected: ({ key, height }) => {
        if (key === titleKey) titleHeight = height
      },
    })
    return { svg, lines: titleHeight / titleLineHeight(card, title.size) }
  }

  /** The largest size at which the title fits; truncated at the smallest one. */
  const fit = async (card: CardDrawing): Promise<string> => {
    const sizes = card.image ? sizesBesidePicture : titleSizes
    const width = titleWidth(card)
    for (const { size, most } of sizes) {
      if (longestWord(card.title) * size * letterWidth > width) continue
      const { svg, lines } = await layOut(card, { size })
      if (lines <= most) return svg
    }
    const { size, most } = sizes[sizes.length - 1]!
    return (await layOut(card, { size, lines: most })).svg
  }

  return async (card) => {
    const { locale } = card
    const prepared = async (text: string) =>
      spaceScripts(await drawable(locale === 'en' ? narrowQuotes(text) : text, cardFonts))
    const [site, host, section, title] = [
      await prepared(card.site),
      await prepared(card.host),
      await prepared(card.section),
      joinWords(await prepared(card.title)),
    ]
    return withPicture(await fit({ ...card, site, host, section, title }), card)
  }
}

const pictureRadius = 18

/** The width of most letters as a share of the font size. */
const letterWidth = 0.6

/** Letters between places where a line may break. */
function longestWord(title: string): number {
  return Math.max(0, ...title.split(/[\s\p{Script=Han}]|(?<=-)(?!\u2060)/u).map(({ length }) => length))
}

/** Not through satori, which keeps each image that it is given in memory. */
function withPicture(svg: string, { image, colours }: CardDrawing): string {
  if (!image) return svg
  const { left, top, width, height } = cardPictureBox
  const box = `x="${left}" y="${top}" width="${width}" height="${height}"`
  const shape = `${box} rx="${pictureRadius}"`
  const picture =
    `<clipPath id="picture"><rect ${shape}/></clipPath><rect ${shape} fill="#fff"/>` +
    `<image ${box} href="${image}" preserveAspectRatio="xMidYMid slice" clip-path="url(#picture)"/>` +
    `<rect ${shape} fill="none" stroke="${colours.line}" stroke-width="2"/>`
  return svg.replace(/<\/svg>\s*$/, () => `${picture}</svg>`)
}

/** Characters without a glyph are replaced by their compatibility decomposition (č by c, Ⅲ by III), or removed. */
async function drawable(text: string, cardFonts: CardFonts): Promise<string> {
  let line = oneLine(text)
  // Terminates: each round loads another font file, or replaces characters by ones that have no further replacement.
  for (;;) {
    const missing = await missingCharacters(line, cardFonts)
    if (missing.size === 0) return line.replace(/\s+/g, ' ').trim()
    const added = [...missing].filter((character) => cardFonts.add(character))
    if (added.length > 0) continue
    line = [...line]
      .map((character) => (missing.has(character) ? replacement(character) : character))
      .join('')
  }
}

function replacement(character: string): string {
  const parts = character.normalize('NFKD').replace(/\p{M}/gu, '')
  return parts === character ? '' : parts
}

/** The characters for which satori has no glyph. */
async function missingCharacters(line: string, cardFonts: CardFonts): Promise<Set<string>> {
  const missing = new Set<string>()
  const options = {
    ...shareCardSize,
    fonts: cardFonts.fonts(),
    loadAdditionalAsset: async (_: string, segment: string) => {
      for (const character of segment) missing.add(character)
      return []
    },
  }
  await satori(line, options)
  return missing
}

type Subset = { name: string; ranges: [first: number, last: number][] }

type CardFonts = ReturnType<typeof createCardFonts>

/** `folder` holds the WOFF files of the package. */
function createCardFonts(folder: string) {
  const subsets = Object.entries(ranges).map(readSubset)
  const loaded = new Set<string>()
  const load = (subset: string, name: string): Font => {
    loaded.add(subset)
    const data = readFileSync(join(folder, `noto-sans-sc-${subset}-600-normal.woff`))
    return { name, data, weight: 600, style: 'normal' }
  }
  let fonts = [load('chinese-simplified', 'base')]

  return {
    /** The same array until a file is added: satori caches parsed fonts by array identity. */
    fonts: () => fonts,
    /** Loads the files that may have `character`; false where all of them are loaded already. */
    add(character: string): boolean {
      const code = character.codePointAt(0) ?? 0
      const added = subsets.filter(({ name, ranges }) => !loaded.has(name) && isWithin(code, ranges))
      if (added.length > 0) fonts = [...fonts, ...added.map(({ name }) => load(name, name))]
      return added.length > 0
    },
  }
}

/** `"[107]": "U+2103,U+4e00-4e10"`: the file is called 107. */
function readSubset([key, list]: [string, string]): Subset {
  const ranges = list.split(',').map((range): [number, number] => {
    const [first = '', last = first] = range.replace('U+', '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })
  return { name: key.replace(/[[\]]/g, ''), ranges }
}

function isWithin(code: number, ranges: Subset['ranges']): boolean {
  return ranges.some(([first, last]) => code >= first && code <= last)
}

/** Upper limit of the text that fits on a card. */
const mostCharacters = 200
/** U+2060 WORD JOINER: no line break here (UAX #14, LB11). It has no width. */
const joiner = '\u2060'
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** The text in one line of at most 200 characters. */
export function oneLine(text: string): string {
  const line = text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...line.slice(0, mostCharacters * 2)].slice(0, mostCharacters).join('')
}

/** In this font curly quotation marks are as wide as a Chinese character. */
function narrowQuotes(text: string): string {
  return text.replace(/[‘’]/g, "'").replace(/[“”]/g, '"')
}

/** Adds spaces between Chinese and Western characters (clreq, mixed text). */
export function spaceScripts(line: string): string {
  return line
    .replace(/(\p{Script=Han})(?=[A-Za-z0-9±+])/gu, '$1 ')
    .replace(/([A-Za-z0-9%℃°])(?=\p{Script=Han})/gu, '$1 ')
}

/** Prevents line breaks within Chinese words, between a number and its unit, and at a hyphen. */
export function joinWords(line: string): string {
  const words = [...segmenter.segment(line)].map(({ segment }) =>
    /^\p{Script=Han}+$/u.test(segment) ? [...segment].join(joiner) : segment,
  )
  return words
    .join('')
    .replace(/(?<=\d ?)(?=\p{Script=Han})/gu, joiner)
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, `-${joiner}`)
}
