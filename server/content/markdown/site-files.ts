// Site files: the YAML files in the root of the content folder.

import { join } from 'node:path'
import { checkedText, invalid, mistakeOf } from '../../../shared/content/content-error.ts'
import { say } from '../../../shared/content/problem.ts'
import {
  type Content,
  type Context,
  type Fields,
  type Reader,
  readField,
} from '../../../shared/content/reader.ts'
import { bannerFields, siteTexts } from '../../../shared/content/site-fields.ts'
import { hasTwo, languagesFrom } from '../../../shared/languages.ts'
import { defaultSections, homeLabel, type SiteSections } from '../../../shared/sections.ts'
import {
  type AddressSettings,
  defaultSiteSettings,
  type SiteSettings,
  siteSettingsFrom,
} from '../../../shared/site-settings.ts'
import { isTimeZone } from '../../base/time-zone.ts'
import { readBrand } from './brand.ts'
import { addressProblem, fileReader, urlProblem } from './fields.ts'
import { readForm } from './form-file.ts'
import { isNamed, readRegularFile } from './regular-file.ts'
import { decodeText, parseSource, readSource } from './source.ts'

/** Words of one meaning, for the search. */
function synonyms(value: unknown, context: Context): string[] {
  const words = readField(someWords, value, context) as string[]
  return words.length > 1 ? words : invalid(say('expected at least two words'))
}
const someWords = { type: 'filled', list: true } as const

/** A path of this site, or an item: `news/fair`. */
const target = checkedText((address) => {
  const isItem = /^[\w-]+\/[^/\s]+$/.test(address)
  return isItem || (address.startsWith('/') && !urlProblem(address))
    ? undefined
    : say('expected a path of this site, as /news, or an item, as news/fair')
})

const partFields = {
  ...siteTexts,
  synonyms: { type: synonyms, list: true, else: undefined },
} as const satisfies Fields
const siteFields = {
  zh: { type: partFields },
  en: { type: partFields },
  site_url: { type: 'url' },
  languages: {
    type: (value) => languagesFrom(value) ?? invalid(say('expected [zh, en], [en, zh], [zh] or [en]')),
  },
  time_zone: {
    type: checkedText((name) =>
      isTimeZone(name) ? undefined : say('expected a time zone, as Asia/Shanghai or Europe/Berlin'),
    ),
  },
  sections: { type: 'sections' },
  /** By old address. */
  redirects: { type: target, record: addressProblem },
} as const satisfies Fields

/**
 * The rest of the site configuration is the brand. Without usable languages or sections the file is not used: addresses depend on
 * them.
 */
export const readSite = fileReader(
  { type: siteFields },
  {
    isLenient: true,
    fatalOf: (error) => (/^(?:languages|sections)\b/.test(error.field) ? mistakeOf(error) : undefined),
  },
)

/** The labels that pages show. */
const labelsIn = ({ slugs, home }: SiteSections): string[] => [
  ...[1, 2, 3, 4].flatMap((number) => [`home_proof_${number}_value`, `home_proof_${number}_label`]),
  'home_approvals',
  ...home.map(({ slug }) => homeLabel(slug)).flatMap((name) => [`home_${name}_title`, `home_${name}_intro`]),
  'home_contact_title',
  'home_contact_text',
  ...slugs.map((slug) => `${slug}_intro`),
]
export const knownLabels: readonly string[] = labelsIn(defaultSections)
const inLanguages = { type: { zh: { type: 'text' }, en: { type: 'text' } } } as const
const labelFields = (sections: SiteSections): Record<string, typeof inLanguages> =>
  Object.fromEntries(labelsIn(sections).map((name) => [name, inLanguages]))

const banner = {
  id: { type: 'id', required: true },
  zh: { type: bannerFields },
  en: { type: bannerFields },
} as const satisfies Fields
const bannersFields = { home: { type: banner, list: true, else: undefined } } as const satisfies Fields
export const readBanners = fileReader({ type: bannersFields }, { isLenient: true })

const readersIn = ({ sections }: Pick<AddressSettings, 'sections'>) => ({
  site: readSite,
  brand: readBrand,
  menu: fileReader({ type: 'menu node', list: true }),
  labels: fileReader({ type: labelFields(sections) }, { isLenient: true }),
  banners: readBanners,
  form: readForm,
})
type Readers = ReturnType<typeof readersIn>
export type SiteFiles = { [Name in keyof Readers]: Content<Readers[Name]> }
const names = Object.keys(readersIn(defaultSiteSettings)) as (keyof SiteFiles)[]
export const siteFileNames: readonly string[] = names.map(siteFileOf)

/** By file. An empty one is as one that is missing. */
export function siteReaders(siteSettings: AddressSettings): Record<string, Reader<unknown>> {
  const readers = readersIn(siteSettings)
  const [language] = hasTwo(siteSettings.languages) ? [] : siteSettings.languages
  return Object.fromEntries(
    names.map((name): [string, Reader<unknown>] => [
      siteFileOf(name),
      (value, richText, lenient) =>
        readers[name](value ?? emptySiteFile(name), richText, lenient && { ...lenient, language }),
    ]),
  )
}

export function emptySiteFile<Name extends keyof SiteFiles>(name: Name): SiteFiles[Name] {
  // No key is required, and stored content has none for what is missing.
  return (name === 'menu' || name === 'form' ? [] : {}) as SiteFiles[Name]
}

export function siteFileOf(name: keyof SiteFiles): string {
  return `${name}.yaml`
}

/**
 * Settings of site.yaml that decide how other files are read: languages, sections, and the time zone of dates without an offset.
 * What is wrong with the file is reported where it is stored. Where it cannot be used, they are those of its last valid text, so that a
 * mistake moves neither dates nor addresses.
 */
export function siteSettingsOf(folder: string, lastValid: () => Uint8Array | undefined): SiteSettings {
  const file = join(folder, siteFileOf('site'))
  const settings = isNamed(file) && (settingsIn(() => readRegularFile(file)) ?? settingsIn(lastValid))
  return settings || defaultSiteSettings
}

/** Undefined where the text cannot be used. */
function settingsIn(read: () => Uint8Array | undefined): SiteSettings | undefined {
  try {
    const { value, ...source } = parseSource(decodeText(read() ?? new Uint8Array()))
    const { content } = readSource({ value: value ?? {}, ...source }, readSite, String)
    return content && siteSettingsFrom(content, defaultSiteSettings, isTimeZone)
  } catch {
    return undefined
  }
}
