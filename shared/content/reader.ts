// Readers: parse unknown JSON into typed content; errors name the invalid field.
import { siteOffset } from '../constants.ts'
import { parseUrl } from '../parse-url.ts'
import type { SiteSections } from '../sections.ts'
import { toWellFormed } from '../well-formed.ts'
import type { Problem } from './problem.ts'

/** Sanitised HTML. */
export type SafeHtml = string & { readonly safe: unique symbol }
/** Sanitises HTML. `typography`: for texts without markup; not in a browser. */
export type RichText = ((html: string) => SafeHtml) & {
  typography?: Typography
  /** Adds the offset of the site's time zone to a local date and time; by default +08:00. */
  withOffset?: WithOffset
}
export type WithOffset = (local: string) => string
export type Typography = {
  prose: (text: string) => string
  /** The title as HTML with its places to break; undefined where the text itself is enough. */
  heading: (title: string) => SafeHtml | undefined
}

/**
 * Lenient mode: invalid items of lists are omitted, and an empty PHP array of the upstream is an empty object.
 * `withOffset` adds the offset of a time zone to a local date and time. `sections`: that items may be in; default: those of a site
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

/** Parses one value or throws ContentError. Unknown fields are ignored. Without `lenient` every invalid item is an error. */
export type Reader<T> = (value: unknown, richText: RichText, lenient?: Lenient) => T
export type Content<R> = R extends Reader<infer T> ? T : never

/** `zh`: the message in Chinese. `isUnknown`: no reader reads the field. */
export type ContentError = Error & { name: 'ContentError'; field: string; zh: string; isUnknown?: true }

export function isContentError(error: unknown): error is ContentError {
  return error instanceof Error && error.name === 'ContentError'
}

/** Lone surrogates cannot be encoded in URLs, so they are replaced (U+FFFD). */
export const text: Reader<string> = (value) =>
  typeof value === 'string' ? toWellFormed(value) : fail('text', value)

/** Text that people read: its numbers stay together with their units. */
export const prose: Reader<string> = (value, richText) => {
  const words = text(value, richText)
  return richText.typography?.prose(words) ?? words
}

export const number: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail('number', value)

/**
 * An id, exactly: JSON.parse rounds numbers above 2^53, and the rounded one is the id of another item. PHP sends some as
 * text.
 */
export const id: Reader<number> = (value, richText) => {
  const isText = typeof value === 'string' && /^\d+$/.test(value)
  const given = isText ? Number(value) : number(value, richText)
  if (!Number.isSafeInteger(given) || (isText && value.length > mostIdDigits))
    throw problemOf('', {
      problem: `expected a whole number of at most ${mostIdDigits} digits`,
      zh: `应为最多 ${mostIdDigits} 位的整数`,
    })
  return given
}
const mostIdDigits = 15

/** A count; PHP sends some as strings. */
export const count: Reader<number> = (value, richText) =>
  number(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value, richText)

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : fail('boolean', value))

export const html: Reader<SafeHtml> = (value, richText) => richText(text(value, richText))

/** An ISO 8601 date with an offset; invalid dates read as missing, because a page is complete without them. */
export const date: Reader<string | undefined> = (value, richText) =>
  dateWithOffset(text(value, richText), richText.withOffset)

/** An absolute http(s), mailto: or tel: URL or a root-relative one. Anything else reads as ''. */
export const url: Reader<string> = (value, richText) => {
  const address = text(value, richText).trim()
  const isAllowed = /^(https?:\/\/[^\s/\\]|\/(?![/\\])|mailto:|tel:)/i.test(address)
  return isAllowed &&
    !/[\u0000-\u001f\\]/.test(address) &&
    parseUrl(address, 'https://site.invalid') !== undefined
    ? address
    : ''
}

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value) => allowed.find((candidate) => candidate === value) ?? fail(allowed.join(' or '), value)
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, richText, lenient) =>
    value === undefined || value === null ? undefined : reader(value, richText, lenient)
}

/** Lenient mode: an invalid value is noted, and reads as `fallback`. */
export function orElse<T, const F>(reader: Reader<T>, fallback: F): Reader<T | F> {
  return (value, richText, lenient) => {
    try {
      return reader(value, richText, lenient)
    } catch (error) {
      if (!lenient || !isContentError(error)) throw error
      lenient.omitted.push(error)
      return fallback
    }
  }
}

/** Lenient mode: an invalid value reads as missing. */
export function orMissing<T>(reader: Reader<T>): Reader<T | undefined> {
  return orElse(optional(reader), undefined)
}

/** A missing list reads as empty. */
export function list<T>(reader: Reader<T>): Reader<T[]> {
  const entries = entriesOf(reader)
  return (value, richText, lenient) => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return fail('list', value)
    return entries(value, richText, lenient).map(([, item]) => item)
  }
}

/** The main list of a call: it must be present, and at least one of its items valid. */
export function mainList<T>(reader: Reader<T>): Reader<T[]> {
  const items = list(reader)
  return (value, richText, lenient) => {
    if (!Array.isArray(value)) return fail('list', value)
    const omitted: ContentError[] = []
    const read = items(value, richText, lenient && { ...lenient, omitted })
    if (read.length === 0 && omitted.length > 0) throw omitted.at(-1)
    lenient?.omitted.push(...omitted)
    return read
  }
}

/** Items that differ in `key`. */
export function distinct<T>(
  reader: Reader<T>,
  key: keyof T & string,
  problem: (item: T) => Problem,
): Reader<T[]> {
  return (value, richText, lenient) => {
    const known = new Set<unknown>()
    const another: Reader<T> = (...input) => {
      const item = reader(...input)
      if (known.has(item[key])) throw problemOf(key, problem(item))
      known.add(item[key])
      return item
    }
    return list(another)(value, richText, lenient)
  }
}

/** Every mistake is one of the whole value; an unknown key is none. */
export function whole<T>(reader: Reader<T>): Reader<T> {
  return (value, richText, lenient) => {
    const omitted: ContentError[] = []
    const read = reader(value, richText, { ...lenient, omitted })
    const mistake = omitted.find(({ isUnknown }) => !isUnknown)
    lenient?.omitted.push(...omitted.filter((error) => error !== mistake))
    if (mistake) throw mistake
    return read
  }
}

export function record<T>(reader: Reader<T>): Reader<Record<string, T>> {
  const entries = entriesOf(reader)
  return (value, richText, lenient) =>
    Object.fromEntries(entries(objectOf(value, lenient), richText, lenient))
}

/** Lenient mode: without the invalid ones. */
function entriesOf<T>(reader: Reader<T>) {
  const item = orElse(reader, leftOut)
  return (values: object, richText: RichText, lenient?: Lenient): [string, T][] =>
    Object.entries(values).flatMap(([key, value]) => {
      const read = within(key, lenient, () => item(value, richText, lenient))
      return read === leftOut ? [] : [[key, read]]
    })
}
const leftOut = Symbol('left out')

export function object<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const entries = Object.entries(fields)
  return (value, richText, lenient) => {
    const source = objectOf(value, lenient)
    const read: Record<string, unknown> = {}
    for (const [key, reader] of entries)
      read[key] = within(key, lenient, () => reader(source[key], richText, lenient))
    return read as { [K in keyof Fields]: Content<Fields[K]> }
  }
}

function objectOf(value: unknown, lenient: Lenient | undefined): Record<string, unknown> {
  if (lenient && Array.isArray(value) && value.length === 0) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('object', value)
  return value as Record<string, unknown>
}

/** Prefixes the field of every error of `read` with `key`. */
function within<T>(key: string, lenient: Lenient | undefined, read: () => T): T {
  const before = lenient?.omitted.length ?? 0
  try {
    return read()
  } catch (error) {
    if (isContentError(error)) prefix(error, key)
    throw error
  } finally {
    if (lenient) for (let at = before; at < lenient.omitted.length; at++) prefix(lenient.omitted[at]!, key)
  }
}

function prefix(error: ContentError, key: string) {
  error.field = error.field ? `${key}.${error.field}` : key
}

function fail(expected: string, value: unknown): never {
  throw contentError(expected, value)
}

/** `expected`: a noun, `list`. In both languages here, because the table of problem.ts is too large for a browser. */
export function contentError(expected: string, value: unknown): ContentError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  const zh = `应为${inChinese(expected)}，实际是${inChinese(got)}`
  return problemOf('', { problem: `expected ${expected}, got ${got}`, zh })
}

function inChinese(word: string): string {
  return kinds[word] ?? ` ${word.replaceAll(' or ', ' 或 ')}`
}

const kinds: Record<string, string> = {
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

/** Seconds, time and offset are optional; PHP separates with a space or slashes. */
const pattern =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const inDefaultZone: WithOffset = (local) => local + siteOffset

/** ISO 8601 with an offset. Undefined for an invalid date. */
function dateWithOffset(text: string, withOffset = inDefaultZone): string | undefined {
  const parts = pattern.exec(text.trim())
  if (!parts) return undefined
  const [, year, , month, day, time = '00:00', seconds = ':00', offset] = parts
  const local = `${year}-${month}-${day}T${time}${seconds.replace(',', '.')}`
  if (Number.isNaN(Date.parse(`${local}Z`))) return undefined
  return offset === undefined ? withOffset(local) : local + spelledOffset(offset)
}

/** `+0800` and `+08` become `+08:00`. */
function spelledOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours ? `${hours}:${minutes}` : 'Z'
}
