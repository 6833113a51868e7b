// Fields of articles that are one text: every system reads them alike.
import type { Field } from '../../../shared/content/field.ts'
import { itemFields } from '../../../shared/content/fields.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import { nameIn, textFrom } from './values.ts'

const fields = { ...itemFields.summary, ...itemFields.article }
type Fields = typeof fields
type Excluded = { list: true } | { required: true } | { only: string }
/** That of the cover comes with its picture. */
export type TextField = Exclude<
  {
    [K in keyof Fields]: Fields[K] extends { type: 'text' | 'filled' }
      ? Fields[K] extends Excluded
        ? never
        : K
      : never
  }[keyof Fields],
  'cover_alt'
>

export const textFields = Object.entries<Field>(fields)
  .filter(
    ([name, { type, list, required, only }]) =>
      (type === 'text' || type === 'filled') && !list && !required && !only && name !== 'cover_alt',
  )
  .map(([name]) => name) as TextField[]

/** The texts of an article of a section of this kind. Related entries are read as their names. */
export function textsOf(
  kind: SectionKind | undefined,
  read: (name: TextField) => unknown,
): Partial<Record<TextField, string>> {
  const own = textFields.filter((name) => {
    const { kinds }: Field = fields[name]
    return !kinds || (kind && kinds.includes(kind))
  })
  return Object.fromEntries(own.map((name) => [name, textFrom(nameIn(read(name)))]))
}
