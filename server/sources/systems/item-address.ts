// The address of an item's page on this site.
import { articleHref, href, localizePath } from '../../../shared/href.ts'
import { defaultLanguages, isDefault } from '../../../shared/languages.ts'
import type { Locale } from '../../../shared/locale.ts'
import { resolve } from '../../../shared/resolve.ts'
import type { SiteSections } from '../../../shared/sections.ts'
import type { AddressFacts } from '../../../shared/site-facts.ts'
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

/** An address in a site with the default languages, as one in a site with these. */
export function addressIn({ languages, sections }: AddressFacts, address: string): string {
  if (isDefault(languages)) return address
  const [url = '', ...fragment] = address.split('#')
  const target = resolve(url, { languages: defaultLanguages, sections })
  if (target.kind !== 'page') return address
  const own = localizePath(target.path, { locale: target.locale, languages }) + target.search
  return [own, ...fragment].join('#')
}
