// What is on every page: the base configuration and the menu.
import { locales } from '../constants.ts'
import { isRecord } from '../is-record.ts'
import type { Locale } from '../locale.ts'
import {
  type Content,
  flag,
  id,
  list,
  mainList,
  object,
  oneOf,
  optional,
  orElse,
  orMissing,
  prose,
  type Reader,
  text,
  url,
} from './reader.ts'
import { configSections } from './sections.ts'

const texts = object({ zh: text, en: text })
type Localized = Content<typeof texts>

/** A text alone is that of a site with one language. */
function localized(reader: Reader<Localized>): Reader<Localized> {
  return (value, richText, lenient) => {
    const isAlone = typeof value === 'string' && value !== ''
    return reader(isAlone ? { zh: value, en: value } : value, richText, lenient)
  }
}
const localizedText = localized(texts)
const localizedProse = localized(object({ zh: prose, en: prose }))

const siteBase = object({
  title: text,
  name: optional(text),
  short_name: optional(text),
  description: optional(text),
  keywords: optional(text),
  company: optional(text),
  slogan: optional(text),
  logo: optional(url),
  logo_dark: optional(url),
  phone: optional(text),
  email: optional(text),
  address: optional(prose),
  hours: optional(prose),
  icp: optional(text),
  copyright: optional(text),
  reply: optional(prose),
  privacy: optional(url),
})
export type SiteBase = Content<typeof siteBase>

/** `#rrggbb`. Anything else reads as ''. */
const colour: Reader<string> = (value, richText) => {
  const hex = text(value, richText).toLowerCase()
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : ''
}
const colours = optional(object({ light: optional(colour), dark: optional(colour) }))
const brand = object({
  mark: optional(url),
  ornament: optional(url),
  placeholder: optional(url),
  colours: optional(
    object({
      brand: colours,
      on_brand: colours,
      accent: colours,
      control: colours,
      theme: colours,
      ink: optional(colour),
    }),
  ),
})

/** Every mistake is one of the whole list. */
const languages: Reader<Locale[]> = (value, richText) => list(oneOf(...locales))(value, richText)

/** Languages and time zone that cannot be used read as those that no site has, so that the last good ones count. */
const siteConfig = object({
  zh: siteBase,
  en: optional(siteBase),
  site_url: optional(text),
  languages: optional(orElse(languages, [])),
  time_zone: optional(orElse(text, '')),
  founded: optional(text),
  social: list(object({ name: text, url })),
  brand: orMissing(brand),
  sections: configSections,
})
export type SiteConfig = Content<typeof siteConfig>

/** A site in English only has no Chinese part; what falls back to it finds the English one. */
export const readSiteConfig: Reader<SiteConfig> = (value, richText, lenient) => {
  const isEnglish = isRecord(value) && Array.isArray(value['languages']) && value['languages'].join() === 'en'
  return siteConfig(isEnglish ? { ...value, zh: value['en'] } : value, richText, lenient)
}

export type MenuNode = {
  id: number
  title: Localized
  path: string
  external: boolean | undefined
  /** What the section has, in about two lines. */
  text?: Localized | undefined
  image?: string | undefined
  children: MenuNode[]
}
const readMenuNode: Reader<MenuNode> = (value, richText, lenient) =>
  object({
    id,
    title: localizedText,
    path: url,
    external: optional(flag),
    text: orMissing(localizedProse),
    image: optional(url),
    children: list(readMenuNode),
  })(value, richText, lenient)
export const readMenu = mainList(readMenuNode)

/** The menu without the entries that have no title in the language. */
export function menuIn(menu: MenuNode[], locale: Locale): MenuNode[] {
  return menu
    .filter(({ title }) => title[locale] !== '')
    .map((node) => ({ ...node, children: menuIn(node.children, locale) }))
}
