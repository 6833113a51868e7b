// brand.yaml: names, logo, mark, colours and facts of the company. A key that breaks a rule is left out; the others count.

import { problemOf } from '../../../shared/content/content-error.ts'
import type { Content, Reader } from '../../../shared/content/reader.ts'
import { companyFacts, companyFields, lookFields } from '../../../shared/content/site-fields.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { type BrandColours, brandColours } from './brand-colours.ts'
import { fileReader } from './fields.ts'

const inLanguage = { type: companyFields } as const
const brandFields = { ...lookFields, ...companyFacts, zh: inLanguage, en: inLanguage } as const

const readFields = fileReader({ type: brandFields }, { isLenient: true })
type Brand = Content<typeof readFields>

/** A colour without enough contrast is noted, and the neutral one is used; the site derives those that the file does not name. */
export const readBrand: Reader<Brand> = (value, richText, lenient) => {
  const read = readFields(value, richText, lenient)
  const { colours, problems } = brandColours(read.colours ?? {})
  lenient?.omitted.push(...problems.map(({ field, ...problem }) => problemOf(field, problem)))
  for (const [name, named] of Object.entries(read.colours ?? {}))
    if (named) Object.assign(read.colours!, { [name]: colours[name as keyof BrandColours] })
  return read
}

type Data = Record<string, unknown>

/**
 * The data of the call siteConfig with the keys of brand.yaml, which replace those of the same name. A language that is
 * missing in one of the two has the facts of the Chinese part, but not its names.
 */
export function withBrand(site: Data, brand: Partial<Brand>): Data {
  const { mark, ornament, placeholder, colours, founded, social, zh, en } = brand
  const look = { mark, ornament, placeholder, colours }
  const { name: _name, short_name: _short, ...shared } = zh ?? {}
  const isBilingual = isRecord(site['en']) || en !== undefined
  return {
    ...site,
    founded,
    social: social?.length ? social : undefined,
    brand: Object.values(look).some((value) => value !== undefined) ? look : undefined,
    zh: titled(site['zh'], zh),
    en: isBilingual ? titled(site['en'] ?? site['zh'], en ?? shared) : undefined,
  }
}

/** The title of the site is the brand's name where the site has no other. */
function titled(site: unknown, brand: Data | undefined): Data {
  const part: Data = { ...(isRecord(site) && site), ...brand }
  return { ...part, title: part['title'] || part['name'] || '' }
}
