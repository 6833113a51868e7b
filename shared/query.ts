// Query of a page: the keys and values that its kind reads. Other keys and values are ignored.
import { canonicalQueryKeys, compared, keywordsLimit, mostFilters, pageLimit, pageSize } from './constants.ts'
import { facetOf } from './filter.ts'
import { queryString, type RepeatableQuery } from './href.ts'
import type { RouteMatch } from './resolve.ts'
import type { PageKind } from './routes.ts'
import { defaultSections } from './sections.ts'

export type PageQuery = {
  page: number
  pageSize: number | undefined
  keywords: string
  /** The order of search results; '' by relevance. */
  sort: '' | 'date'
  tag: string
  /** Texts of filters, see filter.ts. */
  filter: string[]
  /** Ids of the products of a comparison, one more than it shows at most. */
  ids: number[]
  /** The section of search results. */
  kind: string | undefined
  topic: string
  /** Id of the product of an enquiry. */
  product: number | undefined
  sent: string
  /** The path of an item that exists in the other language only, or `1`. */
  missing: string
}

/** The place where a query is read: a page, in its section. */
type Place = Pick<RouteMatch, 'page'> & Partial<Pick<RouteMatch, 'section' | 'sections'>>
type Spelling = (given: string[], place: Place) => string[]

/** The normalized values; none for an invalid value or the default. */
const spellings = {
  page: single((value) => wholeNumber(value, pageLimit, 1)),
  page_size: single((value, place) => wholeNumber(value, pageSize.max, pageSizeOf(place))),
  keywords: single(plainText),
  sort: single((value) => (value === 'date' ? value : '')),
  kind: single((value, { sections = defaultSections }) =>
    sections.searchKinds.includes(value) ? value : '',
  ),
  tag: single(plainText),
  filter: (given) => filtersOf(given),
  id: (given) => [...new Set(given.filter((value) => itemId.test(value)))].slice(0, compared.most + 1),
  missing: single((value) => (/^(?:1|\/(?!\/)[\w/.%-]{1,200})$/.test(value) ? value : '')),
  topic: single(plainText),
  product: single((value) => (itemId.test(value) ? value : '')),
  // A reference has the alphabet of server/forms/message.ts.
  sent: single((value) => (/^[2-9A-HJKMNP-TV-Z]{8}$/.test(value) ? value : '')),
} satisfies Record<string, Spelling>
type QueryKey = keyof typeof spellings

const itemId = /^[1-9]\d{0,14}$/

/** The keys are in the order of the page cache keys. A kind without an entry reads no query. */
const keysOfKind: Partial<Record<PageKind, readonly QueryKey[]>> = {
  home: ['keywords', 'kind', 'sort', 'page', 'missing'],
  list: ['page', 'page_size', 'keywords', 'sort', 'tag', 'filter', 'missing'],
  compare: ['id'],
  download: ['filter'],
  manuals: ['missing'],
  about: ['missing'],
  contact: ['topic', 'product', 'sent'],
}
/** Keys that count beside keywords only: without these there are no results to choose from. */
const ofResults: Partial<Record<PageKind, readonly QueryKey[]>> = {
  home: ['kind', 'sort', 'page'],
  list: ['sort'],
}
/** A page with one of these is specific to a visitor. */
const personalKeys: readonly QueryKey[] = ['topic', 'product', 'sent']
const sortedCanonicalKeys = canonicalQueryKeys.toSorted()

type PlaceWithQuery = Place & { search: string }
type Values = Partial<Record<QueryKey, string[]>>

/** Undefined for a page without a route: an error page. */
export function readQuery(place: PlaceWithQuery | undefined): PageQuery {
  const values: Values = place ? valuesOf(place) : {}
  const first = (key: QueryKey) => values[key]?.[0]
  const numberOf = (key: QueryKey) => (values[key] ? Number(first(key)) : undefined)
  return {
    page: numberOf('page') ?? 1,
    pageSize: numberOf('page_size'),
    keywords: first('keywords') ?? '',
    sort: values.sort ? 'date' : '',
    kind: first('kind'),
    tag: first('tag') ?? '',
    filter: values.filter ?? [],
    ids: values.id?.map(Number) ?? [],
    topic: first('topic') ?? '',
    product: numberOf('product'),
    sent: first('sent') ?? '',
    missing: first('missing') ?? '',
  }
}

/** Items on a page of a list where its query names no number. */
export function pageSizeOf({ section }: Pick<Place, 'section'>): number {
  return section?.kind === 'product' ? pageSize.product : pageSize.default
}

/** The normalized query that the page depends on; URLs with the same one share a cache entry. */
export function sharedSearch(place: PlaceWithQuery): string {
  return queryString(valuesOf(place))
}

/** The part of a query that belongs to the canonical URL. */
export function canonicalSearch(place: PlaceWithQuery): string {
  const values: RepeatableQuery = valuesOf(place)
  return queryString(Object.fromEntries(sortedCanonicalKeys.map((key) => [key, values[key]])))
}

/** The query of a link to a page, without keys that the page does not read and without defaults. */
export function searchFor(
  place: Place,
  query: { [Key in QueryKey]?: string | number | readonly string[] | undefined },
): string {
  return queryString(spelled(place, (key) => [query[key] ?? []].flat().map(String)))
}

export function isPersonal(place: PlaceWithQuery): boolean {
  const values = valuesOf(place)
  return personalKeys.some((key) => values[key] !== undefined)
}

function valuesOf(place: PlaceWithQuery): Values {
  if (place.search === '') return {}
  const given = new URLSearchParams(place.search)
  return spelled(place, (key) => given.getAll(key))
}

function spelled(place: Place, given: (key: QueryKey) => string[]): Values {
  const values: Values = {}
  const { page } = place
  for (const key of keysOfKind[page] ?? []) {
    if (values.keywords === undefined && ofResults[page]?.includes(key)) continue
    const spelling: Spelling = spellings[key]
    const read = spelling(given(key), place)
    if (read.length > 0) values[key] = read
  }
  return values
}

/** The first value of a key, '' for none. */
function single(normalize: (value: string, place: Place) => string): Spelling {
  return ([value = ''], place) => {
    const normalized = normalize(value, place)
    return normalized === '' ? [] : [normalized]
  }
}

/** One for each facet, sorted: the order in which they were chosen makes no difference. */
function filtersOf(given: string[]): string[] {
  // The menus of a form without script: those without a choice are empty.
  const filters = given.filter(Boolean).slice(0, mostFilters).map(plainText)
  return [...new Map(filters.map((filter) => [facetOf(filter), filter])).values()].filter(facetOf).sort()
}

function wholeNumber(value: string, most: number, absent: number): string {
  const number = /^[1-9]\d{0,5}$/.test(value) ? Math.min(Number(value), most) : absent
  return number === absent ? '' : String(number)
}

/**
 * Text without control characters, with single spaces, without a lone surrogate at the end, and without the joiners of texts that
 * were copied from a page (typography.ts).
 */
function plainText(value: string): string {
  const text = value.replaceAll('\u2060', '').replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
  return text.slice(0, keywordsLimit).toWellFormed().trim()
}
