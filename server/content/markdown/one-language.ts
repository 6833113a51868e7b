// Site files of a site with one language: texts need not name it, and those of the other are not required.
import { companyFields, siteTexts } from '../../../shared/content/site-fields.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { hasTwo, type SiteLanguages } from '../../../shared/languages.ts'
import { isLocale, type Locale } from '../../../shared/locale.ts'

type Data = Record<string, unknown>

const siteKeys = [...Object.keys(siteTexts), 'synonyms']

/** The value of a file as its reader expects it: `title: Coffees` is `title: { zh: Coffees, en: Coffees }`. */
export function inBothLanguages(file: string, value: unknown, languages: SiteLanguages): unknown {
  const [locale] = languages
  if (hasTwo(languages) || !isRecord(value)) return value
  switch (file) {
    case 'site.yaml':
      return partOf(value, siteKeys, locale)
    case 'brand.yaml':
      return partOf(value, Object.keys(companyFields), locale)
    case 'labels.yaml':
      return changed(value, (text) => (typeof text === 'string' ? { [locale]: text } : text))
    case 'banners.yaml':
      return changed(value, (list) => (Array.isArray(list) ? list.map((one) => bannerOf(one, locale)) : list))
    default:
      return value
  }
}

/** The keys that are written without a language belong to the only one; what falls back to the other finds it too. */
function partOf(value: Data, keys: readonly string[], locale: Locale): Data {
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

function changed(value: Data, change: (value: unknown) => unknown): Data {
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, change(one)]))
}
