// Languages of a site: which of the two that messages exist for it has, and in which order. The first has no prefix.
import { locales } from './constants.ts'
import { isLocale, type Locale, localeFromAcceptLanguage } from './locale.ts'

export type SiteLanguages = readonly [first: Locale, second?: Locale]

export const defaultLanguages: SiteLanguages = locales

export function isDefault(languages: SiteLanguages): boolean {
  return languages.join() === defaultLanguages.join()
}

/** The language of a page, with those of its site: what its addresses depend on. */
export type PageLanguage = { locale: Locale; languages: SiteLanguages }
/** A locale alone is a language of a site with the default languages. */
export type AddressLanguage = Locale | PageLanguage

export function languageOf(language: AddressLanguage): PageLanguage {
  return typeof language === 'string' ? { locale: language, languages: defaultLanguages } : language
}

/** The languages of a list of one or two different locales; undefined for anything else. */
export function languagesFrom(value: unknown): SiteLanguages | undefined {
  if (!Array.isArray(value) || value.length > 2) return undefined
  const [first, second]: unknown[] = value
  if (!isLocale(first)) return undefined
  if (value.length === 1) return [first]
  return isLocale(second) && second !== first ? [first, second] : undefined
}

export function localesOf(languages: SiteLanguages): Locale[] {
  return languages.filter(isLocale)
}

export function hasLanguage(languages: SiteLanguages, value: unknown): value is Locale {
  return isLocale(value) && languages.includes(value)
}

export function hasTwo(languages: SiteLanguages): boolean {
  return languages.length === 2
}

/** The other language of the site, if it has one. */
export function otherOf({ locale, languages }: PageLanguage): Locale | undefined {
  return localesOf(languages).find((one) => one !== locale)
}

/** The language of the site that a visitor prefers by Accept-Language, else the first. */
export function acceptedLanguage(header: string | undefined, languages: SiteLanguages): Locale {
  return localeFromAcceptLanguage(header, localesOf(languages)) ?? languages[0]
}
