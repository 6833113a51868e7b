// Reader of the search call, for the server and for suggestions in a browser, where the table of fields is not loaded.
import { locales } from '../constants.ts'
import { defaultSections } from '../sections.ts'
import {
  count,
  date,
  flag,
  id,
  list,
  mainList,
  number,
  object,
  oneOf,
  optional,
  orMissing,
  prose,
  type Reader,
  record,
  text,
  url,
} from './reader.ts'

/** The language of a file. */
export const locale = orMissing(oneOf(...locales))

/** Copies of one image in other sizes, for `srcset`. */
export const imageCopies = list(object({ url, width: number, height: optional(number) }))

const statuses = ['draft', 'scheduled', 'expired'] as const
/** The status of an item that is not public, where drafts are shown. Other values are ignored: upstreams may have a field `status` of their own. */
export const status: Reader<(typeof statuses)[number] | undefined> = (value) =>
  statuses.find((known) => known === value)

/** The slug of a section, or the kind of another page. */
const searchKind: Reader<string> = (value, richText, lenient) =>
  oneOf(...(lenient?.sections ?? defaultSections).searchKinds)(value, richText)

/** Plain text in pieces; `mark`: a word of the query. */
const marked = list(object({ text, mark: optional(flag) }))

const searchRow = object({
  kind: searchKind,
  id,
  parent_id: optional(id),
  sign: optional(text),
  title: marked,
  text: marked,
  within: optional(text),
  chapter: optional(text),
  // As attachments of the table of fields.
  file: optional(object({ name: prose, language: locale, url, size: optional(number) })),
  cover: optional(url),
  cover_sizes: imageCopies,
  published_at: optional(date),
  status,
})

export const readSearch = object({
  list: mainList(searchRow),
  total: count,
  counts: optional(record(count)),
  corrected: optional(text),
  partial: optional(flag),
  terms: list(text),
})
