// What the table of fields says of one field of items.
import type { SectionKind } from '../sections.ts'

/** `filled`: must not be empty in a content file. `prose`: numbers stay with their units. */
type FieldType =
  | ('text' | 'filled' | 'prose' | 'filled prose' | 'html' | 'number' | 'id' | 'flag' | 'date' | 'url')
  | ('sign' | 'address' | 'copies' | 'product' | 'category' | 'languages' | 'status')
  | 'locale'
  | ('summary' | 'manual' | 'named' | 'named about' | 'neighbour' | 'chapter')

/**
 * `type`: a name, or the fields of an object. `list: 'map'`: in a content file a map of lists.
 * `required`: in files and responses, or in files of these kinds. `kinds`: in files of these kinds alone.
 * `only`: in content files, or in responses. `en`, `zh`: the meaning.
 */
export type Field = {
  type: FieldType | Fields
  list?: true | 'map'
  required?: true | readonly SectionKind[]
  kinds?: readonly SectionKind[]
} & (
  | { only?: 'files'; en: string; zh: string }
  | { only?: 'files'; en?: never; zh?: never }
  | { only: 'responses'; en?: string; zh?: never }
)
export type Fields = { readonly [name: string]: Field }
