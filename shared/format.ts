// Formats of dates, numbers and sizes, the same on the server and in the browser.
// Intl is not used: its first use in a browser takes 14 ms on a desktop, as long as React's first execution.
import { siteOffsetMs } from './constants.ts'
import type { Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
const units = ['B', 'kB', 'MB', 'GB'] as const

/** The offset of a time zone from UTC at a time, both in milliseconds. */
export type OffsetAt = (time: number) => number

const defaultOffsetAt: OffsetAt = () => siteOffsetMs

/** `iso` is a date with an offset, as the readers return it: `Date.parse` would read others in the local time zone. */
export function formatDate(iso: string, locale: Locale, offsetAt = defaultOffsetAt): string {
  const date = localDate(iso, offsetAt)
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()]
  return locale === 'zh' ? `${year}年${month + 1}月${day}日` : `${day} ${months[month]} ${year}`
}

export function yearOf(iso: string, offsetAt = defaultOffsetAt): number {
  return localDate(iso, offsetAt).getUTCFullYear()
}

/** The UTC fields of the result are those of the time zone. */
function localDate(iso: string, offsetAt: OffsetAt): Date {
  const time = Date.parse(iso)
  return new Date(time + offsetAt(time))
}

/** Plural category (CLDR) of an integer: Chinese has one, English two. */
export function pluralOf(count: number, locale: Locale): 'one' | 'other' {
  return locale === 'en' && count === 1 ? 'one' : 'other'
}

/** Bytes in units of 1000, `12.3 kB`, with a no-break space. */
export function formatSize(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  const amount = String(Math.round((bytes / 1000 ** power) * 10) / 10)
  return `${amount.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',')}\u00a0${units[power]}`
}

/** `report.final.PDF?x` is `PDF`; '' where the path has no extension. */
export function fileType(url: string): string {
  const path = parseUrl(url, 'https://site.invalid')?.pathname ?? ''
  const [, extension = ''] = /[^/]\.([A-Za-z0-9]{1,5})$/.exec(path) ?? []
  return extension.toUpperCase()
}
