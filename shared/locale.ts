// Locales, and the locale of a request.
import { languageTags, locales } from './constants.ts'

export type Locale = (typeof locales)[number]

export function isLocale(value: unknown): value is Locale {
  return locales.some((locale) => locale === value)
}

export function otherLocale(locale: Locale): Locale {
  return locale === 'zh' ? 'en' : 'zh'
}

/**
 * Whether an item exists in the other language, by its field `languages`. Undefined without the field, and where the field
 * lacks the item's own language and is therefore wrong.
 */
export function isInOther(languages: Locale[] | undefined, own: Locale): boolean | undefined {
  return languages?.includes(own) ? languages.includes(otherLocale(own)) : undefined
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
  return wanted
    .map((range) => range.language)
    .filter(isLocale)
    .find((locale) => supported.includes(locale))
}

function parseRange(range: string): { language: string; quality: number } {
  const [tag = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2)
  const value = quality === undefined ? 1 : Number(quality)
  return { language: tag.split('-')[0] ?? '', quality: value >= 0 && value <= 1 ? value : 0 }
}
