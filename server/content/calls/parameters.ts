// Parameters of the calls: input of a call, and how its path and payload are read.
import { pageLimit, pageSize } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import type { TextFormat } from '../store/items.ts'
import type { ContentRepository } from '../store/repository.ts'
import { failure } from './failure.ts'

export type CallInput = {
  /** The decoded value in the path, or '' for a path without one. */
  param: string
  /** The query of GET, the body of POST: a page gives numbers, a query has texts. */
  payload: Record<string, unknown>
  lang: Locale
  headers: Record<string, string>
  repository: ContentRepository
  /** Of the texts of items. */
  text: TextFormat
}

/** A parameter as text, the first of several; '' for a missing one. */
export function textIn(value: unknown): string {
  return String([value].flat()[0] ?? '')
}

/** The page of a list. */
export function rangeOf(page: unknown, size: unknown) {
  const number = within(wholeNumber(page) ?? 1, pageLimit)
  const count = within(wholeNumber(size) ?? pageSize.default, pageSize.max)
  return { page: number, count, start: (number - 1) * count }
}

/** Search results of each kind instead of a page; undefined for a page. */
export function perKindIn({ per_kind }: CallInput['payload']): number | undefined {
  const given = wholeNumber(per_kind)
  return given === undefined ? undefined : within(given, pageSize.default)
}

export function categoryFrom({ param, repository }: CallInput): string {
  if (!repository.sections.of(param)) throw failure('missing')
  return param
}

/** An id in a path; 0, which is never an id, for anything but a positive whole number. */
export function idFrom(param: string): number {
  return /^[1-9]\d{0,14}$/.test(param) ? Number(param) : 0
}

/** `undefined` for anything but digits with an optional sign. */
export function wholeNumber(value: unknown): number | undefined {
  const text = textIn(value)
  return /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined
}

/** The value, or the nearest one from 1 to `most`. */
export function within(value: number, most: number): number {
  return Math.min(Math.max(value, 1), most)
}
