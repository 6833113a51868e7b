// Site files: the four YAML files of the content folder.
import { join } from 'node:path'
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
import { type FileMedia, mediaReferences } from './media-file.ts'
import type { ParseCache } from './parse-cache.ts'
import { isFileFault, type Report } from './problem.ts'
import { parseSource, readSource, readTextFile } from './source.ts'

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

/** `undefined`: the file is invalid, which has been reported. */
export type SiteFiles = {
  site: SiteConfig | undefined
  menu: MenuNode[] | undefined
  labels: LabelTexts | undefined
  banners: BannerTexts | undefined
  media: FileMedia[]
}

export function readSiteFiles(root: string, parseCache: ParseCache, report: Report): SiteFiles {
  const media: FileMedia[] = []

  function read<T>(file: string, reader: Reader<T>): T | undefined {
    try {
      const text = readTextFile(join(root, file))
      const parsed = parseCache.get(file, text, () => {
        const source = parseSource(text)
        return { content: readSource(source, reader), media: mediaReferences(source.value, source.lineOf) }
      })
      media.push(...parsed.media.map((reference) => ({ file, ...reference })))
      return parsed.content
    } catch (error) {
      if (!isFileFault(error)) throw error
      report({ file, line: error.line, problem: error.message, effect: 'left out' })
      return undefined
    }
  }

  return {
    site: read('site.yaml', readSite),
    menu: read('menu.yaml', distinct(readMenuNode)),
    labels: read('labels.yaml', emptyAsRecord(readLabels)),
    banners: read('banners.yaml', emptyAsRecord(readBanners)),
    media,
  }
}

// Empty labels and banners are valid.
function emptyAsRecord<T>(reader: Reader<T>): Reader<T> {
  return (value, richText) => reader(value ?? {}, richText)
}
