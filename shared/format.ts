// Dates, numbers and sizes as text, the same on the server and in the browser.
import { languageTags, siteTimeZone } from './constants.ts'
import type { Locale } from './locale.ts'
import { parseUrl } from './parse-url.ts'

const mostRemembered = 1000
const dates = formatters(
  (tag) =>
    new Intl.DateTimeFormat(tag, { year: 'numeric', month: 'long', day: 'numeric', timeZone: siteTimeZone }),
)
const numbers = formatters((tag) => new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }))

/** `iso` is a date that parses (the readers see to it). */
export const formatDate = remembered((iso: string, locale) => dates(locale).format(new Date(iso)))

const plurals = formatters((tag) => new Intl.PluralRules(tag))
export const pluralOf = remembered((count: number, locale) => plurals(locale).select(count))

const units = ['B', 'kB', 'MB', 'GB'] as const

/** Bytes in units of 1000, `12.3 kB`. */
export const formatSize = remembered((bytes: number, locale) => {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1)
  return `${numbers(locale).format(bytes / 1000 ** power)} ${units[power]}`
})

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

/** Formatting a value costs as much as rendering what is around it, and pages show the same ones again and again. */
function remembered<V, T>(format: (value: V, locale: Locale) => T): (value: V, locale: Locale) => T {
  const known = { zh: new Map<V, T>(), en: new Map<V, T>() }
  return (value, locale) => {
    const texts = known[locale]
    const found = texts.get(value)
    if (found !== undefined) return found
    const text = format(value, locale)
    if (texts.size >= mostRemembered) texts.clear()
    texts.set(value, text)
    return text
  }
}
