// api-map.yaml: where the site's content is in a content system, and fixed text for what the system lacks.
import { readFileSync } from 'node:fs'
import { categories } from '../../../shared/constants.ts'
import type { SiteConfig } from '../../../shared/content/content.ts'
import { type Content, optional, type Reader, record, text } from '../../../shared/content/reader.ts'
import { isFileFault } from '../../content/problem.ts'
import { readBanners, readLabels, readMenu, readSite } from '../../content/site-files.ts'
import { parseSource, readSource, textOf } from '../../content/source.ts'
import { strict } from './strict.ts'

/** Kinds of items: the categories of articles, and the other pages that are looked up. */
export const itemKinds = [...categories, 'about', 'download', 'manual'] as const
export type ItemKind = (typeof itemKinds)[number]

const isText: Reader<string> = (value, richText) =>
  text(typeof value === 'number' ? String(value) : value, richText)
const baseUrl: Reader<string> = (value, richText) =>
  /^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(text(value, richText))
    ? text(value, richText).replace(/\/+$/, '')
    : invalid('expected a URL like https://cms.example.com')

/**
 * `type`: the name of the type in the system's API. `category`, `parent`, `where`: which of its entries.
 * `order`: newest first, as in the system's own order, or by title.
 */
const typeSource = strict({
  type: isText,
  category: optional(isText),
  parent: optional(isText),
  where: optional(record(isText)),
  order: optional(oneOfTexts('newest', 'manual', 'title')),
})
export type TypeSource = Content<typeof typeSource>

/** A type, its name alone, or `none`. */
const source: Reader<TypeSource | 'none'> = (value, richText) => {
  if (value === 'none' || value === false) return 'none'
  return typeof value === 'string' ? { type: value, ...noSelection } : typeSource(value, richText)
}
const noSelection = { category: undefined, parent: undefined, where: undefined, order: undefined }

const language = strict({ code: optional(isText), base: optional(baseUrl) })

function ofKinds<T>(reader: Reader<T>): Record<ItemKind, Reader<T | undefined>> {
  const entries = itemKinds.map((kind) => [kind, optional(reader)])
  // The keys are the kinds.
  return Object.fromEntries(entries) as Record<ItemKind, Reader<T | undefined>>
}

const readMap = strict({
  languages: optional(strict({ zh: optional(language), en: optional(language) })),
  types: optional(strict(ofKinds(source))),
  fields: optional(strict(ofKinds(record(isText)))),
  menus: optional(strict({ zh: optional(isText), en: optional(isText) })),
  site: optional(partialSite),
  menu: optional(readMenu),
  labels: optional(readLabels),
  banners: optional(readBanners),
})
export type ApiMap = Content<typeof readMap>

/** Some fields of site.yaml; the others are the system's. */
export type PartialSite = { [K in keyof SiteConfig]?: unknown }

function partialSite(value: unknown, richText: Parameters<typeof readSite>[1]): PartialSite {
  const fields = Object(value) as PartialSite
  const titled = Object.fromEntries(
    ['zh', 'en'].map((locale) => {
      const texts = fields[locale as 'zh' | 'en']
      return [locale, texts === undefined && locale === 'en' ? undefined : { title: '-', ...Object(texts) }]
    }),
  )
  // Checks the types of what is there; a title may come from the system.
  readSite({ ...fields, ...titled }, richText)
  return fields
}

export function emptyMap(): ApiMap {
  return readMap({}, (html) => html as never)
}

/** Throws MapProblem, whose message names file, line, field and what is wrong. */
export function readApiMap(file: string): ApiMap {
  try {
    return readSource(parseSource(textOf(readFileSync(file)) || '{}'), readMap)
  } catch (error) {
    if (isFileFault(error)) throw mapProblem(`${file}:${error.line}: ${error.message}`)
    const { code } = error as NodeJS.ErrnoException
    throw code ? mapProblem(`${file}: cannot be read (${code})`) : error
  }
}

type MapProblem = Error & { name: 'MapProblem' }

export function mapProblem(message: string): MapProblem {
  return Object.assign(new Error(message), { name: 'MapProblem' as const })
}

export function isMapProblem(error: unknown): error is MapProblem {
  return error instanceof Error && error.name === 'MapProblem'
}

function oneOfTexts<const T extends string>(...allowed: T[]): Reader<T> {
  return (value) => allowed.find((one) => one === value) ?? invalid(`expected ${allowed.join(', ')}`)
}

function invalid(problem: string): never {
  throw Object.assign(new Error(problem), { name: 'ContentError', field: '' })
}
