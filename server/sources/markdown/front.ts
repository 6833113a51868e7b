// Front matter of each kind of content file, from the table of fields.

import { locales } from '../../../shared/constants.ts'
import type { Field } from '../../../shared/content/field.ts'
import { type ContentOf, type Manner, readersOf } from '../../../shared/content/field-readers.ts'
import { itemFields } from '../../../shared/content/fields.ts'
import type { Content, Reader } from '../../../shared/content/reader.ts'
import { flag, list, number, oneOf, optional, text } from '../../../shared/content/reader.ts'
import { type SectionKind, sectionKinds } from '../../../shared/sections.ts'
import { address, distinct, facets, filled, front, id, moment, object, safeUrl, sign } from './fields.ts'

/** `product`: its id. */
const types = {
  text,
  filled,
  prose: text,
  'filled prose': filled,
  number,
  id,
  product: id,
  sign,
  address,
  flag,
  date: moment,
  url: safeUrl,
  locale: oneOf(...locales),
  copies: list(object({ url: safeUrl, width: number, height: number })),
}
const manner = {
  side: 'files',
  types,
  object,
  part: optional,
  list: (item, { list: form, type }) => {
    if (form === 'map') return optional(facets)
    // Fields with an id make items that are told apart by it.
    return typeof type === 'object' && 'id' in type ? distinct(item as Reader<{ id: number }>) : list(item)
  },
} satisfies Manner<typeof types, 'files'>

const articleFields = { ...itemFields.summary, ...itemFields.article }
export type ArticleFront = ContentOf<typeof articleFields, typeof types, 'files'>

const articleReaders = new Map(sectionKinds.map((kind) => [kind, articleReader(kind)]))

/** The reader of articles of a section of this kind. */
export function articleReaderOf(kind: SectionKind): Reader<ArticleFront> {
  return articleReaders.get(kind)!
}

/** Keys of other kinds are unknown. */
function articleReader(kind: SectionKind): Reader<ArticleFront> {
  const fields = Object.entries<Field>(articleFields)
    .filter(([, { kinds }]) => !kinds || kinds.includes(kind))
    .map(([name, { required, ...field }]) => [
      name,
      { ...field, ...((required === true || required?.includes(kind)) && { required: true }) },
    ])
  // Fields of other kinds are optional in the type.
  return front(readersOf(Object.fromEntries(fields), manner)) as Reader<ArticleFront>
}

export const readAboutFront = front(readersOf(itemFields.about, manner))
export type AboutFront = Content<typeof readAboutFront>

export const readDownloadFront = front(readersOf(itemFields.download, manner))
export type DownloadFront = Content<typeof readDownloadFront>

export const readManualFront = front(readersOf(itemFields.manual, manner))
export type ManualFront = Content<typeof readManualFront>
