// The fonts of share cards: the common characters in one file, the rarer ones in many, each read when a text needs it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ranges from '@fontsource/noto-sans-sc/unicode.json' with { type: 'json' }
import type { Font } from 'satori'

type Subset = { name: string; ranges: [first: number, last: number][] }

export type CardFonts = ReturnType<typeof createCardFonts>

/** `folder` holds the WOFF files of the package. */
export function createCardFonts(folder: string) {
  const subsets = Object.entries(ranges).map(readSubset)
  const loaded = new Set<string>()
  const load = (subset: string, name: string): Font => {
    loaded.add(subset)
    const data = readFileSync(join(folder, `noto-sans-sc-${subset}-600-normal.woff`))
    return { name, data, weight: 600, style: 'normal' }
  }
  let fonts = [load('chinese-simplified', 'base')]

  return {
    /** The same array until a file is added: satori parses an array once. */
    fonts: () => fonts,
    /** Adds the files that may have `character`; false where all of them are there already. */
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
