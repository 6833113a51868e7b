// Readers of front matter fields: stricter than those of API responses, because the author can correct the file.
import type { Reader } from '../../shared/content/reader.ts'
import { list, number, text } from '../../shared/content/reader.ts'

export const filled: Reader<string> = (value, richText) =>
  text(value, richText).trim() ? text(value, richText) : invalid('must not be empty')

export const id: Reader<number> = (value, richText) => {
  const found = number(value, richText)
  return Number.isSafeInteger(found) && found > 0 ? found : invalid('expected a positive whole number')
}

export const sign: Reader<string> = (value, richText) =>
  /^[A-Za-z0-9_.-]{1,64}$/.test(text(value, richText))
    ? text(value, richText)
    : invalid('expected 1 to 64 of letters, digits, _ - .')

const isoDate =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/

export const moment: Reader<string> = (value, richText) => {
  const found = text(value, richText)
  const day = isoDate.exec(found)?.[1]
  return day && isDay(day)
    ? found
    : invalid('expected an ISO 8601 date with offset, as 2026-03-02T09:30:00+08:00')
}

// Date.parse reads 30 February as 2 March.
function isDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(day)
}

/** Whether a URL is root-relative or https, without characters that browsers drop or rewrite. */
export function isSafeUrl(url: string): boolean {
  return /^(\/(?!\/)|https:\/\/[^/?#])/.test(url) && !/[\s\u0000-\u001f\u007f\\]/.test(url)
}

export const safeUrl: Reader<string> = (value, richText) =>
  isSafeUrl(text(value, richText))
    ? text(value, richText)
    : invalid('unsafe URL: must start with / or https://')

/** A list whose items have different ids. */
export function distinct<T extends { id: number }>(item: Reader<T>): Reader<T[]> {
  return (value, richText) => {
    const items = list(item)(value, richText)
    const ids = items.map((one) => one.id)
    const repeated = ids.findIndex((one, index) => ids.indexOf(one) < index)
    return repeated === -1
      ? items
      : invalid(`id ${ids[repeated]} is already used in this list`, `${repeated}.id`)
  }
}

export function invalid(problem: string, field = ''): never {
  throw Object.assign(new Error(problem), { name: 'ContentError', field })
}
