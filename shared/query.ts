// Query of a page: the keys and values that its kind reads. Other keys and values are ignored.
import { canonicalQueryKeys, keywordsLimit, pageLimit, pageSize } from './constants.ts'
import { type Query, queryString } from './href.ts'
import type { RouteMatch } from './resolve.ts'
import { type PageKind, type RouteId, routeOf } from './routes.ts'

export type PageQuery = {
  page: number
  pageSize: number | undefined
  keywords: string
  topic: string
  /** Id of the product of an enquiry. */
  product: number | undefined
  sent: string
  /** The item exists in the other language only. */
  missing: boolean
}

/** The normalized value; '' for an invalid value or the default. */
const spellings = {
  page: (value: string) => wholeNumber(value, pageLimit, 1),
  page_size: (value: string) => wholeNumber(value, pageSize.max, pageSize.default),
  keywords: plainText,
  missing: (value: string) => (value === '1' ? value : ''),
  topic: plainText,
  product: (value: string) => (/^[1-9]\d{0,14}$/.test(value) ? value : ''),
  sent: (value: string) => (/^[\w-]{1,64}$/.test(value) ? value : ''),
}
type QueryKey = keyof typeof spellings

/** In the order of the page cache keys. A kind without an entry reads no query. */
const keysOfKind: Partial<Record<PageKind, readonly QueryKey[]>> = {
  home: ['keywords', 'missing'],
  list: ['page', 'page_size', 'keywords', 'missing'],
  about: ['missing'],
  contact: ['topic', 'product', 'sent'],
}
/** A page with one of these is specific to a visitor. */
const personalKeys: readonly QueryKey[] = ['topic', 'product', 'sent']
const sortedCanonicalKeys = canonicalQueryKeys.toSorted()

type Place = Pick<RouteMatch, 'route' | 'search'>
type Values = Partial<Record<QueryKey, string>>

/** Undefined for a page without a route: an error page. */
export function readQuery(place: Place | undefined): PageQuery {
  const { page, page_size, keywords, topic, product, sent, missing } = place ? valuesOf(place) : {}
  return {
    page: Number(page ?? 1),
    pageSize: page_size === undefined ? undefined : Number(page_size),
    keywords: keywords ?? '',
    topic: topic ?? '',
    product: product === undefined ? undefined : Number(product),
    sent: sent ?? '',
    missing: missing !== undefined,
  }
}

/** The normalized query that the page depends on; URLs with the same one share a cache entry. */
export function sharedSearch(place: Place): string {
  return queryString(valuesOf(place))
}

/** The part of a query that belongs to the canonical URL. */
export function canonicalSearch(place: Place): string {
  const values: Query = valuesOf(place)
  return queryString(Object.fromEntries(sortedCanonicalKeys.map((key) => [key, values[key]])))
}

/** The query of a link to a route, without keys that the route does not read and without defaults. */
export function searchFor(
  route: RouteId,
  query: { [Key in QueryKey]?: string | number | undefined },
): string {
  return queryString(spelled(route, (key) => query[key]))
}

export function isPersonal(place: Place): boolean {
  const values = valuesOf(place)
  return personalKeys.some((key) => values[key] !== undefined)
}

function valuesOf({ route, search }: Place): Values {
  if (search === '') return {}
  const given = new URLSearchParams(search)
  return spelled(route, (key) => given.get(key) ?? '')
}

function spelled(route: RouteId, given: (key: QueryKey) => string | number | undefined): Values {
  const values: Values = {}
  for (const key of keysOfKind[routeOf(route).page] ?? []) {
    const value = spellings[key](String(given(key) ?? ''))
    if (value !== '') values[key] = value
  }
  return values
}

function wholeNumber(value: string, most: number, absent: number): string {
  const number = /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), most) : absent
  return number === absent ? '' : String(number)
}

/** Without control characters, with single spaces, and without a lone surrogate at the end. */
function plainText(value: string): string {
  const text = value.replace(/[\u0000-\u001f\u007f\s]+/g, ' ').trim()
  return text.slice(0, keywordsLimit).toWellFormed().trim()
}
