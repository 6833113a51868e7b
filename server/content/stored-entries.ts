// Stored entries: the rows of the content index for the files that are served, in the order of their lists.
import { hash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { ItemKind } from '../base/origin.ts'
import type { Entry, Served } from './entry.ts'
import type { ArticleFront } from './front.ts'
import type { FindMediaFact } from './media-facts.ts'
import type { PublicationStatus } from './publication.ts'

type Front = {
  id: number
  title: string
  sign?: string | undefined
  order?: number | undefined
}

/** `public`: what visitors see. `preview`: with drafts, scheduled and expired items; empty where there are none. */
export const editions = {
  public: { entry: 'entry', tag: 'tag' },
  preview: { entry: 'preview_entry', tag: 'preview_tag' },
} as const
export type Edition = keyof typeof editions

/**
 * `whole` is a digest of what the response of the item depends on, `summary` of what other responses show of it,
 * `ranking` of what its places in lists and recommendations depend on.
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
type Tag = { lang: string; category: string; tag: string; file: number }
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

/** Replaces all entries of the edition. */
export function storeRows(database: DatabaseSync, edition: Edition, { entries, tags }: Rows): void {
  const { entry, tag } = editions[edition]
  database.exec(`delete from ${entry}; delete from ${tag}`)
  const put = database.prepare(
    `insert into ${entry} (${columns.join()}) values (${columns.map(() => '?').join()})`,
  )
  const putTag = database.prepare(`insert into ${tag} values (?, ?, ?, ?)`)
  for (const row of entries) put.run(...columns.map((name) => row[name]))
  for (const { lang, category, tag: name, file } of tags) putTag.run(lang, category, name, file)
}

/** `mediaFact`: sizes and digests of files are part of responses. */
export function rowsOf(
  served: Served,
  statuses: Map<Entry<unknown>, PublicationStatus>,
  mediaFact: FindMediaFact,
): Rows {
  const options = { statuses, mediaFact }
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

type RowOptions = { statuses: Map<Entry<unknown>, PublicationStatus>; mediaFact: FindMediaFact }

function pageRows(kind: ItemKind, entries: Entry<PageFront>[], options: RowOptions): EntryRow[] {
  const sorted = entries.toSorted(inOrder)
  const languages = languagesOf(entries)
  // All about pages name each other, as download categories do; a manual is alone.
  const order = (lang: string) =>
    kind === 'manual' ? [] : sorted.filter((one) => one.lang === lang).map(({ front }) => front.id)
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
      ]),
      summary: digest([title, sign]),
    }
  })
}

function articleRows(articles: Entry<ArticleFront>[], { statuses, mediaFact }: RowOptions): Rows {
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
  const places = new Map([...lists.values()].flatMap((list) => list.map((entry, at) => [entry, at] as const)))
  const entries = sorted.map((entry, position): EntryRow => {
    const { lang, front } = entry
    const at = places.get(entry)
    const list = lists.get(listOf(entry)) ?? []
    const beside = at === undefined ? [] : [list[at - 1]?.front.id, list[at + 1]?.front.id]
    const published = Math.max(timeOf(front), -Number.MAX_VALUE)
    return {
      ...rowOf('article', entry, position, { statuses, mediaFact }),
      category: categoryOf(entry),
      parent: front.listed === false ? null : (front.parent ?? null),
      place: at === undefined ? null : at + 1,
      published,
      whole: digest([
        ...[entry.digest, filesOf(front, mediaFact), languages.get(front.id), beside],
        children.get(`${lang} ${front.id}`),
      ]),
      summary: digest(summaryFields.map((name) => front[name])),
      ranking: digest([categoryOf(entry), at, published, front.tags]),
    }
  })
  const tags = [...places.keys()].flatMap((entry) =>
    entry.front.tags.map((tag) => ({ lang: entry.lang, category: categoryOf(entry), tag, file: entry.row })),
  )
  return { entries, tags }
}

/** As in lists, see articles.ts. */
const summaryFields = [
  ...(['title', 'summary', 'cover', 'cover_alt', 'published_at', 'updated_at', 'tags', 'sign'] as const),
]

type PageFront = Front & Files

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

type Files = { attachments?: { url: string }[]; items?: { url: string }[] }

function filesOf({ attachments = [], items = [] }: Files, mediaFact: FindMediaFact) {
  return [...attachments, ...items].map(({ url }) => mediaFact(url))
}

function languagesOf(entries: Entry<Front>[]): Map<number, string[]> {
  const languages = new Map<number, string[]>()
  for (const { lang, front } of entries) append(languages, front.id, `${lang} ${front.sign ?? ''}`)
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

function inOrder(a: Entry<Front>, b: Entry<Front>): number {
  return byPlace(a.front, b.front)
}

/** Sub-items and unlisted articles are in no list. */
function isListed({ parent, listed }: ArticleFront): boolean {
  return parent === undefined && listed !== false
}

type Placed = { id: number; order?: number | undefined; published_at?: string | undefined }

/** By `order`, items without one last; then the newest first, undated items last; then by id. */
function byPlace(a: Placed, b: Placed): number {
  return (
    compare(a.order ?? Number.POSITIVE_INFINITY, b.order ?? Number.POSITIVE_INFINITY) ||
    compare(timeOf(b), timeOf(a)) ||
    compare(a.id, b.id)
  )
}

/** Milliseconds since 1970. */
function timeOf({ published_at }: { published_at?: string | undefined }): number {
  return published_at === undefined ? Number.NEGATIVE_INFINITY : Date.parse(published_at)
}

// Not by subtraction: Infinity - Infinity is NaN.
function compare(a: number, b: number): number {
  return a < b ? -1 : Number(a > b)
}
