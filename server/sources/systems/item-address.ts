// The address of an item's page on this site.
import { href } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { sectionRoute } from '../../../shared/routes.ts'
import type { ItemKind } from './api-map.ts'

/** `parent`: the item of which it is a part. */
export function itemAddress(kind: ItemKind, id: number, locale: Locale, parent?: number): string {
  switch (kind) {
    case 'about':
      return href('about', { id }, locale)
    case 'download':
      return href('download', { id }, locale)
    case 'manual':
      return href('manual', { id }, locale)
    default: {
      const part = parent === undefined ? undefined : sectionRoute('part', kind)
      if (part) return href(part as 'news-sub-detail', { id: Number(parent), subId: id }, locale)
      // Every category has a section.
      const route = sectionRoute('article', kind)!
      return href(route as 'news-detail', { id }, locale)
    }
  }
}
