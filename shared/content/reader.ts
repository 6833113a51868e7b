// The walker over tables of fields: unknown JSON or YAML becomes typed content. Errors name the invalid field.
import { locales } from '../constants.ts'
import { isRecord } from '../is-record.ts'
import { type Locale, otherLocale } from '../locale.ts'
import type { SectionKind, SiteSections } from '../sections.ts'
import { atKey, type ContentError, fail, invalid, type Key, omit } from './content-error.ts'
import { type Problem, say } from './problem.ts'
import { addHeading } from './titles.ts'

/** Sanitised HTML. */
export type SafeHtml = string & { readonly safe: unique symbol }
/** Sanitises HTML. `typography`: for texts without markup. */
export type RichText = ((html: string) => SafeHtml) & { typography?: Typography }
export type WithOffset = (local: string) => string
export type Typography = {
  prose: (text: string) => string
  /** The title as HTML with its places to break; undefined where the text itself is enough. */
  heading: (title: string) => SafeHtml | undefined
}

/**
 * Lenient mode: invalid items of lists are omitted, and an empty PHP array of the upstream is an empty object.
 * `withOffset` adds the offset of a time zone to a local date and time; default: +08:00. `sections`: that items may be in; default: those of a site
 * that lists none. `language`: the only one of the site of a content file.
 */
export type Lenient = {
  omitted: ContentError[]
  withOffset?: WithOffset
  sections?: Pick<SiteSections, 'slugs' | 'searchKinds'>
  language?: Locale | undefined
}

/** The sanitiser of content that has no HTML: the real one runs on the server only. */
export const noRichText: RichText = () => {
  throw new Error('rich text where the content has none')
}

/** Parses one value or throws ContentError. Without `lenient` every invalid item is an error. */
export type Reader<T> = (value: unknown, richText: RichText, lenient?: Lenient) => T
export type Content<R> = R extends Reader<infer T> ? T : never

/** Who has written it. */
export type Side = 'files' | 'responses'

/** Reads one value; throws ContentError. */
type ReadValue = (value: unknown, context: Context) => unknown
type Read = (field: Field, value: unknown, context: Context) => unknown

/**
 * `filled`: must not be empty in a content file. `prose`: numbers stay with their units. `heading`, `claim`: see titles.ts.
 * `product`: in a content file its id. `facets`: in a content file a map of lists.
 */
type TypeName =
  | ('text' | 'filled' | 'prose' | 'filled prose' | 'heading' | 'claim' | 'plain claim' | 'html')
  | ('number' | 'id' | 'count' | 'flag' | 'date' | 'url' | 'path' | 'logo' | 'svg' | 'colour' | 'themed')
  | ('sign' | 'address' | 'copies' | 'category' | 'search kind' | 'status' | 'sections' | 'facets')
  | ('locale' | 'languages' | 'site languages' | 'menu node')
  | ('summary' | 'manual' | 'product' | 'named' | 'named about' | 'neighbour' | 'chapter')

/**
 * `type`: a name, the fields of an object, or a function.
 * `list: 'main'`: it must be present, and one of its items valid; `'map'`: in a content file a map of lists.
 * `record`: by any name, or one in which the function finds nothing wrong.
 * `unique`: the field in which items of a list differ; in files also their ids.
 * `localized`: a text in each language; `'any'`: one of them is enough.
 * `else`: an invalid value in a response is reported, and reads as this one; a missing list then reads as missing.
 * `required`: in files and responses, in one of them, or in files of these kinds. `kinds`: in files of these kinds alone.
 * `only`: in content files, or in responses.
 */
export type Field = {
  type: TypeName | Fields | ReadValue
  list?: true | 'main' | 'map'
  record?: true | ((name: string) => Problem | undefined)
  unique?: string
  localized?: true | 'any'
  else?: unknown
  required?: true | Side | readonly SectionKind[]
  kinds?: readonly SectionKind[]
  only?: Side
}
export type Fields = { readonly [name: string]: Field }

/** The types of values by name. */
export type Types = { readonly [Name in TypeName]?: ReadValue | Fields }

/** The tools and settings that a table is read with. */
export type Context = Partial<Lenient> & {
  side: Side
  types: Types
  richText: RichText
  /** Notes the keys that are not in `names`. */
  noteUnknown?: (source: object, names: readonly string[], omitted: ContentError[]) => void
  /** Of the section of a content file. */
  kind?: SectionKind | undefined
  /** An invalid field of a content file is reported and reads as missing, but not one of the items of a list. */
  isLenient?: boolean
}

/** Reads what is not part of anything, so that an invalid value is an error. */
export function readRoot(field: Field, value: unknown, context: Context): unknown {
  return readPresent({ ...field, required: true }, value, context)
}

/** Reads the value of a field. Throws ContentError for one without which the whole cannot be used. */
export function readField(field: Field, value: unknown, context: Context): unknown {
  try {
    return readPresent(field, value, context)
  } catch (error) {
    const isMissing = context.side === 'files' ? context.isLenient : 'else' in field
    if (!isMissing) throw error
    omit(error, context)
    return field.else
  }
}

function readPresent(field: Field, value: unknown, context: Context): unknown {
  const { list, record, localized } = field
  const isMissing = value === undefined || value === null
  const isMap = list === 'map' && context.side === 'files'
  if (isMissing && !isRequired(field, context)) return list && !isMap && !('else' in field) ? [] : undefined
  if (isMap) return readOne({ type: 'facets' }, value, context)
  if (record) return readRecord(field, value, context)
  if (list) return readList(field, value, context)
  return localized ? readLocalized(field, value, context) : readOne(field, value, context)
}

function isRequired({ required, list }: Field, { side, kind }: Context): boolean {
  const isOfKind = typeof required === 'object' && kind !== undefined && required.includes(kind)
  return required === true || required === side || isOfKind || list === 'main'
}

function readOne({ type }: Field, value: unknown, context: Context): unknown {
  const known = typeof type === 'string' ? context.types[type]! : type
  return typeof known === 'function' ? known(value, context) : readFields(known, value, context)
}

/** The other fields of an object of a content file are read too, so that every mistake is reported. */
export function readFields(fields: Fields, value: unknown, context: Context): Record<string, unknown> {
  const { side, omitted, noteUnknown } = context
  const source = objectOf(inLanguage(fields, value, context), context)
  if (omitted && noteUnknown) {
    const names = Object.keys(fields).filter((name) => isRead(fields[name]!, context))
    noteUnknown(source, names, omitted)
  }
  const read: Record<string, unknown> = {}
  let first: unknown
  for (const name in fields) {
    const field = fields[name]!
    if (!isRead(field, context)) continue
    try {
      read[name] = atKey(name, context, () => readField(field, source[name], context))
    } catch (error) {
      if (side === 'responses') throw error
      if (first) omit(error, context)
      first ??= error
    }
  }
  if (first) throw first
  if (side === 'responses' && 'title' in fields)
    addHeading(fields['title']!.type, read, context.richText.typography)
  return read
}

/** Texts on a site with one language need not name it: `title: Coffees` is `en: { title: Coffees }`. */
function inLanguage(fields: Fields, value: unknown, { language }: Context): unknown {
  if (!language) return value
  const { type } = fields[language] ?? {}
  if (typeof type === 'string' && typeof value === 'string') return { [language]: value }
  if (typeof type !== 'object' || !isRecord(value)) return value
  const named = value[language] ?? {}
  const entries = Object.entries(value)
  const isText = ([key]: [string, unknown]) => Object.hasOwn(type, key) && !Object.hasOwn(fields, key)
  const texts = Object.fromEntries(entries.filter(isText))
  if (Object.keys(texts).length === 0 || !isRecord(named)) return value
  const others = entries.filter((entry) => !isText(entry))
  return { ...Object.fromEntries(others), [language]: { ...texts, ...named } }
}

function isRead({ only, kinds }: Field, { side, kind }: Context): boolean {
  return (!only || only === side) && (!kind || !kinds || kinds.includes(kind))
}

function readList(field: Field, value: unknown, context: Context): unknown[] {
  if (!Array.isArray(value)) return fail('list', value)
  const before = context.omitted?.length
  const key = field.unique ?? (context.side === 'files' ? 'id' : undefined)
  const known = new Set<unknown>()
  const readItem: Read = (of, given, inner) => {
    const item = readOne(of, given, inner)
    if (!key || !isRecord(item) || item[key] === undefined) return item
    const own = String(item[key])
    if (known.has(own)) invalid(say('{key} {own} is already used in this list', { key, own }), key)
    known.add(own)
    return item
  }
  const list: unknown[] = []
  readItems(key ? readItem : readOne, field, value.entries(), context, (item) => list.push(item))
  const isUseless = field.list === 'main' && list.length === 0 && value.length > 0
  if (isUseless) throw context.omitted?.splice(before!).at(-1)
  return list
}

function readRecord(field: Field, value: unknown, context: Context): unknown {
  const entries: [Key, unknown][] = []
  const given = Object.entries(objectOf(value, context))
  readItems(field.list ? readList : readOne, field, given, context, (item, key) => {
    const problem = typeof field.record === 'function' && field.record(String(key))
    if (problem) invalid(problem, String(key))
    entries.push([key, item])
  })
  return Object.fromEntries(entries)
}

/** Lenient mode: without the invalid ones. */
function readItems(
  read: Read,
  field: Field,
  entries: Iterable<[Key, unknown]>,
  context: Context,
  add: (item: unknown, key: Key) => void,
): void {
  const inner = context.isLenient ? { ...context, isLenient: false } : context
  for (const [key, value] of entries)
    try {
      const item = atKey(key, inner, () => read(field, value, inner))
      add(item, key)
    } catch (error) {
      omit(error, context)
    }
}

/** A text alone is that of both languages in a response, where one of them is enough, and on a site with one language. */
function readLocalized({ type, localized }: Field, value: unknown, context: Context): unknown {
  const { side, language } = context
  const isAny = localized === 'any'
  const isAlone = typeof value === 'string' && (isAny || language || (side === 'responses' && value !== ''))
  const alone = isAlone && readOne({ type }, value, context)
  const given = language && isRecord(value) ? { [otherLocale(language)]: value[language], ...value } : value
  const field = { type, ...(!isAny && { required: true as const }) }
  const texts = isAlone ? { zh: alone, en: alone } : readFields({ zh: field, en: field }, given, context)
  const [zh, en] = locales.map((locale) => texts[locale])
  const [any] = [zh, en].flatMap((text) => String(text ?? '').trim() || [])
  if (!any && (isAny || side === 'files')) return invalid(say('must not be empty'))
  return isAny ? { zh: String(zh ?? '').trim() || any, en: String(en ?? '').trim() || any } : texts
}

function objectOf(value: unknown, { side, omitted }: Context): Record<string, unknown> {
  if (side === 'responses' && omitted && Array.isArray(value) && value.length === 0) return {}
  return isRecord(value) ? value : fail('object', value)
}
