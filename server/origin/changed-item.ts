// What a changed item of the content API is shown on: the targets of a purge that names it.
import { locales, pageKinds } from '../../shared/constants.ts'
import type { SiteSections } from '../../shared/sections.ts'
import type { ContentChange, ItemKind } from '../base/origin.ts'
import type { ChangedItem, TargetsOfItem } from '../ops/purge.ts'
import { purgeTargets } from './content-tags.ts'

const parts = ['labels', 'banners', 'site'] as const

export function createTargetsOfItem(sections: () => SiteSections): TargetsOfItem {
  return ({ type, id, sign }: ChangedItem) => {
    const part = parts.find((one) => one === type)
    if (part) return purgeTargets([{ kind: part }])
    const kind = [...sections().slugs, ...pageKinds].find((one) => one === type)
    return kind && id !== undefined ? purgeTargets(changesOfItem(kind, id, sign ? [sign] : [])) : undefined
  }
}

/** Everything that shows an item, in both languages: itself, lists, searches, what names it, and "not found". */
function changesOfItem(kind: string, id: number, signs: string[]): ContentChange[] {
  const of: ItemKind = pageKinds.find((one) => one === kind) ?? 'article'
  const category = of === 'article' ? kind : undefined
  return [
    { kind: 'existence', of, id, signs },
    ...locales.flatMap((lang): ContentChange[] => [
      { kind: 'item', of, id, lang },
      { kind: 'summary', of, id, lang },
      ...(category
        ? ([
            { kind: 'list', category, lang },
            { kind: 'texts', category, lang },
          ] as const)
        : []),
    ]),
  ]
}
