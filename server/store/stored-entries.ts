// Stored entries: the rows of the content index for the files that are served, in the order of their lists.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import { sentNames } from '../../shared/content/field-readers.ts'
import { itemFields } from '../../shared/content/fields.ts'
import type { SectionKind } from '../../shared/sections.ts'
import type { ItemKind } from '../base/origin.ts'
import type { ArticleFront } from '../sources/markdown/front.ts'
import type { Entry, Served } from './entry.ts'
import { byFamily, inOrder, isListed, timeOf } from './list-order.ts'
import type { FindMediaFact } from './media-facts.ts'
import type { PublicationStatus } from './publication.ts'
import { type Relations, relationsOf } from './relations.ts'
import { storedSections } from './stored-facts.ts'

const summaryNames = sentNames(itemFields.summary)
/** An article as lists show it. */
export type StoredSummary = Pick<ArticleFront, (typeof summaryNames)[number]>

type Front = {
  id: number
  title: string
  sign?: string | undefined
  order?: number | undefined
  seo?: { noindex?: boolean | undefined } | undefined
}

/** `html`: of responses; `safe`: sanitised, of pages. */
export type TextForm = 'html' | 'safe'

/** SQL: whether an entry is in a section of this kind. An index of other kinds is another file. */
export function isInSectionOf(kind: SectionKind, database: DatabaseSync): string {
  const slugs = storedSections(database).ofKind(kind)
  return `category in (${slugs.map(({ slug }) => `'${slug}'`)})`
}

/**
 * `whole` is a digest of what the response of the item depends on, `ranking` of what its places in lists and recommendations
 * depend on. `summary`: what other responses show of it, as JSON for an article, else a digest.
 */
export type EntryRow = {
  file: number
  kind: ItemKind
  category: string | null
  lang: string
  id: number
  sign: string | null
  parent: number | null
  position: number
  place: number | null
  published: number
  status: PublicationStatus | null
  whole: string
  summary: string
  ranking: string
}
/** A tag, whose `facet` is '', or a value of a facet. */
type Tag = { lang: string; category: string; facet: string; tag: string; file: number }
export type Rows = { entries: EntryRow[]; tags: Tag[] }

const columns = [
  ...([
    'file',
    'kind',
    'category',
    'lang',
    'id',
    'sign',
    'parent',
    'position',
    'place',
    'published',
  ] as const),
  ...(['status', 'whole', 'summary', 'ranking'] as const),
] satisfies (keyof EntryRow)[]

/** Replaces all entries. */
export function storeRows(database: DatabaseSync, { entries, tags }: Rows): void {
  database.exec('delete from entry; delete from tag')
  const put = database.prepare(
    `insert into entry (${columns.join()}) values (${columns.map(() => '?').join()})`,
  )
  const putTag = database.prepare('insert into tag values (?, ?, ?, ?, ?)')
  for (const row of entries) put.run(...columns.map((name) => row[name]))
  for (const { lang, category, facet, tag: name, file } of tags) putTag.run(lang, category, facet, name, file)
}

/** `mediaFact`: sizes and digests of files are part of responses. */
export function rowsOf(
  served: Served,
  statuses: Map<Entry<unknown>, PublicationStatus>,
  mediaFact: FindMediaFact,
): Rows {
  const options = { statuses, mediaFact, relations: relationsOf(served) }
  const articles = articleRows(served.articles, options)
  return {
    entries: [
      ...articles.entries,
      ...pageRows('about', served.abouts, options),
      ...pageRows('download', served.downloads, options),
      ...pageRows('manual', served.manuals, options),
    ],
    tags: articles.tags,
  }
}

type RowOptions = {
  statuses: Map<Entry<unknown>, PublicationStatus>
  mediaFact: FindMediaFact
  relations: Relations
}

function pageRows(kind: ItemKind, entries: Entry<PageFront>[], options: RowOptions): EntryRow[] {
  const sorted = entries.toSorted(inOrder)
  const languages = languagesOf(entries)
  // All pages of a kind name each other.
  const order = (lang: string) => sorted.filter((one) => one.lang === lang).map(({ front }) => front.id)
  const orders = { zh: order('zh'), en: order('en') }
  return sorted.map((entry, position) => {
    const { id, title, sign } = entry.front
    return {
      ...rowOf(kind, entry, position, options),
      whole: digest([
        entry.digest,
        filesOf(entry.front, options.mediaFact),
        languages.get(id),
        orders[entry.lang],
        options.relations.ofPage(entry),
      ]),
      summary: digest([title, sign, entry.front.summary]),
    }
  })
}

function articleRows(articles: Entry<ArticleFront>[], options: RowOptions): Rows {
  const { mediaFact, relations } = options
  const languages = languagesOf(articles)
  const lists = new Map<string, Entry<ArticleFront>[]>()
  const children = new Map<string, number[]>()
  const sorted = articles.toSorted(inOrder)
  for (const entry of sorted) {
    const { lang, front } = entry
    if (isListed(front)) append(lists, listOf(entry), entry)
    else if (front.parent !== undefined && front.listed !== false)
      append(children, `${lang} ${front.parent}`, front.id)
  }
  for (const [name, list] of lists) lists.set(name, byFamily(list))
  const places = new Map([...lists.values()].flatMap((list) => list.map((entry, at) => [entry, at] as const)))
  const entries = sorted.map((entry, position): EntryRow => {
    const { lang, front } = entry
    const at = places.get(entry)
    const list = lists.get(listOf(entry)) ?? []
    const beside = at === undefined ? [] : [list[at - 1]?.front.id, list[at + 1]?.front.id]
    const published = Math.max(timeOf(front), -Number.MAX_VALUE)
    return {
      ...rowOf('article', entry, position, options),
      category: categoryOf(entry),
      parent: front.listed === false ? null : (front.parent ?? null),
      place: at === undefined ? null : at + 1,
      published,
      whole: digest([
        entry.digest,
        filesOf(front, mediaFact),
        languages.get(front.id),
        beside,
        children.get(`${lang} ${front.id}`),
        relations.ofArticle(entry),
      ]),
      summary: JSON.stringify(picked(front, summaryNames)),
      ranking: digest([categoryOf(entry), at, published, front.tags, front.family, front.facets]),
    }
  })
  return { entries, tags: [...places.keys()].flatMap(tagsOf) }
}

export function picked<Fields, Name extends keyof Fields>(fields: Fields, names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, fields[name]])) as Pick<Fields, Name>
}

function tagsOf(entry: Entry<ArticleFront>): Tag[] {
  const { lang, row, front } = entry
  const { tags, facets = [] } = front
  const named = [{ name: '', values: [...new Set(tags)] }, ...facets]
  const common = { lang, category: categoryOf(entry), file: row }
  return named.flatMap(({ name, values }) => values.map((tag) => ({ ...common, facet: name, tag })))
}

type PageFront = Front & Files & { summary?: string | undefined; products?: number[] }

function rowOf(kind: ItemKind, entry: Entry<Front>, position: number, { statuses }: RowOptions): EntryRow {
  const { row: file, lang, front } = entry
  const status = statuses.get(entry) ?? null
  const none = {
    category: null,
    parent: null,
    place: null,
    published: 0,
    whole: '',
    summary: '',
    ranking: '',
  }
  return { ...none, file, kind, lang, id: front.id, sign: front.sign ?? null, position, status }
}

type Files = { attachments?: { url: string }[]; items?: { url: string; products: number[] }[] }

function filesOf({ attachments = [], items = [] }: Files, mediaFact: FindMediaFact) {
  return [...attachments, ...items].map(({ url }) => mediaFact(url))
}

function languagesOf(entries: Entry<Front>[]): Map<number, string[]> {
  const languages = new Map<number, string[]>()
  for (const { lang, front } of entries)
    append(languages, front.id, [lang, front.sign, front.seo?.noindex].join(' '))
  for (const list of languages.values()) list.sort()
  return languages
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

function digest(value: unknown): string {
  return hash('sha1', JSON.stringify(value), 'base64url')
}

function categoryOf({ file }: Entry<unknown>): string {
  return file.split('/')[0] ?? ''
}

function listOf(entry: Entry<unknown>): string {
  return `${entry.lang} ${categoryOf(entry)}`
}
