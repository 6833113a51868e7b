// api-map.yaml: where the site's content is in a content system, and fixed text for what the system lacks.

import { readFileSync } from 'node:fs'
import { pageKinds, siteOffset } from '../../../shared/constants.ts'
import {
  type Content,
  isContentError,
  noRichText,
  optional,
  problemOf,
  type Reader,
  record,
  text,
} from '../../../shared/content/reader.ts'
import { isRecord } from '../../../shared/is-record.ts'
import { defaultLanguages, languagesFrom } from '../../../shared/languages.ts'
import { defaultSections, type SiteSections, sectionsFrom } from '../../../shared/sections.ts'
import { withoutSlash } from '../../base/without-slash.ts'
import { object } from '../markdown/fields.ts'
import { readForm } from '../markdown/form-file.ts'
import { inBothLanguages } from '../markdown/one-language.ts'
import { labelsReader, readBanners, readMenu, readSectionList, readSite } from '../markdown/site-files.ts'
import { parseSource, readSource, textOf } from '../markdown/source.ts'
import { mapProblem } from './map-problem.ts'
import { objectOf } from './values.ts'

/** A section, or another page that is looked up. */
export type ItemKind = string

export function itemKinds({ sections }: Pick<ApiMap, 'sections'>): readonly ItemKind[] {
  return [...sections.slugs, ...pageKinds]
}

/** The section of pages that are found by their sign only. */
export function unlistedSection({ sections }: Pick<ApiMap, 'sections'>): string {
  return sections.ofKind('article')[0]?.slug ?? sections.slugs[0]!
}

const isText: Reader<string> = (value, richText) =>
  text(typeof value === 'number' ? String(value) : value, richText)
const baseUrl: Reader<string> = (value, richText) =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(text(value, richText))
    ? withoutSlash(text(value, richText))
    : invalid('expected a URL like https://cms.example.com')

/**
 * `type`: the name of the type in the system's API. `category`, `parent`, `where`: which of its entries.
 * `order`: newest first, as in the system's own order, or by title.
 */
const typeSource = object({
  type: isText,
  category: optional(isText),
  parent: optional(isText),
  where: optional(record(isText)),
  order: optional(oneOfTexts('newest', 'manual', 'title')),
})
export type TypeSource = Content<typeof typeSource>

/** A type, its name alone, or `none`. */
const source: Reader<TypeSource | 'none'> = (value, richText, lenient) => {
  if (value === 'none' || value === false) return 'none'
  return typeof value === 'string' ? { type: value, ...noSelection } : typeSource(value, richText, lenient)
}
const noSelection = { category: undefined, parent: undefined, where: undefined, order: undefined }

const language = object({ code: optional(isText), base: optional(baseUrl) })

function ofKinds<T>(kinds: readonly ItemKind[], reader: Reader<T>): Record<ItemKind, Reader<T | undefined>> {
  const entries = kinds.map((kind) => [kind, optional(reader)])
  // The keys are the kinds.
  return Object.fromEntries(entries) as Record<ItemKind, Reader<T | undefined>>
}

/** Checked here, and read from the file that is written of it. */
const formAsWritten: Reader<unknown> = (value, richText, lenient) => {
  readForm(value, richText, lenient)
  return value
}

function mapReader(sections: SiteSections) {
  const kinds = itemKinds({ sections })
  return object({
    languages: optional(object({ zh: optional(language), en: optional(language) })),
    sections: optional(readSectionList),
    types: optional(object(ofKinds(kinds, source))),
    fields: optional(object(ofKinds(kinds, record(isText)))),
    menus: optional(object({ zh: optional(isText), en: optional(isText) })),
    site: optional(readSite),
    menu: optional(readMenu),
    labels: optional(labelsReader(sections)),
    banners: optional(readBanners),
    form: optional(formAsWritten),
  })
}
export type ApiMap = Omit<Content<ReturnType<typeof mapReader>>, 'sections'> & { sections: SiteSections }

function emptyMap(): ApiMap {
  return { ...mapReader(defaultSections)({}, noRichText), sections: defaultSections }
}

/** The sections that the map lists; the reader of the map names what is wrong with them. */
function sectionsIn(value: unknown): SiteSections {
  try {
    const list = objectOf(value)['sections']
    return sectionsFrom(list === undefined ? undefined : readSectionList(list, noRichText))
  } catch (error) {
    if (!isContentError(error)) throw error
    return defaultSections
  }
}

/** Throws MapProblem. */
export function mapOf({ apiMap }: { apiMap: string }): ApiMap {
  return apiMap ? readApiMap(apiMap) : emptyMap()
}

/** Throws MapProblem, whose message has a line for each mistake: file, line, key and what is wrong. */
export function readApiMap(file: string): ApiMap {
  const written = parseSource(textOfFile(file) || '{}')
  const source = { ...written, value: inSiteLanguages(written.value) }
  const sections = sectionsIn(source.value)
  const { content, faults } = readSource(source, mapReader(sections), (local) => local + siteOffset)
  const mistakes = source.faults.length > 0 ? source.faults : faults
  if (mistakes.length > 0 || content === undefined)
    throw mapProblem(mistakes.map(({ line, problem }) => `${file}:${line}: ${problem}`).join('\n  '))
  return { ...content, sections }
}

/** The parts that are site files, each as its reader expects it. */
function inSiteLanguages(map: unknown): unknown {
  if (!isRecord(map) || !isRecord(map['site'])) return map
  const languages = languagesFrom(map['site']['languages']) ?? defaultLanguages
  const names = ['site', 'menu', 'labels', 'banners'].filter((name) => map[name] !== undefined)
  const parts = { ...map, site: { zh: {}, ...map['site'] } } as Record<string, unknown>
  return {
    ...parts,
    ...Object.fromEntries(
      names.map((name) => [name, inBothLanguages(`${name}.yaml`, parts[name], languages)]),
    ),
  }
}

function textOfFile(file: string): string {
  try {
    return textOf(readFileSync(file)).trimEnd()
  } catch (error) {
    const { code = 'not UTF-8' } = error as NodeJS.ErrnoException
    throw mapProblem(`${file}: cannot be read (${code})`)
  }
}

function oneOfTexts<const T extends string>(...allowed: T[]): Reader<T> {
  return (value) => allowed.find((one) => one === value) ?? invalid(`expected ${allowed.join(', ')}`)
}

function invalid(problem: string): never {
  // The configuration has English messages only.
  throw problemOf('', { problem, zh: problem })
}
