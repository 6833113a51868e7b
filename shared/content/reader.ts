// The walker over tables of fields: unknown JSON or YAML becomes typed content. Errors name the invalid field.
import { locales } from '../constants.ts'
import { isRecord } from '../is-record.ts'
import { type Locale, otherLocale } from '../locale.ts'
import type { SectionKind, SiteSections } from '../sections.ts'
import { toWellFormed } from '../well-formed.ts'
import { type Problem, say } from './problem.ts'
import { withHeading } from './titles.ts'

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
 * that lists none.
 */
export type Lenient = {
  omitted: ContentError[]
  withOffset?: WithOffset
  sections?: Pick<SiteSections, 'slugs' | 'searchKinds'>
}

/** For content that has none: the sanitiser runs on the server only. */
export const noRichText: RichText = () => {
  throw new Error('rich text where the content has none')
}

/** Parses one value or throws ContentError. Without `lenient` every invalid item is an error. */
export type Reader<T> = (value: unknown, richText: RichText, lenient?: Lenient) => T
export type Content<R> = R extends Reader<infer T> ? T : never

/** Who has written it. */
export type Side = 'files' | 'responses'

/** Reads one value; throws ContentError. */
export type ReadValue = (value: unknown, context: Context) => unknown

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
 * `list: 'main'`: it must be present, and one of its items valid; `'map'`: in a content file a map of lists. `record`: by any name.
 * `unique`: the field in which items of a list differ, and what is said of one that does not; in files also their ids.
 * `localized`: a text in each language; `'any'`: one of them is enough.
 * `else`: an invalid value in a response is reported, and reads as this one; a missing list then reads as missing.
 * `required`: in files and responses, in one of them, or in files of these kinds. `kinds`: in files of these kinds alone.
 * `elsewhere`: keys that belong in brand.yaml. `only`: in content files, or in responses.
 */
export type Field = {
  type: TypeName | Fields | ReadValue
  list?: true | 'main' | 'map'
  record?: true
  unique?: readonly [key: string, problem: UniqueProblem]
  localized?: true | 'any'
  else?: unknown
  required?: true | Side | readonly SectionKind[]
  kinds?: readonly SectionKind[]
  elsewhere?: Fields
  only?: Side
}
export type Fields = { readonly [name: string]: Field }
type UniqueProblem = '{name} is already a field of the form' | '{slug} is the slug of another section'

/** The types of values by name. */
export type Types = { readonly [Name in TypeName]?: ReadValue | Fields }

/** What a table is read with. */
export type Context = Partial<Lenient> & {
  side: Side
  types: Types
  richText: RichText
  /** Notes the keys that are not in `names`. */
  noteUnknown?: (
    source: object,
    names: readonly string[],
    omitted: ContentError[],
    elsewhere?: Fields,
  ) => void
  /** Of the section of a content file. */
  kind?: SectionKind | undefined
  /** The only language of the site of a content file. */
  language?: Locale | undefined
  /** The types of which null is an invalid value and not a missing one. */
  nullIsWrong?: readonly Field['type'][]
  /** An invalid field of a content file is reported and reads as missing, but not one of the items of a list. */
  isLenient?: boolean
}

/** `zh`: the message in Chinese. `isUnknown`: no reader reads the field. */
export type ContentError = Error & { name: 'ContentError'; field: string; zh: string; isUnknown?: true }

export function isContentError(error: unknown): error is ContentError {
  return error instanceof Error && error.name === 'ContentError'
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
    if (!isMissing || !context.omitted || !isContentError(error)) throw error
    context.omitted.push(error)
    return field.else
  }
}

function readPresent(field: Field, value: unknown, context: Context): unknown {
  const { type, list, record, localized } = field
  const isMissing = value === undefined || (value === null && !context.nullIsWrong?.includes(type))
  const isMap = list === 'map' && context.side === 'files'
  if (isMissing && !isRequired(field, context)) return list && !isMap && !('else' in field) ? [] : undefined
  if (record) {
    const read = list ? readList : readOne
    return Object.fromEntries(
      entriesOf(objectOf(value, context), context, (item, inner) => read(field, item, inner)),
    )
  }
  if (isMap) return readOne({ type: 'facets' }, value, context)
  if (list) return readList(field, value, context)
  return localized ? readLocalized(field, value, context) : readOne(field, value, context)
}

function isRequired({ required, list }: Field, { side, kind }: Context): boolean {
  const isOfKind = typeof required === 'object' && kind !== undefined && required.includes(kind)
  return required === true || required === side || isOfKind || list === 'main'
}

function readOne({ type, elsewhere }: Field, value: unknown, context: Context): unknown {
  const known = typeof type === 'string' ? context.types[type]! : type
  return typeof known === 'function' ? known(value, context) : readFields(known, value, context, elsewhere)
}

/** The other fields of an object of a content file are read too, so that every mistake is reported. */
export function readFields(
  fields: Fields,
  value: unknown,
  context: Context,
  elsewhere?: Fields,
): Record<string, unknown> {
  const { side, kind, omitted, noteUnknown } = context
  const source = objectOf(value, context)
  const isRead = (name: string) => {
    const { only, kinds } = fields[name]!
    return (!only || only === side) && (!kind || !kinds || kinds.includes(kind))
  }
  if (omitted) noteUnknown?.(source, Object.keys(fields).filter(isRead), omitted, elsewhere)
  const read: Record<string, unknown> = {}
  let first: ContentError | undefined
  for (const name in fields) {
    if (!isRead(name)) continue
    try {
      read[name] = within(name, context, () => readField(fields[name]!, source[name], context))
    } catch (error) {
      if (side === 'responses' || !omitted || !isContentError(error)) throw error
      if (first) omitted.push(error)
      first ??= error
    }
  }
  if (first) throw first
  return side === 'responses' ? withHeading(fields['title']?.type, read, context.richText.typography) : read
}

function readList(field: Field, value: unknown, context: Context): unknown[] {
  if (!Array.isArray(value)) return fail('list', value)
  const before = context.omitted?.length
  const { type } = field
  const table = typeof type === 'string' ? context.types[type] : type
  const isById = context.side === 'files' && typeof table === 'object' && 'id' in table
  const [key, problem] = field.unique ?? (isById ? byId : [])
  const known = new Set<unknown>()
  const read = entriesOf(value, context, (given, inner) => {
    const item = readOne(field, given, inner)
    if (key && problem && isRecord(item)) {
      const own = String(item[key])
      if (known.has(own)) throw problemOf(key, say(problem, { id: own, name: own, slug: own }))
      known.add(own)
    }
    return item
  }).map(([, item]) => item)
  const isUseless = field.list === 'main' && read.length === 0 && value.length > 0
  if (isUseless) throw context.omitted?.splice(before!).at(-1)
  return read
}
const byId = ['id', 'id {id} is already used in this list'] as const

/** Lenient mode: without the invalid ones. */
function entriesOf(values: object, context: Context, read: (value: unknown, context: Context) => unknown) {
  const inner = context.isLenient ? { ...context, isLenient: false } : context
  const entries: [string, unknown][] = []
  for (const [key, value] of Object.entries(values))
    try {
      entries.push([key, within(key, context, () => read(value, inner))])
    } catch (error) {
      if (!context.omitted || !isContentError(error)) throw error
      context.omitted.push(error)
    }
  return entries
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
  if (isAny && any) return { zh: String(zh ?? '').trim() || any, en: String(en ?? '').trim() || any }
  if (isAny && zh === undefined && en === undefined)
    throw problemOf('', say('expected a text in a language of the site'))
  if (isAny) throw problemOf('', say('must not be empty'))
  if (!any && side === 'files') throw problemOf('', say('must not be empty in both languages'))
  return texts
}

/** `fatalOf`: what is said of a mistake in a part that is one of the whole value; by default of all but unknown keys. */
export function whole<T>(context: Context, read: (context: Context) => T, fatalOf = mistakeOf): T {
  const before = context.omitted?.length ?? 0
  const value = read(context)
  for (const [at, error] of context.omitted?.entries() ?? []) {
    const problem = at < before ? undefined : fatalOf(error)
    if (!problem) continue
    context.omitted?.splice(at, 1)
    throw problemOf(error.field, problem)
  }
  return value
}

export function mistakeOf({ isUnknown, message, zh }: ContentError): Problem | undefined {
  return isUnknown ? undefined : { problem: message, zh }
}

function objectOf(value: unknown, { side, omitted }: Context): Record<string, unknown> {
  if (side === 'responses' && omitted && Array.isArray(value) && value.length === 0) return {}
  return isRecord(value) ? value : fail('object', value)
}

/** Prefixes the field of every error of `read` with `key`. */
function within<T>(key: string, { omitted }: Context, read: () => T): T {
  const before = omitted?.length ?? 0
  try {
    return read()
  } catch (error) {
    if (isContentError(error)) prefix(error, key)
    throw error
  } finally {
    if (omitted) for (let at = before; at < omitted.length; at++) prefix(omitted[at]!, key)
  }
}

function prefix(error: ContentError, key: string) {
  error.field = error.field ? `${key}.${error.field}` : key
}

/** Lone surrogates cannot be encoded in URLs, so they are replaced (U+FFFD). */
export function text(value: unknown): string {
  return typeof value === 'string' ? toWellFormed(value) : fail('text', value)
}

/** A text in which `problemIn` finds nothing wrong. */
export function checkedText(problemIn: (text: string) => Problem | undefined): (value: unknown) => string {
  return (value) => {
    const problem = problemIn(text(value))
    if (problem) throw problemOf('', problem)
    return text(value)
  }
}

export function oneOf<const T extends string>(...choices: readonly T[]): (value: unknown) => T {
  return (value) => choices.find((choice) => choice === value) ?? fail(choices.join(' or '), value)
}

export function number(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : fail('number', value)
}

export function flag(value: unknown): boolean {
  return typeof value === 'boolean' ? value : fail('boolean', value)
}

function fail(expected: string, value: unknown): never {
  throw contentError(expected, value)
}

/** `expected`: a noun, `list`. */
export function contentError(expected: string, value: unknown): ContentError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  const zh = `应为${inChinese(expected)}，实际是${inChinese(got)}`
  return problemOf('', { problem: `expected ${expected}, got ${got}`, zh })
}

function inChinese(word: string): string {
  return nouns[word] ?? ` ${word.replaceAll(' or ', ' 或 ')}`
}

const nouns: Record<string, string> = {
  text: '文本',
  string: '文本',
  number: '数字',
  boolean: ' true 或 false',
  list: '列表',
  object: '映射',
  null: '空值',
  undefined: '空值',
  'less rich text': '较短的正文',
}

/** An error with a text of its own. */
export function problemOf(field: string, { problem, zh }: Problem): ContentError {
  return Object.assign(new Error(problem), { name: 'ContentError' as const, field, zh })
}
