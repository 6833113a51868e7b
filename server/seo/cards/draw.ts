// Draws a share card: satori makes an SVG image of the design, resvg a PNG of that.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { initWasm, Resvg } from '@resvg/resvg-wasm'
import satori from 'satori'
import { type CardText, shareCardSize } from '../../../shared/share-card.ts'
import { Card, titleKey, titleLineHeight } from './card.tsx'
import { type CardFonts, createCardFonts } from './card-fonts.ts'
import { joinWords, oneLine } from './card-words.ts'

export type DrawCard = (card: CardText) => Promise<Uint8Array<ArrayBuffer>>
type Title = { size: number; lines?: number }

const titleSizes = [
  { size: 80, most: 2 },
  { size: 68, most: 3 },
  { size: 58, most: 3 },
] as const

/** `distDir` is a build. resvg can be initialised once in a thread. */
export async function createDrawCard({ distDir }: { distDir: string }): Promise<DrawCard> {
  const folder = join(distDir, 'server/cards')
  const icon = await readFile(join(distDir, 'public/favicon.svg'))
  await initWasm(await readFile(join(folder, 'index_bg.wasm')))
  const logo = `data:image/svg+xml;base64,${icon.toString('base64')}`
  const cardFonts = createCardFonts(folder)

  const layOut = async (card: CardText, title: Title) => {
    let titleHeight = 0
    const svg = await satori(Card({ card, logo, ...title }), {
      ...shareCardSize,
      fonts: cardFonts.fonts(),
      onNodeDetected: ({ key, height }) => {
        if (key === titleKey) titleHeight = height
      },
    })
    return { svg, lines: titleHeight / titleLineHeight(card, title.size) }
  }

  /** The largest size at which the title fits; at the smallest it is cut. */
  const fit = async (card: CardText): Promise<string> => {
    for (const { size, most } of titleSizes) {
      const { svg, lines } = await layOut(card, { size })
      if (lines <= most) return svg
    }
    const { size, most } = titleSizes[titleSizes.length - 1]!
    return (await layOut(card, { size, lines: most })).svg
  }

  return async (card) => {
    const [site, host, section, title] = [
      await drawable(card.site, cardFonts),
      await drawable(card.host, cardFonts),
      await drawable(card.section, cardFonts),
      joinWords(await drawable(card.title, cardFonts)),
    ]
    return toPng(await fit({ ...card, site, host, section, title }))
  }
}

/** A character that no font has is replaced by what it is made of (č by c, Ⅲ by III), or else left out. */
async function drawable(text: string, cardFonts: CardFonts): Promise<string> {
  let line = oneLine(text)
  // Each round reads another file of fonts or replaces characters by others that cannot be replaced again.
  for (;;) {
    const missing = await missingCharacters(line, cardFonts)
    if (missing.size === 0) return line.trim()
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

/** satori says which characters it has no glyph for. */
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

function toPng(svg: string): Uint8Array<ArrayBuffer> {
  const resvg = new Resvg(svg)
  const image = resvg.render()
  const png = new Uint8Array(image.asPng())
  image.free()
  resvg.free()
  return png
}
