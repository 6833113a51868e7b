// Site files: the YAML files of the content folder; brand.ts has brand.yaml.
import type { MenuNode } from '../../shared/content/content.ts'
import {
  type Content,
  flag,
  object,
  optional,
  type Reader,
  record,
  text,
} from '../../shared/content/reader.ts'
import type { ParsedBrand } from './brand.ts'
import { distinct, filled, id, safeUrl } from './fields.ts'

const siteBase = object({
  title: optional(filled),
  description: optional(text),
  keywords: optional(text),
})

/** The rest of the site configuration is the brand. */
export const readSite = object({ zh: siteBase, en: optional(siteBase), site_url: optional(safeUrl) })
type Site = Content<typeof readSite>

export const readMenuNode: Reader<MenuNode> = (value, richText) =>
  object({
    id,
    title: object({ zh: filled, en: filled }),
    path: safeUrl,
    external: optional(flag),
    children: distinct(readMenuNode),
  })(value, richText)

const readLabels = record(object({ zh: optional(text), en: optional(text) }))
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
  site: Site
  brand: ParsedBrand
  menu: MenuNode[]
  labels: LabelTexts
  banners: BannerTexts
}

/** By file. */
export const siteReaders: Record<string, Reader<unknown>> = {
  'site.yaml': readSite,
  'menu.yaml': distinct(readMenuNode),
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
