// Dates, numbers and sizes as text, the same on the server and in the browser.
import { languageTags, siteTimeZone } from './constants.ts'
import type { Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'

const dates = formatters(
  (tag) =>
    new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', day: 'numeric', timeZone: siteTimeZone }),
)
const numbers = formatters((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }))

/** Formatting a date costs as much as rendering what is around it. */
const formatted = new Map<string, string>()
const mostFormatted = 1000

/** `iso` is a date that parses (the readers see to it). */
export function formatDate(iso: string, locale: Locale): string {
  const key = `${locale} ${iso}`
  const known = formatted.get(key)
  if (known !== undefined) return known
  const text = dates(locale).format(new Date(iso))
  if (formatted.size >= mostFormatted) formatted.clear()
  formatted.set(key, text)
  return text
}

export const pluralRules = formatters((tag) => new Intl.PluralRules(tag))

const units = ['B', 'kB', 'MB', 'GB'] as const

/** Bytes in units of 1000, `12.3 kB`. */
export function formatSize(bytes: number, locale: Locale): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${numbers(locale).format(bytes / 1000 ** power)} ${units[power]}`
}

/** `report.final.PDF?x` is `PDF`; '' where the path has no extension. */
export function fileType(url: string): string {
  const path = parseUrl(url, 'https://site.invalid')?.pathname ?? ''
  return /[^/]\.([A-Za-z0-9]{1,5})$/.exec(path)?.[1]?.toUpperCase() ?? ''
}

/** Made when they are first needed: they bring the calendar and the names of all languages into memory. */
function formatters<T>(create: (tag: string) => T): (locale: Locale) => T {
  const made = new Map<Locale, T>()
  return (locale) => {
    const formatter = made.get(locale) ?? create(languageTags[locale])
    made.set(locale, formatter)
    return formatter
  }
}
