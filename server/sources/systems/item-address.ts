// The address of an item's page on this site.
import { articleHref, href, localizePath } from '../../../shared/href.ts'
import { isDefault, type SiteLanguages } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import { resolve } from '../../../shared/resolve.ts'
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
    default:
      return articleHref({ id, category: kind }, locale, parent)
  }
}

/** An address in a site with the default languages, as one in a site with these. */
export function addressIn(languages: SiteLanguages, address: string): string {
  if (isDefault(languages)) return address
  const [url = '', ...fragment] = address.split('#')
  const found = resolve(url)
  if (found.kind !== 'page') return address
  const own = localizePath(found.path, { locale: found.locale, languages }) + found.search
  return [own, ...fragment].join('#')
}
