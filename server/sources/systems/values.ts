// Values of a system's fields, as the contract has them. What has another type reads as missing.
import { siteOffset } from '../../../shared/constants.ts'
import { dateWithOffset, type WithOffset } from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { decodeEntities, textOfHtml } from '../../rich-text/html.ts'

export type Json = Record<string, unknown>

export const isObject: (value: unknown) => value is Json = isRecord

/** An empty object for anything else. */
export function objectOf(value: unknown): Json {
  return isObject(value) ? value : {}
}

/** A list, with those of its items that are objects. */
export function objectsOf(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : []
}

/** The value at a path like `acf.specs` or `gallery.0.url`. */
export function valueAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, key) => {
    if (Array.isArray(inner)) return inner[Number(key)]
    return isObject(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined
  }, value)
}

/** A text without HTML: of a string, a number, or an object with `rendered` or `raw`. */
export function textFrom(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value)
  if (isObject(value)) return textFrom(value['rendered'] ?? value['raw'])
  if (typeof value !== 'string') return undefined
  return (/[<&]/.test(value) ? textOfHtml(value) : value.trim()) || undefined
}

/** HTML: of a string, or of an object with `rendered`. */
export function htmlFrom(value: unknown): string {
  if (isObject(value)) return htmlFrom(value['rendered'] ?? value['raw'])
  return typeof value === 'string' ? value : ''
}

export function numberFrom(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** A whole number from 0; systems send some as text. */
export function countFrom(value: unknown): number | undefined {
  const number = numberFrom(value)
  return number !== undefined && Number.isSafeInteger(number) && number >= 0 ? number : undefined
}

/** A URL: of a string, or of an object with `url`, `source_url` or `src`. */
export function urlFrom(value: unknown): string | undefined {
  if (isObject(value)) return urlFrom(value['url'] ?? value['source_url'] ?? value['src'])
  const text = typeof value === 'string' ? decodeEntities(value).trim() : ''
  return /^(?:https?:\/)?\/[^\s]/.test(text) ? text : undefined
}

/** ISO 8601 with an offset; `offset` is that of a date without one, or what adds it. */
export function dateFrom(value: unknown, offset: string | WithOffset = siteOffset): string | undefined {
  if (typeof value !== 'string' || value.startsWith('0000')) return undefined
  const hasOffset = /(?:Z|[+-]\d\d:?\d\d)$/i.test(value.trim())
  const isDay = /^\d{4}[-/]\d\d[-/]\d\d$/.test(value.trim())
  const whole = hasOffset || !isDay ? value.trim() : `${value.trim()}T00:00:00`
  const withOffset = typeof offset === 'string' ? (local: string) => local + offset : offset
  return dateWithOffset(compactDay(whole), withOffset)
}

/** `20240131`, as date fields of WordPress plugins are. */
function compactDay(text: string): string {
  return text.replace(/^(\d{4})(\d\d)(\d\d)(?=\D|$)/, '$1-$2-$3T00:00:00')
}

/** Texts: of a list, or of text separated by commas. */
export function textsFrom(value: unknown): string[] {
  const items = typeof value === 'string' ? value.split(/[,，、;；\n]/) : Array.isArray(value) ? value : []
  return items.flatMap((item) => textFrom(isObject(item) ? (item['name'] ?? item['title']) : item) ?? [])
}

/**
 * Names and values: of a list of objects, of one object, or of lines like `Range: 0–10 m`. Of an object the name is its first field
 * that is called like one, the value `value` or the next text or number; groups of them are one list.
 */
export function specsFrom(value: unknown, depth = 0): { name: string; value: string }[] {
  if (typeof value === 'string') return linesOf(value).flatMap(specOfLine)
  if (Array.isArray(value)) return objectsOf(value).flatMap((one) => specsOf(one, depth))
  return Object.entries(objectOf(value)).flatMap(([name, text]) => {
    const spec = { name: textFrom(name), value: textFrom(text) ?? '' }
    return spec.name ? [{ name: spec.name, value: spec.value }] : []
  })
}

const specNames =
  /^(?:name|label|key|title|parameter|property|attribute|term|spec(?:ification)?|feature|heading|question|名称|参数|项目)$/i
const ofSpecs =
  /^(?:id|documentId|__component|unit|locale|slug|sort|order|(?:created|updated|published)_?at)$/i
/** Groups in groups. */
const deepestGroup = 3

function specsOf(one: Json, depth: number): { name: string; value: string }[] {
  const fields = Object.entries(one).flatMap(([name, inner]): [string, string][] => {
    const text = ofSpecs.test(name) ? undefined : textFrom(nameIn(inner))
    return text === undefined ? [] : [[name, text]]
  })
  const label = fields.find(([name]) => specNames.test(name)) ?? fields[0]
  const rest = fields.filter((field) => field !== label)
  const [, value] = rest.find(([name]) => name === 'value') ?? rest[0] ?? []
  const groups = Object.values(one).filter(Array.isArray)
  if (value === undefined && groups.length > 0 && depth < deepestGroup)
    return groups.flatMap((group) => specsFrom(group, depth + 1))
  const unit = textFrom(one['unit'])
  return label ? [{ name: label[1], value: [value, value && unit].filter(Boolean).join(' ') }] : []
}

/** The name of what is related. */
export function nameIn(value: unknown): unknown {
  return isObject(value) ? (value['name'] ?? value['title'] ?? value) : value
}

function linesOf(text: string): string[] {
  return decodeEntities(text.replace(/<br\s*\/?>|<\/(?:p|li|tr)>/gi, '\n').replace(/<[^<>]*>/g, '')).split(
    '\n',
  )
}

function specOfLine(line: string): { name: string; value: string }[] {
  const end = line.search(/[:：|]/)
  const name = line.slice(0, Math.max(0, end)).trim()
  return name ? [{ name, value: line.slice(end + 1).trim() }] : []
}

/** Addresses that an item had before: of a list, or of text with one in each line. Undefined where there is none. */
export function addressesFrom(value: unknown): string[] | undefined {
  const items = typeof value === 'string' ? value.split(/[\s,，;；]+/) : Array.isArray(value) ? value : []
  const texts = items.flatMap((item) => textFrom(isObject(item) ? (item['path'] ?? item['url']) : item) ?? [])
  return texts.length > 0 ? texts : undefined
}

/** A sign of an address: the text, where it is one. */
export function signFrom(value: unknown): string | undefined {
  return typeof value === 'string' && /^(?!\.+$)[A-Za-z0-9_.-]{1,64}$/.test(value) ? value : undefined
}
