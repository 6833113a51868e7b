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
import { type FileMedia, mediaReferences } from './media-file.ts'
import { isFileFault, type Report } from './problem.ts'
import { parseSource, readSource, textOf } from './source.ts'
import type { ParsedFile, StoredFiles } from './stored-files.ts'

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

/** As in the index: `undefined` for a file that is invalid, which has been reported. */
export type SiteFiles = {
  site: SiteConfig
  menu: MenuNode[]
  labels: LabelTexts
  banners: BannerTexts
}

const readers: Record<keyof SiteFiles, Reader<unknown>> = {
  site: readSite,
  menu: distinct(readMenuNode),
  labels: emptyAsRecord(readLabels),
  banners: emptyAsRecord(readBanners),
}

/** Stores the files; the references to media in them. */
export function readSiteFiles(files: StoredFiles, report: Report): FileMedia[] {
  const named: FileMedia[] = []
  const stored = files.open('')
  for (const [name, reader] of Object.entries(readers)) {
    const file = siteFileOf(name)
    try {
      const { media } = stored.read(file, (bytes) => parseSiteFile(bytes, reader))
      named.push(...media.map((reference) => ({ file, ...reference })))
    } catch (error) {
      if (!isFileFault(error)) throw error
      report({ file, line: error.line, problem: error.message, effect: 'left out' })
    }
  }
  stored.end()
  return named
}

function parseSiteFile(bytes: Uint8Array, reader: Reader<unknown>): ParsedFile {
  const source = parseSource(textOf(bytes))
  const content = readSource(source, reader)
  return { content, media: mediaReferences(source.value, source.lineOf), lines: {} }
}

export function siteFileOf(name: string): string {
  return `${name}.yaml`
}

// Empty labels and banners are valid.
function emptyAsRecord<T>(reader: Reader<T>): Reader<T> {
  return (value, richText) => reader(value ?? {}, richText)
}
