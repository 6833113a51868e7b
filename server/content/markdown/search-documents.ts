// Search documents: what a search finds in a content file: the page, each chapter of a manual, each file of a download page.
import { basename } from 'node:path/posix'
import { withoutBreaks } from '../../../shared/content/titles.ts'
import type { SectionKind } from '../../../shared/sections.ts'
import type { AboutFront, ArticleFront, DownloadFront, ManualFront } from './front.ts'
import type { Section } from './markdown.ts'

/**
 * `part`: id of a chapter or of a file, '' for the page itself. `tags`: other names, found like the title. `weight`: of a
 * match, against one in another document.
 */
export type SearchDocument = {
  part: string
  title: string
  tags: string
  summary: string
  body: string
  weight: number
}

type Front = ArticleFront | AboutFront | DownloadFront | ManualFront

/** A file is a document where it is listed; elsewhere its name finds the page. */
type Attachment = { name: string; url: string }

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

/** `kind`: of the section that the folder is. */
export function searchDocumentsOf(
  folder: string,
  kind: SectionKind | undefined,
  front: Front,
  sections: Section[],
): SearchDocument[] {
  // The reader of the folder has read the front matter.
  switch (folder) {
    case 'about':
      return [aboutDocument(front as AboutFront, sections)]
    case 'download':
      return downloadDocuments(front as DownloadFront, sections)
    case 'manual':
      return manualDocuments(front as ManualFront, sections)
    default:
      return [articleDocument(kind ?? 'article', front as ArticleFront, sections)]
  }
}

function articleDocument(kind: SectionKind, front: ArticleFront, sections: Section[]): SearchDocument {
  const { title, summary = '', tags, specs, variants = [], attachments, author = '', parent } = front
  const facts = specs.map(({ name, value }) => `${name} ${value}`)
  const codes = variants.map(({ code }) => code)
  const body = [...sections.map(wholeOf), ...facts, ...codes, author, ...attachments.map(namesOf)]
    .filter(Boolean)
    .join('\n')
  const weight = weights[kind] * (parent === undefined ? 1 : weights.subItem)
  return { part: '', title, tags: tags.join('\n'), summary, body, weight }
}

function aboutDocument({ title, summary = '', facts }: AboutFront, sections: Section[]): SearchDocument {
  const figures = facts.map(({ name, value }) => `${name} ${value}`)
  const body = [...sections.map(wholeOf), ...figures].join('\n')
  return { part: '', title: withoutBreaks(title), tags: '', summary, body, weight: weights.about }
}

function downloadDocuments(
  { title, description = '', items }: DownloadFront,
  sections: Section[],
): SearchDocument[] {
  const body = sections.map(wholeOf).join('\n')
  const files = items.map(
    ({ id, name, description = '', version = '', url }): SearchDocument => ({
      part: String(id),
      title: name,
      tags: basename(url),
      summary: description,
      body: `${version}\n${title}`,
      weight: weights.file,
    }),
  )
  return [{ part: '', title, tags: '', summary: description, body, weight: weights.download }, ...files]
}

function manualDocuments({ title, attachments }: ManualFront, sections: Section[]): SearchDocument[] {
  const [start, ...chapters] = sections
  const body = [start?.text ?? '', ...attachments.map(namesOf)].join('\n')
  return [
    {
      part: '',
      title,
      tags: '',
      summary: chapters.map(({ title }) => title).join('\n'),
      body,
      weight: weights.manual,
    },
    // With the title of the manual among its words: `AB-Mag wiring` finds this chapter of this manual.
    ...chapters.map((chapter) => ({
      part: chapter.id,
      title: chapter.title,
      tags: title,
      summary: '',
      body: chapter.text,
      weight: weights.chapter,
    })),
  ]
}

function wholeOf({ title, text }: Section): string {
  return title ? `${title}\n${text}` : text
}

function namesOf({ name, url }: Attachment): string {
  return `${name} ${basename(url)}`
}
