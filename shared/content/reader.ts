// Small readers that turn unknown JSON into trusted content, naming the field that is wrong.
import { dateWithOffset } from '../date.ts'
import { parseUrl } from '../parse-url.ts'

/** HTML that went through the sanitiser and may be written into a page. */
export type SafeHtml = string & { readonly safe: unique symbol }
export type RichText = (html: string) => SafeHtml

/** Reads one value or throws ContentError. Unknown fields are ignored. */
export type Reader<T> = (value: unknown, richText: RichText) => T
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
  return (value, richText) => (value === undefined || value === null ? undefined : reader(value, richText))
}

/** A missing list reads as empty. */
export function list<T>(reader: Reader<T>): Reader<T[]> {
  return (value, richText) => {
    if (value === undefined || value === null) return []
    if (!Array.isArray(value)) return fail('list', value)
    return value.map((item, index) => within(`${index}`, () => reader(item, richText)))
  }
}

export function record<T>(reader: Reader<T>): Reader<Record<string, T>> {
  return (value, richText) => {
    const entries = Object.entries(objectOf(value))
    return Object.fromEntries(entries.map(([key, item]) => [key, within(key, () => reader(item, richText))]))
  }
}

export function object<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const entries = Object.entries(fields)
  return (value, richText) => {
    const source = objectOf(value)
    const read = entries.map(([key, reader]) => [key, within(key, () => reader(source[key], richText))])
    return Object.fromEntries(read)
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('object', value)
  return value as Record<string, unknown>
}

function within<T>(key: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (isContentError(error)) error.field = error.field ? `${key}.${error.field}` : key
    throw error
  }
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
