// Entries of a content system with types and attributes: what sources and queries of every such system have.
//
// An entry has its attributes by name, and `documentId`, its key in all languages; `localizations`, a list with the `locale` of
// its other languages; files are objects with `url`, `mime`, `name`, `alternativeText`, `width`, `height`, `formats` and `size` in kB.
import type { Query } from '../../../../shared/href.ts'
import type { Locale } from '../../../../shared/locale.ts'
import type { AdapterContext, ChangedEntry, CheckAccess, Pull, System } from '../adapter.ts'
import type { ItemKind } from '../api-map.ts'
import { type ImageSize, imageSizeFrom, sizesInShape } from '../image-sizes.ts'
import { type Json, objectOf, objectsOf } from '../values.ts'

/** `isSingle`: of a single type, which has one entry. */
export type Entries = { entries: Json[]; total: number; isSingle: boolean }
/** What an entry is in a preview. */
export type Status = { status?: 'draft' }

/** What a type has. `parts`: attributes that a response has only where they are selected with what is in them. */
export type Shape = {
  /** Its name in the API: `articles`. */
  type: string
  isSingle: boolean
  isLocalized: boolean
  values: Set<string>
  parts: Map<string, 'media' | 'relation' | 'component' | 'unknown'>
}

/** Where the entries of a kind are. */
export type Source = Shape & {
  kind: ItemKind
  fields: FieldPaths
  /** The entries of the type that belong to the kind. */
  filter: Query
  order: 'newest' | 'manual' | 'title'
}

/** The largest page of a list. */
export const mostItems = 100

export type Sources = {
  /** Undefined where the system has no items of the kind. */
  sourceOf: (system: System, kind: ItemKind) => Promise<Source | undefined>
  /** Those of several kinds that exist. */
  sourcesOf: (system: System, kinds: readonly ItemKind[]) => Promise<Source[]>
  /** The types that had entries when they were last read, where a type without any looks like one that does not exist. */
  withEntries?: () => ReadonlySet<string>
  /** The language's code in the system. */
  code: (locale: Locale) => string
  /** The names of types that kinds may have, for webhooks of entries that are gone. */
  typesOf: (kind: ItemKind) => readonly string[]
}

/** The language of types without languages. */
export function defaultLanguage({ languages }: AdapterContext['map']): Locale {
  return languages?.en && !languages.zh ? 'en' : 'zh'
}

/** How entries are requested in bulk, in all languages. */
export type InBulk = {
  /** Entries of one request. */
  count: number
  /** `read`: entries of the response, each of which may be in several languages. */
  list: (
    system: System,
    source: Source,
    query: Query,
  ) => Promise<{ found: { entry: Json; lang: Locale }[]; read: number; total: number }>
  byKey: (source: Source) => Query
  slice: (start: number, count: number) => Query
  /** `since`: ISO 8601. Undefined for a type without dates of changes. */
  changedSince: (source: Source, since: string) => Query | undefined
  noted?: Pull['noted']
}

/** How a system is requested. Parameters of several functions are merged into one request. */
export type Dialect = {
  /** Of the table of numbers. */
  numberKind: string
  sources: Sources
  list: (system: System, source: Source, query: Query) => Promise<Entries>
  language: (source: Source, code: string) => Query
  /** Only these fields, with what is in them. */
  read: (source: Source, fields: readonly FieldName[]) => Query
  page: (page: number, size: number) => Query
  order: (source: Source) => Query
  keyed: (source: Source, keys: string[]) => Query
  without: (source: Source, keys: string[]) => Query
  signed: (source: Source, path: string, signs: readonly string[]) => Query
  tagged: (source: Source, path: string, keys: string[]) => Query
  /** Those that are not parts of others. */
  top: (source: Source) => Query
  partsOf: (source: Source, key: string) => Query
  /** Those beside an entry by date, the nearest first; undefined where it has no date. */
  near: (source: Source, entry: Json, side: 'after' | 'before') => Query | undefined
  /** Entries with each of the words. */
  words: (system: System, source: Source, words: string[]) => Query
  /** In previews: drafts that are not public, or differ from what is. */
  statuses: (system: System, entries: Json[], source: Source) => Promise<Status[]>
  access: CheckAccess
  /** Whether webhooks name the type so. */
  isType: (type: string, name: string) => boolean
  /** Gives the images of texts, whose files are below `/media/`, the copies that the system makes. */
  sizeImages?: (system: System, texts: string[]) => Promise<string[]>
  /** The item that shows an entry of another type; `unknown`: several may. */
  ownerOf?: (system: System, entry: ChangedEntry) => Promise<ChangedEntry | 'unknown' | undefined>
}

export function documentIds(entries: Json[]): string[] {
  return entries.flatMap(({ documentId }) => (typeof documentId === 'string' ? documentId : []))
}

/** Of a file: its copies in its shape, and itself, by width. */
export function imageCopies({ url, width, height, formats }: Json): ImageSize[] {
  const whole = imageSizeFrom(url, width, height)
  if (!whole) return []
  const copies = objectsOf(Object.values(objectOf(formats)))
  return sizesInShape(
    whole,
    copies.flatMap((copy) => imageSizeFrom(copy['url'], copy['width'], copy['height']) ?? []),
  )
}

const usualNames = {
  title: ['title', 'name', 'headline'],
  summary: ['summary', 'excerpt', 'description', 'abstract', 'lead', 'intro'],
  cover: [
    ...(['cover', 'image', 'picture', 'thumbnail', 'featuredImage', 'featured_image', 'photo'] as const),
    // The first of several.
    ...(['gallery', 'images', 'pictures', 'photos'] as const),
  ],
  published_at: [
    ...(['date', 'published_at', 'publishDate', 'publish_date', 'date_published'] as const),
    ...(['published_on', 'firstPublishedAt', 'publishedAt', 'date_created'] as const),
  ],
  updated_at: ['updated_at', 'updatedAt', 'date_updated'],
  sign: ['slug', 'sign'],
  author: ['author'],
  body: ['body', 'content', 'blocks', 'text', 'richText'],
  specs: ['specs', 'specifications', 'parameters'],
  gallery: ['gallery', 'images', 'pictures', 'photos'],
  tags: ['tags', 'keywords', 'categories', 'category'],
  files: ['files', 'attachments', 'downloads', 'documents', 'items'],
  parent: ['parent'],
  order: ['order', 'sort', 'position', 'rank', 'weight'],
  products: ['products', 'product'],
  family: ['family', 'series', 'productFamily', 'product_family'],
} as const
export type FieldName = keyof typeof usualNames
// The keys of the table.
export const fieldNames = Object.keys(usualNames) as FieldName[]
/** A path of each field that the type has: `slug`, or `seo.image` of the map. */
export type FieldPaths = Partial<Record<FieldName, string>>

export function fieldPaths({ values, parts }: Shape, given: Readonly<Record<string, string>>): FieldPaths {
  const names = Object.keys(usualNames) as FieldName[]
  const found = names.flatMap((name) => {
    const path = given[name] ?? usualNames[name].find((one) => values.has(one) || parts.has(one))
    return path === undefined ? [] : [[name, path] as const]
  })
  return Object.fromEntries(found)
}
