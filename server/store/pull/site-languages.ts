// The languages of a content system: where it has one, entries of its menu have no title in the other, and are not shown there.
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SiteReads } from '../../sources/systems/source.ts'
import { type Json, objectOf, objectsOf } from '../../sources/systems/values.ts'
import type { PulledFolder } from './folder.ts'

/** The menu of a system; that of the map is as its author has written it. */
export function withOwnTitles(
  site: Partial<SiteReads>,
  folder: Pick<PulledFolder, 'known'>,
): Partial<SiteReads> {
  const { menu } = site
  if (!menu) return site
  return {
    ...site,
    async menu(system, addressOf) {
      const found = await menu(system, addressOf)
      const other = missingLanguage(folder)
      return other && Array.isArray(found) ? objectsOf(found).map((node) => withoutTitle(node, other)) : found
    },
  }
}

/** Without items, while the other language has some. */
function missingLanguage({ known }: Pick<PulledFolder, 'known'>): Locale | undefined {
  const found = new Set([...known.values()].map(({ lang }) => lang))
  const missing = locales.filter((locale) => !found.has(locale))
  return missing.length === 1 ? missing[0] : undefined
}

function withoutTitle(node: Json, other: Locale): Json {
  return {
    ...node,
    title: { ...objectOf(node['title']), [other]: '' },
    children: objectsOf(node['children']).map((child) => withoutTitle(child, other)),
  }
}
