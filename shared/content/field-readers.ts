// Readers of the fields of a table, in content files or in responses.
import type { Field, Fields } from './field.ts'
import { type Content, optional, type Reader } from './reader.ts'

type Types = { readonly [type: string]: Reader<unknown> }
type Side = 'files' | 'responses'
type Readers = Record<string, Reader<unknown>>

/** How fields are read in a content file or a response. `part`: what is optional and an object. */
export type Manner<T extends Types, S extends Side> = {
  side: S
  types: T
  object: (fields: Readers) => Reader<unknown>
  list: (item: Reader<unknown>, field: Field) => Reader<unknown>
  part: (reader: Reader<unknown>) => Reader<unknown>
}

type Other = { files: 'responses'; responses: 'files' }
type ValueOf<F, T extends Types, S extends Side> = F extends { type: infer Name }
  ? Name extends keyof T
    ? Content<T[Name]>
    : ContentOf<Name, T, S>
  : never
type WholeOf<F, T extends Types, S extends Side> = F extends { list: true | 'map' }
  ? ValueOf<F, T, S>[]
  : F extends { required: true }
    ? ValueOf<F, T, S>
    : ValueOf<F, T, S> | undefined
/** Files of other kinds do not have the fields of some kinds alone. */
type InKinds<F, S extends Side> = S extends 'files'
  ? F extends { kinds: unknown }
    ? undefined
    : never
  : never
/** What an object of the fields has. */
export type ContentOf<F, T extends Types, S extends Side> = {
  -readonly [K in keyof F as F[K] extends { only: Other[S] } ? never : K]:
    | WholeOf<F[K], T, S>
    | InKinds<F[K], S>
}
type ReadersOf<F, T extends Types, S extends Side> = {
  [K in keyof ContentOf<F, T, S>]: Reader<ContentOf<F, T, S>[K]>
}

/** The readers of the fields, without those of the other side. */
export function readersOf<F extends Fields, T extends Types, S extends Side>(
  fields: F,
  manner: Manner<T, S>,
): ReadersOf<F, T, S> {
  const own = Object.entries(fields).filter(([, { only }]) => only === undefined || only === manner.side)
  // The types of the table are those of the readers.
  return Object.fromEntries(own.map(([name, field]) => [name, readerOf(field, manner)])) as ReadersOf<F, T, S>
}

function readerOf<T extends Types, S extends Side>(field: Field, manner: Manner<T, S>): Reader<unknown> {
  const { type } = field
  const value = typeof type === 'string' ? manner.types[type]! : manner.object(readersOf(type, manner))
  if (field.list) return manner.list(value, field)
  if (field.required === true) return value
  return typeof type === 'string' ? optional(value) : manner.part(value)
}

type SentName<F> = { [K in keyof F]: F[K] extends { only: Side } ? never : K }[keyof F]

/** The fields that a response has as the content file has them. */
export function sentNames<F extends Fields>(fields: F): SentName<F>[] {
  return Object.keys(fields).filter((name) => fields[name]!.only === undefined) as SentName<F>[]
}
