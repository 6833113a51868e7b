// Site files: the four YAML files of the content folder.
import type { MenuNode, SiteConfig } from '../../shared/content/content.ts'
import {
  type Content,
  flag,
  list,
  object,
  optional,
  type Reader,
  record,
  text,
} from '../../shared/content/reader.ts'
import { distinct, filled, id, safeUrl } from './fields.ts'

const siteBase = object({
  title: filled,
  description: optional(text),
  keywords: optional(text),
  company: optional(text),
  slogan: optional(text),
  logo: optional(safeUrl),
  phone: optional(text),
  email: optional(text),
  address: optional(text),
  hours: optional(text),
  icp: optional(text),
  copyright: optional(text),
})

export const readSite: Reader<SiteConfig> = object({
  zh: siteBase,
  en: optional(siteBase),
  site_url: optional(safeUrl),
  founded: optional(text),
  social: list(object({ name: filled, url: safeUrl })),
})

export const readMenuNode: Reader<MenuNode> = (value, richText) =>
  object({
    id,
    title: object({ zh: filled, en: filled }),
    path: safeUrl,
    external: optional(flag),
    children: distinct(readMenuNode),
  })(value, richText)

export const readMenu = distinct(readMenuNode)

export const readLabels = record(object({ zh: optional(text), en: optional(text) }))
type LabelTexts = Content<typeof readLabels>

const bannerText = object({
  title: filled,
  subtitle: optional(text),
  image: optional(safeUrl),
  image_mobile: optional(safeUrl),
  alt: optional(text),
  link: optional(safeUrl),
  link_text: optional(text),
})
export const readBanners = record(
  distinct(object({ id, zh: optional(bannerText), en: optional(bannerText) })),
)
type BannerTexts = Content<typeof readBanners>

/** As in the index: `undefined` for a file that is invalid, which has been reported. */
export type SiteFiles = {
  site: SiteConfig
  menu: MenuNode[]
  labels: LabelTexts
  banners: BannerTexts
}

/** By file. */
export const siteReaders: Record<string, Reader<unknown>> = {
  'site.yaml': readSite,
  'menu.yaml': readMenu,
  'labels.yaml': emptyAsRecord(readLabels),
  'banners.yaml': emptyAsRecord(readBanners),
}

export function siteFileOf(name: keyof SiteFiles): string {
  return `${name}.yaml`
}

// Empty labels and banners are valid.
function emptyAsRecord<T>(reader: Reader<T>): Reader<T> {
  return (value, richText) => reader(value ?? {}, richText)
}
