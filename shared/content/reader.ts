// Small readers that turn unknown JSON into trusted content, naming the field that is wrong.

import { siteOffset } from '../constants.ts'
import { parseUrl } from '../parse-url.ts'

/** HTML that went through the sanitiser and may be written into a page. */
export type SafeHtml = string & { readonly safe: unique symbol }
export type RichText = (html: string) => SafeHtml

/** How a response of the origin is read: an empty PHP array may stand for an object, bad items are left out of lists. */
export type Lenient = { leftOut: ContentError[] }

/** Reads one value or throws ContentError. Unknown fields are ignored. Without `lenient` every mistake is an error. */
export type Reader<T> = (value: unknown, richText: RichText, lenient?: Lenient) => T
export type Content<R> = R extends Reader<infer T> ? T : never

export type ContentError = Error & { name: 'ContentError'; field: string }

export function isContentError(error: unknown): error is ContentError {
  return error instanceof Error && error.name === 'ContentError'
}

/** Half a character would make URLs of it impossible, so it is replaced (U+FFFD). */
export const text: Reader<string> = (value) =>
  typeof value === 'string' ? value.toWellFormed() : fail('text', value)

export const number: Reader<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : fail('number', value)

/** A number of things; PHP sends some of them as text. */
export const count: Reader<number> = (value, richText) =>
  number(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value, richText)

export const flag: Reader<boolean> = (value) => (typeof value === 'boolean' ? value : fail('boolean', value))

export const html: Reader<SafeHtml> = (value, richText) => richText(text(value, richText))

/** An ISO 8601 date with an offset; text that is no date reads as missing, because a page can do without it. */
export const date: Reader<string | undefined> = (value, richText) => dateWithOffset(text(value, richText))

/** An absolute http(s), mailto: or tel: URL or a root-relative one. Anything else reads as '' and is not linked. */
export const url: Reader<string> = (value, richText) => {
  const found = text(value, richText).trim()
  const isAllowed = /^(https?:\/\/[^\s/\\]|\/(?![/\\])|mailto:|tel:)/i.test(found)
  return isAllowed &&
    !/[\u0000-\u001f\\]/.test(found) &&
    parseUrl(found, 'https://site.invalid') !== undefined
    ? found
    : ''
}

export function oneOf<const T extends string>(...allowed: T[]): Reader<T> {
  return (value) => allowed.find((candidate) => candidate === value) ?? fail(allowed.join(' or '), value)
}

export function optional<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, richText, lenient) =>
    value === undefined || value === null ? undefined : reader(value, richText, lenient)
}

/** A missing list reads as empty. */
export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, richText, lenient) => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return fail('list', value)
    return value.flatMap((item, index) =>
      itemOf(`${index}`, lenient, () => reader(item, richText, lenient)).map(([, read]) => read),
    )
  }
}

/** A list that is what a call is about: it has to be there, and be readable in part at least. */
export function mainList<T>(reader: Reader<T>): Reader<T[]> {
  const items = list(reader)
  return (value, richText, lenient) => {
    if (!Array.isArray(value)) return fail('list', value)
    if (!lenient) return items(value, richText)
    const own: Lenient = { leftOut: [] }
    const read = items(value, richText, own)
    const last = own.leftOut.at(-1)
    if (read.length === 0 && last) throw last
    lenient.leftOut.push(...own.leftOut)
    return read
  }
}

export function record<T>(reader: Reader<T>): Reader<Record<string, T>> {
  return (value, richText, lenient) =>
    Object.fromEntries(
      Object.entries(objectOf(value, lenient)).flatMap(([key, item]) =>
        itemOf(key, lenient, () => reader(item, richText, lenient)),
      ),
    )
}

export function object<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const entries = Object.entries(fields)
  return (value, richText, lenient) => {
    const source = objectOf(value, lenient)
    const read = entries.map(([key, reader]) => [
      key,
      within(key, lenient, () => reader(source[key], richText, lenient)),
    ])
    return Object.fromEntries(read)
  }
}

/** An object of one of several kinds, which its field `key` names. `fields` are those of all kinds. */
export function variant<Readers extends Record<string, Reader<unknown>>>(
  key: string,
  readers: Readers,
  fields: Record<string, Reader<unknown>>,
): Reader<Content<Readers[keyof Readers]>> {
  const ofNoKind = object(fields)
  return (value, richText, lenient) => {
    const source = objectOf(value, lenient)
    const kind = Object.keys(readers).find((name) => name === source[key])
    const reader = kind === undefined ? ofNoKind : readers[kind]!
    // The reader of no kind throws at `key`, if not before: only the others return.
    return reader(source, richText, lenient) as Content<Readers[keyof Readers]>
  }
}

function objectOf(value: unknown, lenient: Lenient | undefined): Record<string, unknown> {
  if (lenient && Array.isArray(value) && value.length === 0) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('object', value)
  return value as Record<string, unknown>
}

/** The item with its key, or nothing where it is left out. */
function itemOf<T>(key: string, lenient: Lenient | undefined, read: () => T): [string, T][] {
  try {
    return [[key, within(key, lenient, read)]]
  } catch (error) {
    if (!lenient || !isContentError(error)) throw error
    lenient.leftOut.push(error)
    return []
  }
}

/** Puts `key` before the field of every error that comes from `read`. */
function within<T>(key: string, lenient: Lenient | undefined, read: () => T): T {
  const before = lenient?.leftOut.length ?? 0
  try {
    return read()
  } catch (error) {
    if (isContentError(error)) prefix(error, key)
    throw error
  } finally {
    for (const error of lenient?.leftOut.slice(before) ?? []) prefix(error, key)
  }
}

function prefix(error: ContentError, key: string) {
  error.field = error.field ? `${key}.${error.field}` : key
}

function fail(expected: string, value: unknown): never {
  throw contentError(expected, value)
}

/** `expected` in words. */
export function contentError(expected: string, value: unknown): ContentError {
  const got = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
  const error = new Error(`expected ${expected}, got ${got}`)
  return Object.assign(error, { name: 'ContentError' as const, field: '' })
}

/** Seconds and their fraction, the time, and the offset may be missing; PHP separates with a space or slashes. */
const pattern =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:[.,]\d{1,9})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

/** ISO 8601 with an offset: +08:00 where the text has none. Undefined for text that is not a date. */
export function dateWithOffset(text: string): string | undefined {
  const found = pattern.exec(text.trim())
  if (!found) return undefined
  const [, year, , month, day, time = '00:00', seconds = ':00', offset = siteOffset] = found
  const date = `${year}-${month}-${day}T${time}${seconds.replace(',', '.')}${spelledOffset(offset)}`
  return Number.isNaN(Date.parse(date)) ? undefined : date
}

/** `+0800` and `+08` are `+08:00`. */
function spelledOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours ? `${hours}:${minutes}` : 'Z'
}
