// Site files: the YAML files in the root of the content folder.
import { say } from '../../../shared/content/problem.ts'
import {
  type Content,
  flag,
  list,
  noRichText,
  optional,
  orElse,
  orMissing,
  problemOf,
  type Reader,
  record,
  text,
} from '../../../shared/content/reader.ts'
import { sectionsReader } from '../../../shared/content/sections.ts'
import type { MenuNode } from '../../../shared/content/site.ts'
import type { FormField } from '../../../shared/form.ts'
import { defaultSections, homeLabel, type SiteSections } from '../../../shared/sections.ts'
import { brandKeys, readBrand } from './brand.ts'
import {
  addressProblem,
  distinct,
  filled,
  id,
  invalid,
  isSafeUrl,
  noteUnknown,
  object,
  safeUrl,
  siteLanguages,
  timeZone,
} from './fields.ts'
import { readForm } from './form-file.ts'

/** Words of one meaning, for the search. */
const synonyms: Reader<string[][]> = (value, richText, lenient) =>
  list(list(filled))(value, richText, lenient).map((group, at) =>
    group.length > 1 ? group : invalid(say('expected at least two words'), String(at)),
  )

const siteBase = object(
  {
    title: orMissing(filled),
    description: orMissing(text),
    keywords: orMissing(text),
    synonyms: orMissing(synonyms),
  },
  { keys: brandKeys.facts, file: 'brand.yaml' },
)

/** A path of this site, or an item: `news/fair`. */
const target: Reader<string> = (value, richText) => {
  const address = text(value, richText)
  const isItem = /^[\w-]+\/[^/\s]+$/.test(address)
  return isItem || (isSafeUrl(address) && address.startsWith('/'))
    ? address
    : invalid(say('expected a path of this site, as /news, or an item, as news/fair'))
}

/** By old address. */
const redirects: Reader<Record<string, string>> = (value, richText, lenient) => {
  const read = record(target)(value, richText, lenient)
  const wrong = Object.keys(read).flatMap((from) => {
    const problem = addressProblem(from)
    return problem ? problemOf(from, problem) : []
  })
  if (wrong[0] && !lenient) throw wrong[0]
  lenient?.omitted.push(...wrong)
  return Object.fromEntries(Object.entries(read).filter(([from]) => !addressProblem(from)))
}

export const readSectionList = sectionsReader(object)

/**
 * The rest of the site configuration is the brand. Without usable languages or sections the file is not used: addresses depend on
 * them.
 */
export const readSite = object(
  {
    zh: orElse(siteBase, readEmpty(siteBase, {})),
    en: orMissing(siteBase),
    site_url: orMissing(safeUrl),
    languages: optional(siteLanguages),
    time_zone: orMissing(timeZone),
    sections: optional(readSectionList),
    redirects: orMissing(redirects),
  },
  { keys: brandKeys.root, file: 'brand.yaml' },
)

/** '' is a heading without a page. */
const pathOrNone: Reader<string> = (value, richText) => (value === '' ? '' : safeUrl(value, richText))

const texts = object({ zh: text, en: text })
/** '' is an entry that is not in the menu of that language. */
const titles: Reader<Content<typeof texts>> = (value, richText, lenient) => {
  const written = texts(value, richText, lenient)
  const isEmpty = (title: string | undefined) => !title?.trim()
  return isEmpty(written?.zh) && isEmpty(written?.en)
    ? invalid(say('must not be empty in both languages'))
    : written
}

export const readMenuNode: Reader<MenuNode> = (value, richText, lenient) =>
  object({
    id,
    title: titles,
    path: pathOrNone,
    external: optional(flag),
    text: optional(object({ zh: filled, en: filled })),
    image: optional(safeUrl),
    children: distinct(readMenuNode),
  })(value, richText, lenient)

const readMenu = distinct(readMenuNode)

/** The label with the path of the category of downloads whose approvals the home page shows. */
export const approvalsLabel = 'home_approvals'

/** The labels that pages show. */
const labelsIn = ({ slugs, home }: SiteSections): string[] => [
  ...[1, 2, 3, 4].flatMap((number) => [`home_proof_${number}_value`, `home_proof_${number}_label`]),
  approvalsLabel,
  ...home.map(({ slug }) => homeLabel(slug)).flatMap((name) => [`home_${name}_title`, `home_${name}_intro`]),
  'home_contact_title',
  'home_contact_text',
  ...slugs.map((slug) => `${slug}_intro`),
]
export const knownLabels: readonly string[] = labelsIn(defaultSections)
const labels = record(object({ zh: optional(text), en: optional(text) }))

/** Unknown labels are served all the same: other programs may read the API. */
function labelsReader(sections: SiteSections): Reader<Content<typeof labels>> {
  const known = labelsIn(sections)
  return (value, richText, lenient) => {
    noteUnknown(value, known, lenient, say('no page shows this label'))
    return labels(value, richText, lenient)
  }
}

const bannerText = object({
  title: filled,
  subtitle: optional(text),
  image: optional(safeUrl),
  image_mobile: optional(safeUrl),
  alt: optional(text),
  link: optional(safeUrl),
  link_text: optional(text),
})
const banners = record(distinct(object({ id, zh: optional(bannerText), en: optional(bannerText) })))

export const readBanners: Reader<Content<typeof banners>> = (value, richText, lenient) => {
  noteUnknown(value, ['home'], lenient, say('no page shows this position'))
  return banners(value, richText, lenient)
}

export type SiteFiles = {
  site: Content<typeof readSite>
  brand: Content<typeof readBrand>
  menu: MenuNode[]
  labels: Content<typeof labels>
  banners: Content<typeof readBanners>
  form: FormField[]
}

/** `empty`: the YAML value that a missing or empty file stands for. */
type SiteFile<T> = { read: Reader<T>; empty: object }
const filesOf = (sections: SiteSections): { [Name in keyof SiteFiles]: SiteFile<SiteFiles[Name]> } => ({
  site: { read: readSite, empty: {} },
  brand: { read: readBrand, empty: {} },
  menu: { read: readMenu, empty: [] },
  labels: { read: labelsReader(sections), empty: {} },
  banners: { read: readBanners, empty: {} },
  form: { read: readForm, empty: [] },
})
const siteFiles = filesOf(defaultSections)
export const siteFileNames: readonly string[] = Object.keys(siteFiles).map((name) => `${name}.yaml`)

/** By file. */
export function siteReaders(sections: SiteSections): Record<string, Reader<unknown>> {
  return Object.fromEntries(
    Object.entries(filesOf(sections)).map(([name, { read, empty }]): [string, Reader<unknown>] => [
      `${name}.yaml`,
      (value, richText, lenient) =>
        value === null ? readEmpty<unknown>(read, empty) : read(value, richText, lenient),
    ]),
  )
}

export function emptySiteFile<Name extends keyof SiteFiles>(name: Name): SiteFiles[Name] {
  return readEmpty(siteFiles[name].read, siteFiles[name].empty)
}

export function siteFileOf(name: keyof SiteFiles): string {
  return `${name}.yaml`
}

/** Without the errors of missing keys. */
function readEmpty<T>(read: Reader<T>, empty: object): T {
  return read(empty, noRichText, { omitted: [] })
}
