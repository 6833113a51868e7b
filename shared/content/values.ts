// The types of what tables of fields are read as, and the reader of a response.
import type { Locale } from '../locale.ts'
import { type Field, type Reader, readRoot, type SafeHtml, type Side } from './reader.ts'
import { types } from './types.ts'

type TypeTable = typeof types
/** The value of each named type. */
export type Values = {
  [Name in keyof TypeTable]: TypeTable[Name] extends (value: never, context: never) => infer V
    ? V
    : ContentOf<TypeTable[Name], 'responses'>
}

type TypeOf<T, S extends Side> = T extends 'product'
  ? S extends 'files'
    ? number
    : Values['product']
  : T extends keyof Values
    ? Values[T]
    : T extends (value: never, context: never) => infer V
      ? V
      : ContentOf<T, S>
type ItemOf<F extends { type: unknown }, S extends Side> = F extends { localized: true | 'any' }
  ? Record<Locale, TypeOf<F['type'], S>>
  : TypeOf<F['type'], S>
type PresentOf<F extends { type: unknown }, S extends Side> = F extends { list: unknown }
  ? ItemOf<F, S>[]
  : ItemOf<F, S>
/** The value of a field that is not missing. */
export type ValueOf<F extends { type: unknown }, S extends Side> = F extends { record: unknown }
  ? Record<string, PresentOf<F, S>>
  : PresentOf<F, S>
type IsPresent<F, S extends Side> = F extends { required: true | S } | { list: 'main' }
  ? true
  : F extends { list: unknown }
    ? F extends { else: unknown }
      ? false
      : true
    : false
type FieldOf<F, S extends Side> = F extends { type: unknown }
  ?
      | ValueOf<F, S>
      | (IsPresent<F, S> extends true ? never : undefined)
      | (S extends 'responses'
          ? F extends { else: infer E }
            ? E
            : never
          : F extends { kinds: unknown }
            ? undefined
            : never)
  : never
type Headed<F, S extends Side> = S extends 'responses'
  ? F extends { title: { type: 'heading' | 'claim' } }
    ? { title_html?: SafeHtml }
    : unknown
  : unknown
type Other = { files: 'responses'; responses: 'files' }
/** The object of a table of fields. */
export type ContentOf<F, S extends Side> = {
  -readonly [K in keyof F as F[K] extends { only: Other[S] } ? never : K]: FieldOf<F[K], S>
} & Headed<F, S>

/** The reader of a response with this field alone. */
export function readerOf<const F extends Field>(field: F): Reader<ValueOf<F, 'responses'>> {
  return (value, richText, lenient) =>
    // The types of the table are those of the functions.
    readRoot(field, value, { ...lenient, side: 'responses', types, richText }) as ValueOf<F, 'responses'>
}
