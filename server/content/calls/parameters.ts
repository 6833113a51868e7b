// Parameters of the calls: input of a call, and how its path, query and body are read.
import { firstByOrder, pageLimit, pageSize } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { SearchOrder } from '../search/search-match.ts'
import type { ContentRepository } from '../store/repository.ts'
import { failure, malformed } from './failure.ts'

/** Number of recommended articles. */
export const recommendLimit = { default: 3, max: 12 }

export type CallInput = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  query: URLSearchParams
  body: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  repository: ContentRepository
}

/** The page of a list and its size, which each call names in its own way. */
export function pageOf(
  query: URLSearchParams,
  sizeName: string,
): { page: number; size: number; start: number } {
  const page = within(1, wholeNumber(query.get('page')) ?? 1, pageLimit)
  const size = within(1, wholeNumber(query.get(sizeName)) ?? pageSize.default, pageSize.max)
  return { page, size, start: (page - 1) * size }
}

/** The order of search results; another value is ignored, as an upstream may do. */
export function orderIn(query: URLSearchParams): SearchOrder | undefined {
  return query.get('sort') === 'date' ? 'date' : undefined
}

/** Search results of each kind instead of a page; undefined for a page. */
export function perKindIn(query: URLSearchParams): number | undefined {
  const given = wholeNumber(query.get('per_kind'))
  return given === undefined ? undefined : within(1, given, pageSize.default)
}

export function categoryFrom(param: string, { sections }: Pick<ContentRepository, 'sections'>): string {
  if (!sections.of(param)) throw failure('missing')
  return param
}

/** Clients may send query parameters as the body, so that numbers may be text. */
export function optionalNumber(value: unknown, field: string): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const number = wholeNumber(String(value))
  if (number === undefined) throw malformed(field, 'number')
  return number
}

export function textList(value: unknown, field: string): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === 'string'))
    throw malformed(field, 'texts')
  return value
}

/** The id 0 is a request for the first item. */
export function isFirst(param: string): boolean {
  return param === String(firstByOrder)
}

/** An id in a path; 0, which is never an id, for anything but a positive whole number. */
export function idFrom(param: string): number {
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : 0
}

/** `undefined` for anything but digits with an optional sign. */
function wholeNumber(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

export function within(least: number, value: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}
