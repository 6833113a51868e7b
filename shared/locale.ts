// Locales, and the locale of a request.
import { languageTags, locales } from './constants.ts'

export type Locale = (typeof locales)[number]

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'zh' ? 'en' : 'zh'
}

/** The languages in which an item is found, and those in which it is not for search engines. */
export type InLanguages = { languages?: Locale[] | undefined; noindex_in?: Locale[] | undefined }

/**
 * Whether an item exists in the other language, by its field `languages`; null where it does and is not for search engines.
 * Undefined without the field, and where the field lacks the item's own language and is therefore wrong.
 */
export function isInOther({ languages, noindex_in }: InLanguages, own: Locale): boolean | null | undefined {
  const other = otherLocale(own)
  if (!languages?.includes(own)) return undefined
  return languages.includes(other) && noindex_in?.includes(other) ? null : languages.includes(other)
}

export function languageTag(locale: Locale): string {
  return languageTags[locale]
}

/** The preferred one of the supported locales of an Accept-Language header (RFC 9110 §12.5.4); `zh-TW` counts as zh. */
export function localeFromAcceptLanguage(
  header: string | undefined,
  supported: readonly Locale[] = locales,
): Locale | undefined {
  const ranges = (header ?? '').split(',').map(parseRange)
  const wanted = ranges.filter((range) => range.quality > 0).sort((a, b) => b.quality - a.quality)
  return wanted.map(({ language }) => supported.find((locale) => locale === language)).find(Boolean)
}

function parseRange(range: string): { language: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const value = quality === undefined ? 1 : Number(quality)
  return { language: tag.split('-')[0] ?? '', quality: value <= 1 ? value : 0 }
}
