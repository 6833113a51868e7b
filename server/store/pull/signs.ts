// Signs of pulled items: of two items with one address, the first keeps it.
import { locales } from '../../../shared/constants.ts'
import { isPageKind } from '../../../shared/sections.ts'
import type { PulledItem } from '../../sources/systems/source.ts'
import type { PulledFolder } from './folder.ts'
import { fileOf, type PulledFacts } from './item-file.ts'

/** The item that has a sign. `isNew`: its file is not written yet. */
type Holder = Pick<PulledItem, 'id' | 'kind' | 'lang' | 'edition'> & { isNew?: true }

export function createSigns({ known }: Pick<PulledFolder, 'known'>) {
  const holders = new Map<string, Holder>()

  /** Whether the item still has the sign, or is about to be written with it. */
  const isHeld = (holder: Holder, sign: string) =>
    holder.isNew || locales.some((lang) => known.get(fileOf({ ...holder, lang }))?.sign === sign)

  return {
    learn({ kind, id, lang, edition, sign }: PulledFacts): void {
      if (sign !== undefined) holders.set(keyOf(kind, sign), { id, kind, lang, edition } as Holder)
    },
    /** Undefined for an item without a sign, and where another item has it. */
    take({ kind, id, lang, edition, front }: PulledItem): string | undefined {
      const sign = front['sign']
      if (typeof sign !== 'string') return undefined
      const key = keyOf(kind, sign)
      const holder = holders.get(key)
      if (holder && holder.id !== id && isHeld(holder, sign)) return undefined
      holders.set(key, { id, kind, lang, edition, isNew: true })
      return sign
    },
  }
}

/** The signs of all articles are of one kind. */
function keyOf(kind: string, sign: string): string {
  return `${isPageKind(kind) ? kind : 'article'} ${sign}`
}
