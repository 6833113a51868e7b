// The types of values in responses.
import { locales, siteOffset } from '../constants.ts'
import { isLocale, type Locale } from '../locale.ts'
import { parseUrl } from '../parse-url.ts'
import { defaultSections } from '../sections.ts'
import { flag, invalid, number, oneOf, text, whole } from './content-error.ts'
import { chapter, imageCopy, itemFields, manualSummary, named, namedAbout } from './fields.ts'
import { say } from './problem.ts'
import { type Context, readField, type Types, type WithOffset } from './reader.ts'
import { readSections } from './sections.ts'
import { menuFields, themes } from './site-fields.ts'
import { withoutBreaks } from './titles.ts'

/** Text that people read: its numbers stay together with their units. */
function prose(value: unknown, { richText }: Context): string {
  return richText.typography?.prose(text(value)) ?? text(value)
}

/**
 * An id, exactly: JSON.parse rounds numbers above 2^53, and the rounded one is the id of another item. PHP sends some as
 * text.
 */
function id(value: unknown): number {
  const isText = typeof value === 'string' && /^\d+$/.test(value)
  const given = isText ? Number(value) : number(value)
  if (!Number.isSafeInteger(given) || (isText && value.length > mostIdDigits))
    return invalid(say('expected a whole number of at most {most} digits', { most: mostIdDigits }))
  return given
}
const mostIdDigits = 15

/** A count; PHP sends some as strings. */
function count(value: unknown): number {
  return number(typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value)
}

/** An absolute http(s), mailto: or tel: URL or a root-relative one. Anything else reads as ''. */
function url(value: unknown): string {
  const address = text(value).trim()
  if (!/^(?:https?:\/\/[^\s/\\]|\/(?![/\\])|mailto:|tel:)[^\u0000-\u001f\\]*$/i.test(address)) return ''
  // Every other one can be parsed.
  return /^http/i.test(address) && !parseUrl(address, 'https://site.invalid') ? '' : address
}

/** `#rrggbb`. Anything else reads as ''. */
function colour(value: unknown): string {
  const hex = text(value).toLowerCase()
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : ''
}

const statuses = ['draft', 'scheduled', 'expired'] as const

export const types = {
  text,
  filled: text,
  prose,
  'filled prose': prose,
  heading: text,
  claim: text,
  'plain claim': (value) => withoutBreaks(text(value)),
  html: (value, { richText }) => richText(text(value)),
  number,
  id,
  count,
  flag,
  /** ISO 8601 with an offset; invalid dates read as missing, because a page is complete without them. */
  date: (value, { withOffset }) => dateWithOffset(text(value), withOffset),
  url,
  path: url,
  logo: url,
  svg: url,
  sign: text,
  colour,
  themed: themes,
  locale: oneOf(...locales),
  /** Languages that the site does not have are ignored. */
  languages: (value, context) => (readField(texts, value, context) as string[]).filter(isLocale),
  category: (value, { sections = defaultSections }) => oneOf(...sections.slugs)(value),
  /** The slug of a section, or the kind of another page. */
  'search kind': (value, { sections = defaultSections }) => oneOf(...sections.searchKinds)(value),
  /** The status of an item that is not public. Other values are ignored: upstreams may have a field `status` of their own. */
  status: (value) => statuses.find((known) => known === value),
  /** Every mistake is one of the whole list. */
  'site languages': (value, context) =>
    whole(context, (inner) => readField(someLocales, value, inner) as Locale[]),
  sections: readSections,
  copies: (value, context) =>
    readField(copies, value, context) as { url: string; width: number; height: number | undefined }[],
  'menu node': menuFields,
  summary: itemFields.summary,
  manual: manualSummary,
  product: named,
  named,
  neighbour: named,
  'named about': namedAbout,
  chapter,
} satisfies Types
const texts = { type: 'text', list: true } as const
const someLocales = { type: 'locale', list: true } as const
const copies = { type: imageCopy, list: true } as const

/** As most upstreams write it: read in a sixth of the time, which halves that of a list. */
const spelled = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):\d\d:\d\d(?:Z|[+-]\d\d:\d\d)$/
/** Seconds, time and offset are optional; PHP separates with a space or slashes. */
const pattern =
  /^(\d{4})([-/])(\d\d)\2(\d\d)(?:[T ]((?:[01]\d|2[0-3]):\d\d)(:\d\d(?:[.,]\d{1,9})?)? ?(Z|[+-]\d\d(?::?\d\d)?)?)?$/i

const inDefaultZone: WithOffset = (local) => local + siteOffset

/** ISO 8601 with an offset. Undefined for an invalid date. */
function dateWithOffset(written: string, withOffset = inDefaultZone): string | undefined {
  const given = written.trim()
  if (spelled.test(given) && isDay(given)) return given
  const parts = pattern.exec(given)
  if (!parts) return undefined
  const [, year, , month, day, time = '00:00', seconds = ':00', offset] = parts
  const local = `${year}-${month}-${day}T${time}${seconds.replace(',', '.')}`
  if (!isDay(`${local}Z`)) return undefined
  return offset === undefined ? withOffset(local) : local + spelledOffset(offset)
}

/** Date.parse reads 30 February as 2 March. */
function isDay(moment: string): boolean {
  const day = moment.slice(0, 10)
  const isLate = moment.slice(8, 10) > '28'
  return !Number.isNaN(Date.parse(moment)) && !(isLate && new Date(day).toISOString().slice(0, 10) !== day)
}

/** `+0800` and `+08` become `+08:00`. */
function spelledOffset(offset: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(offset) ?? []
  return hours ? `${hours}:${minutes}` : 'Z'
}
