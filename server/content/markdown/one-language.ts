// Site files of a site with one language: texts need not name it, and those of the other are not required.
import { companyFields, siteTexts } from '../../../shared/content/site-fields.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { hasTwo, type SiteLanguages } from '../../../shared/languages.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'

type Spell = (value: unknown, locale: Locale) => unknown

/** The value of a file as its reader expects it: `title: Coffees` is `title: { zh: Coffees, en: Coffees }`. */
export function inBothLanguages(file: string, value: unknown, languages: SiteLanguages): unknown {
  const spell = Object.hasOwn(spellings, file) ? spellings[file] : undefined
  return spell && !hasTwo(languages) ? spell(value, languages[0]) : value
}

const siteKeys = [...Object.keys(siteTexts), 'synonyms']

const spellings: Record<string, Spell> = {
  'site.yaml': (value, locale) => partOf(value, siteKeys, locale),
  'brand.yaml': (value, locale) => partOf(value, Object.keys(companyFields), locale),
  'labels.yaml': (value, locale) =>
    entries(value, (text) => (typeof text === 'string' ? { [locale]: text } : text)),
  'banners.yaml': (value, locale) =>
    entries(value, (list) => (Array.isArray(list) ? list.map((item) => bannerOf(item, locale)) : list)),
}

/** The keys that are written without a language belong to the only one; what falls back to the other finds it too. */
function partOf(value: unknown, keys: readonly string[], locale: Locale): unknown {
  if (!isRecord(value)) return value
  const isOwn = ([key]: [string, unknown]) => keys.includes(key)
  const own = Object.fromEntries(Object.entries(value).filter(isOwn))
  const rest = Object.fromEntries(Object.entries(value).filter((entry) => !isOwn(entry)))
  const named = value[locale] ?? {}
  const part = isRecord(named) ? { ...own, ...named } : named
  return { ...rest, [locale]: part, ...(locale === 'en' && { zh: part }) }
}

function bannerOf(value: unknown, locale: Locale): unknown {
  if (!isRecord(value) || Object.keys(value).some(isLocale)) return value
  const { id, ...banner } = value
  return { id, [locale]: banner }
}

function entries(value: unknown, change: (value: unknown) => unknown): unknown {
  return isRecord(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
    : value
}
