// Addresses of WordPress: those of entries, by which links find them, and those of its sections.
import { href } from '../../../shared/href.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'
import { withoutSlash } from '../../base/without-slash.ts'
import type { ApiMap } from '../systems/api-map.ts'
import { sectionNamed } from './sources.ts'

/** `?p=12`, `?page_id=12`. */
function idIn(path: string): number | undefined {
  const id = /[?&](?:p|page_id|attachment_id)=(\d{1,15})(?:&|#|$)/.exec(path)?.[1]
  return id === undefined ? undefined : Number(id)
}

/** Query parameters of lists, and other settings of a request. */
const lists =
  /^(?:p|page_id|attachment_id|cat|category_name|tag|taxonomy|term|author|m|year|monthnum|day|s|paged|page|lang|feed|post_type|preview\w*|utm_\w+)$/

/** Which entry an address is of: its number, its path, or without permalinks `?product=tl-mag`. */
export function placeIn(path: string): string {
  const id = idIn(path)
  if (id !== undefined) return `?${id}`
  return entryQuery(path) ?? plainPath(path)
}

function entryQuery(path: string): string | undefined {
  const [before = '', query = ''] = path.split('#', 1)[0]!.split('?')
  if (plainPath(before) !== '') return undefined
  const [name, value] = [...new URLSearchParams(query)].find(([one]) => !lists.test(one)) ?? []
  return name && value ? `?${name}=${value}`.toLowerCase() : undefined
}

/** The path without query, fragment and trailing slash; escapes as WordPress writes them. */
export function plainPath(path: string): string {
  const [plain = ''] = path.split(/[?#]/)
  return withoutSlash(plain).toLowerCase()
}

const pages = ['about', 'download', 'contact'] as const

/** `/`, `/products/`, `/en/about-us/`. */
export function sectionAddress(
  path: string,
  locale: Locale,
  map: Pick<ApiMap, 'sections'>,
): string | undefined {
  if (placeIn(path).startsWith('?')) return undefined
  const [first = '', ...rest] = plainPath(path).split('/').filter(Boolean)
  const [language, names] = isLocale(first) ? [first, rest] : [locale, first === '' ? [] : [first, ...rest]]
  if (names.length === 0) return href('home', {}, language)
  const section = names.length === 1 ? sectionNamed(names[0]!, map) : undefined
  if (section === undefined || section === 'manual') return undefined
  const page = pages.find((name) => name === section)
  return page ? href(page, {}, language) : href('section-list', { section }, language)
}
