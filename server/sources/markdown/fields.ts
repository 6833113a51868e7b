// Readers of front matter fields: stricter than those of API responses, because the author can correct the file.
import { siteOffset } from '../../../shared/constants.ts'
import { type Problem, say } from '../../../shared/content/problem.ts'
import {
  type Content,
  type ContentError,
  contentError,
  distinct as distinctBy,
  isContentError,
  type Lenient,
  list,
  number,
  problemOf,
  type Reader,
  object as readObject,
  record,
  text,
} from '../../../shared/content/reader.ts'
import { languagesFrom, type SiteLanguages } from '../../../shared/languages.ts'
import { splitUrl } from '../../../shared/parse-url.ts'
import { decodedSegmentsOf } from '../../../shared/path-pattern.ts'
import { isReserved } from '../../../shared/redirects.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { nearestName } from './suggestion.ts'
import { visibilityKeyMeant } from './visibility.ts'

/** The keys of another file, and its name. */
type Elsewhere = { keys: readonly string[]; file: string }

/** As in API responses, but every invalid field is an error, not the first one only, and unknown keys are noted. */
export function object<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
  elsewhere?: Elsewhere,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const whole = readObject(fields)
  const single = Object.entries(fields).map(([key, reader]) => readObject({ [key]: reader }))
  return (value, richText, lenient) => {
    if (!lenient) return whole(value, richText)
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw contentError('object', value)
    noteUnknown(value, Object.keys(fields), lenient, say('unknown key'), elsewhere)
    const errors: ContentError[] = []
    const read = single.map((reader) => attempt(() => reader(value, richText, lenient), errors))
    const [first, ...others] = errors
    lenient.omitted.push(...others)
    if (first) throw first
    // Without an error each field has been read.
    return Object.assign({}, ...read) as { [K in keyof Fields]: Content<Fields[K]> }
  }
}

function attempt<T>(read: () => T, errors: ContentError[]): T | undefined {
  try {
    return read()
  } catch (error) {
    if (!isContentError(error)) throw error
    errors.push(error)
    return undefined
  }
}

/**
 * Front matter: an unknown key that is one that hides an item elsewhere (`listed` of an about page), or nearly one, is an error,
 * because the item would be public without it.
 */
export function front<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const read = object(fields)
  return (value, richText, lenient) => {
    const front = read(value, richText, lenient)
    const isMeant = ({ field, isUnknown }: ContentError) => isUnknown && visibilityKeyMeant(field)
    const wrong = lenient?.omitted.find(isMeant)
    if (!lenient || !wrong) return front
    lenient.omitted.splice(lenient.omitted.indexOf(wrong), 1)
    const problem = { problem: wrong.message, zh: wrong.zh }
    const end = wrong.message.endsWith('?') ? '' : { problem: '.', zh: '。' }
    throw problemOf(
      wrong.field,
      say('{problem}{end} The item is not public until this is corrected', { problem, end }),
    )
  }
}

/** Notes the keys of `value` that are not in `known`; their values may still be read. */
export function noteUnknown(
  value: unknown,
  known: readonly string[],
  lenient: Lenient | undefined,
  what: Problem,
  elsewhere?: Elsewhere,
): void {
  if (!lenient || typeof value !== 'object' || value === null || Array.isArray(value)) return
  for (const key of Object.keys(value).filter((key) => !known.includes(key))) {
    const problem = elsewhere?.keys.includes(key)
      ? say('belongs in {file}', { file: elsewhere.file })
      : withSuggestion(what, key, known)
    lenient.omitted.push(Object.assign(problemOf(key, problem), { isUnknown: true as const }))
  }
}

/** What is wrong with a name, and the known one that was probably meant. */
export function withSuggestion(problem: Problem, written: string, known: readonly string[]): Problem {
  const name = nearestName(written, known)
  return name === undefined ? problem : say('{problem}, did you mean {name}?', { problem, name })
}

export const filled: Reader<string> = (value, richText) =>
  text(value, richText).trim() ? text(value, richText) : invalid(say('must not be empty'))

export const id: Reader<number> = (value, richText) => {
  const given = number(value, richText)
  return Number.isSafeInteger(given) && given > 0 ? given : invalid(say('expected a positive whole number'))
}

export const sign: Reader<string> = (value, richText) =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(text(value, richText))
    ? text(value, richText)
    : invalid(say('expected 1 to 64 of letters, digits, _ - .'))

/** The address of a page that has moved: a path, which no file or call has, and perhaps a query. */
export const address: Reader<string> = (value, richText) => {
  const path = text(value, richText)
  const problem = addressProblem(path)
  return problem ? invalid(problem) : path
}

/** Undefined where nothing is wrong. */
export function addressProblem(path: string): Problem | undefined {
  const isPath = /^\/(?!\/)[^\s\u0000-\u001f\u007f\\#]*$/.test(path) && path.length <= longestAddress
  if (!isPath || !decodedSegmentsOf(splitUrl(path).pathname))
    return say('expected the address of a page, as /old/page.html or /show.asp?id=12, without #')
  return isReserved(path) ? say('is an address that cannot be moved') : undefined
}

const longestAddress = 500

const date =
  /^(\d{4}-\d\d-\d\d)(?:[T ]((?:[01]\d|2[0-3]):[0-5]\d)(:[0-5]\d(?:\.\d{1,9})?)?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?)?$/

/** ISO 8601 with an offset. A date without one is local, without a time it is the first moment of the day. */
export const moment: Reader<string> = (value, richText, lenient) => {
  const [found, day, time = '00:00', seconds = '', offset] = date.exec(text(value, richText).trim()) ?? []
  if (!found || !day || !isDay(day))
    return invalid(say('expected a date, as 2026-03-02, 2026-03-02 09:30 or 2026-03-02T09:30:00+08:00'))
  if (offset) return `${day}T${time}${seconds}${offset}`
  const local = `${day}T${time}${seconds || ':00'}`
  return lenient?.withOffset ? lenient.withOffset(local) : local + siteOffset
}

// Date.parse reads 30 February as 2 March.
function isDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

/** The order decides which has no prefix. */
export const siteLanguages: Reader<SiteLanguages> = (value) =>
  languagesFrom(value) ?? invalid(say('expected [zh, en], [en, zh], [zh] or [en]'))

export const timeZone: Reader<string> = (value, richText) =>
  isTimeZone(text(value, richText))
    ? text(value, richText)
    : invalid(say('expected a time zone, as Asia/Shanghai or Europe/Berlin'))

/** Whether a URL is root-relative or https, without characters that browsers drop or rewrite. */
export function isSafeUrl(url: string): boolean {
  return /^(\/(?!\/)|https:\/\/[^/?#])/.test(url) && !/[\s\u0000-\u001f\u007f\\]/.test(url)
}

/** What is wrong with a URL that is not safe, and what to write. */
export function urlProblem(url: string): Problem {
  if (url !== url.trim()) return say('has a space at the start or the end')
  if (url.includes('\\')) return say('has a backslash; write /')
  if (/^http:\/\//i.test(url)) return say('http:// is not allowed; write https://')
  if (!/^(\/(?!\/)|https:\/\/)/.test(url)) return say('must start with / or https://')
  if (/[ \u3000]/.test(url)) return say('has a space; write %20 for it, or give the file a name without one')
  return /^https:/.test(url) ? say('must name a host after https://') : say('has a character that no URL has')
}

export const safeUrl: Reader<string> = (value, richText) =>
  isSafeUrl(text(value, richText))
    ? text(value, richText)
    : invalid(say('unsafe URL: {problem}', { problem: urlProblem(text(value, richText)) }))

/** A list whose items have different ids. */
export function distinct<T extends { id: number }>(item: Reader<T>): Reader<T[]> {
  return distinctBy(item, 'id', ({ id }) => say('id {id} is already used in this list', { id }))
}

const longestValue = 50
const facetName = /^[^:\u0000-\u001f]{1,40}$/

/** Values by the name of a facet, in the order of the file. A name is the part of a filter before its first colon. */
export const facets: Reader<{ name: string; values: string[] }[]> = (value, richText, lenient) => {
  const named = record(list(filled))(value, richText, lenient)
  for (const [name, values] of Object.entries(named)) {
    if (!facetName.test(name)) invalid(say('expected a name of 1 to 40 characters without a colon'), name)
    const long = values.findIndex((text) => text.length > longestValue)
    if (long >= 0)
      invalid(say('expected at most {most} characters', { most: longestValue }), `${name}.${long}`)
  }
  return Object.entries(named).map(([name, values]) => ({ name, values: [...new Set(values)] }))
}

export function invalid(problem: Problem, field = ''): never {
  throw problemOf(field, problem)
}
