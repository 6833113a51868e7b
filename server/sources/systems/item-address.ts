// The address of an item's page on this site.
import { articleHref, href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import type { ItemKind } from './api-map.ts'

/** `parent`: the item of which it is a part. */
export function itemAddress(
  { kind, id, parent }: { kind: ItemKind; id: number; parent?: number | undefined },
  locale: Locale,
  sections: SiteSections,
): string {
  switch (kind) {
    case 'about':
      return href('about', { id }, locale)
    case 'download':
      return href('download', { id }, locale)
    case 'manual':
      return href('manual', { id }, locale)
    default:
      return articleHref({ id, category: kind }, locale, parent, sections)
  }
}
