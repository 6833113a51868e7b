// Search documents: what a search finds in a content file: the page, each chapter of a manual, each file of a download page.
import { basename } from 'node:path/posix'
import type { pageKinds } from '../../../shared/constants.ts'
import { withoutBreaks } from '../../../shared/content/titles.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import type { Front } from './front.ts'
import type { Section } from './markdown.ts'

/**
 * `part`: id of a chapter or of a file, '' for the page itself. `tags`: other names, found like the title; `keys`: others like
 * the summary. `weight`: of a match, against one in another document.
 */
export type SearchDocument = {
  part: string
  title: string
  tags: string
  keys?: string
  summary: string
  body: string
  weight: number
}

const weights = {
  product: 1.6,
  article: 1.2,
  news: 1,
  about: 1.1,
  manual: 1.1,
  download: 1,
  subItem: 0.9,
  chapter: 0.8,
  file: 0.9,
}

/**
 * `kind`: of the section that the folder is, or the folder of another page. A file of a list of downloads is a document of its own,
 * elsewhere its name finds the page.
 */
export function searchDocumentsOf(
  kind: SectionKind | (typeof pageKinds)[number],
  front: Front,
  sections: Section[],
): SearchDocument[] {
  const {
    tags = [],
    specs = [],
    variants = [],
    facets = [],
    facts = [],
    attachments = [],
    items = [],
    author = '',
  } = front
  const title = kind === 'about' ? withoutBreaks(front.title) : front.title
  const [start, ...chapters] = sections
  const isManual = kind === 'manual'
  const shown = isManual && start ? [start] : sections
  const body = [
    ...shown.map(({ title, text }) => (title ? `${title}\n${text}` : text)),
    ...[...specs, ...facts].map(({ name, value }) => `${name} ${value}`),
    ...variants.map(variantText),
    author,
    ...attachments.map(({ name, url }) => `${name} ${basename(url)}`),
  ]
  const page = {
    part: '',
    title,
    tags: tags.join('\n'),
    keys: [
      ...facets.flatMap(({ values }) => values),
      ...variants.flatMap(({ code, size = '' }) => [code, size]),
    ].join('\n'),
    summary: isManual
      ? chapters.map(({ title }) => title).join('\n')
      : (front.summary ?? front.description ?? ''),
    body: body.filter(Boolean).join('\n'),
    weight: weights[kind] * (front.parent === undefined ? 1 : weights.subItem),
  }
  const files = items.map(({ id, name, description = '', version = '', url }) => ({
    part: String(id),
    title: name,
    tags: basename(url),
    summary: description,
    body: `${version}\n${title}`,
    weight: weights.file,
  }))
  // With the title of the manual among its words: `AB-Mag wiring` finds this chapter of this manual.
  const ofManual = isManual ? chapters : []
  const parts = ofManual.map(({ id, title: chapter, text }) => ({
    part: id,
    title: chapter,
    tags: title,
    summary: '',
    body: text,
    weight: weights.chapter,
  }))
  return [page, ...files, ...parts]
}

/** A row of the table of order codes. */
export function variantText({ code, size, attributes }: NonNullable<Front['variants']>[number]): string {
  const values = attributes.map(({ name, value }) => `${name} ${value}`)
  return [code, size, ...values].filter(Boolean).join(' · ')
}
