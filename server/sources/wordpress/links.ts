// Addresses of WordPress: those of entries, by which links find them, and those of its sections.
import { href, listHref } from '../../../shared/href.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import type { RouteId } from '../../../shared/routes.ts'
import { withoutSlash } from '../../base/without-slash.ts'
import { sectionNamed } from './sources.ts'

/** `?p=12`, `?page_id=12`. */
export function idIn(path: string): number | undefined {
  const found = /[?&](?:p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/.exec(path)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** Without query, fragment and trailing slash; escapes as WordPress writes them. */
export function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  return withoutSlash(plain).toLowerCase()
}

const pageRoutes: Record<string, RouteId> = { about: 'about', download: 'download', contact: 'contact' }

/** `/`, `/products/`, `/en/about-us/`. */
export function sectionAddress(path: string, locale: Locale): string | undefined {
  if (idIn(path) !== undefined) return undefined
  const [first = '', ...rest] = plainPath(path).split('/').filter(Boolean)
  const [language, names] = isLocale(first) ? [first, rest] : [locale, first === '' ? [] : [first, ...rest]]
  if (names.length === 0) return href('home', {}, language)
  const section = names.length === 1 ? sectionNamed(names[0]!) : undefined
  if (section === undefined || section === 'manual') return undefined
  const route = pageRoutes[section]
  return route ? href(route as 'contact', {}, language) : listHref(section, language)
}
