// Entries of a content system with types and attributes: what sources and queries of every such system have.
//
// An entry has its attributes by name, and `documentId`, its key in all languages; `localizations`, a list with the `locale` of
// its other languages; files are objects with `url`, `mime`, `name`, `alternativeText`, `width`, `height`, `formats` and `size` in kB.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { isPageKind, type SiteSections } from '../../../shared/sections.ts'
import { originError } from '../../base/origin-error.ts'
import { type ItemKind, itemKinds } from '../systems/api-map.ts'
import { type ImageSize, imageSizeFrom, sizesInShape } from '../systems/image-sizes.ts'
import type { ChangedEntry, Pull, SourceContext, System } from '../systems/source.ts'
import { type TextField, textFields } from '../systems/text-fields.ts'
import { type Json, objectOf, objectsOf, textFrom } from '../systems/values.ts'

/** `isSingle`: of a single type, which has one entry. */
export type Entries = { entries: Json[]; total: number; isSingle: boolean }

/** What a type has. `parts`: attributes that a response has only where they are selected with what is in them. */
export type Shape = {
  /** Its name in the API: `articles`. */
  type: string
  isSingle: boolean
  isLocalized: boolean
  values: Set<string>
  parts: Map<string, 'media' | 'relation' | 'component' | 'unknown'>
  /** The latest entries. */
  sample?: Json[]
  /** Relations to entries of a tree, which have a `parent`. */
  trees?: ReadonlySet<string>
}

/** Where the entries of a kind are. */
export type EntrySource = Shape & {
  kind: ItemKind
  fields: FieldPaths
  /** The entries of the type that belong to the kind. */
  filter: Query
  order: 'newest' | 'manual' | 'title'
}

/** The largest page of a list. */
export const mostItems = 100

export type Sources = {
  /** The sources of those kinds that exist. */
  sourcesOf: (system: System, kinds: readonly ItemKind[]) => Promise<EntrySource[]>
  /** The language's code in the system. */
  code: (locale: Locale) => string
  /** The names of types that kinds may have, for webhooks of entries that are gone. */
  typesOf: (kind: ItemKind) => readonly string[]
  allTypes: () => string[]
}

/** What each system has of its own. */
type SystemSources = {
  /** Names of types by kind, the usual first. */
  usualTypes: Readonly<Record<string, readonly string[]>>
  /** The language's code where the map names none. */
  codeOf: (locale: Locale) => string
  /** Undefined where the system has none of these types. */
  find: (system: System, kind: ItemKind, types: readonly string[]) => Promise<EntrySource | undefined>
}

export function createTypeSources(
  map: SourceContext['map'],
  { usualTypes, codeOf, find }: SystemSources,
): Sources {
  const typesOf = (kind: ItemKind) => typeNames(kind, map, usualTypes)
  return {
    async sourcesOf(system, kinds) {
      const all = await Promise.all(kinds.map((kind) => find(system, kind, typesOf(kind))))
      return all.flatMap((source) => source ?? [])
    },
    code: (locale) => map.languages?.[locale]?.code ?? codeOf(locale),
    typesOf,
    allTypes: () => itemKinds(map).flatMap(typesOf),
  }
}

/** `pathOf`: of the field that selects the entries of a category, or those below a page. */
export function entrySource(
  kind: ItemKind,
  shape: Shape,
  { types, fields, sections }: SourceContext['map'],
  equals: (path: string, value: string) => Query,
  pathOf: (selection: 'category' | 'parent') => string,
): EntrySource {
  const paths = fieldPaths(shape, fields?.[kind] ?? {})
  const named = types?.[kind]
  const given = named === 'none' ? undefined : named
  const where = Object.entries(given?.where ?? {}).map(([path, value]) => equals(path, value))
  const selected = (['category', 'parent'] as const).map((one) =>
    given?.[one] === undefined ? {} : equals(pathOf(one), given[one]),
  )
  return {
    ...shape,
    kind,
    fields: paths,
    order: given?.order ?? usualOrder(kind, sections, Boolean(paths.order)),
    filter: Object.assign({}, ...where, ...selected),
  }
}

/** Names of the types that a kind may have: that of the map, else the usual ones. */
function typeNames(
  kind: ItemKind,
  { types }: Pick<SourceContext['map'], 'types'>,
  usual: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  const given = types?.[kind]
  if (given === 'none') return []
  return given ? [given.type] : (usual[kind] ?? pluralsOf(kind))
}

/** The plural, and the name itself. */
function pluralsOf(kind: string): string[] {
  return kind.endsWith('s') ? [kind] : [`${kind}s`, kind]
}

/** Where the map says nothing: manual for entries with an order and for pages, but not for news. */
function usualOrder(kind: ItemKind, { kindOf }: SiteSections, hasOrder: boolean): 'manual' | 'newest' {
  return kindOf(kind) !== 'news' && (hasOrder || isPageKind(kind)) ? 'manual' : 'newest'
}

/** The language of types without languages. */
export function defaultLanguage({ languages }: SourceContext['map']): Locale {
  return languages?.en && !languages.zh ? 'en' : 'zh'
}

/** An entry in a language. `isDraft`: not public, or a later version of one that is. */
export type FoundEntry = { entry: Json; lang: Locale; isDraft?: boolean }
/** `read`: entries of the response, each of which may be in several languages. */
type FoundEntries = { found: FoundEntry[]; read: number; total: number }

/** How entries are requested in bulk, in all languages. */
type InBulk = {
  /** Entries of one request. */
  count: number
  list: (system: System, source: EntrySource, query: Query) => Promise<FoundEntries>
  /** Where `list` has public entries only: the versions that differ from them, the latest changed first; `keys`: of these entries. */
  drafts?: (system: System, source: EntrySource, query: Query, keys?: string[]) => Promise<FoundEntry[]>
  byKey: (source: EntrySource) => Query
  slice: (start: number, count: number) => Query
  /** `since`: ISO 8601. Undefined for a type without dates of changes. */
  changedSince: (source: EntrySource, since: string) => Query | undefined
  noted?: Pull['noted']
}

/** How a system is requested. Parameters of several functions are merged into one request. */
export type Dialect = InBulk & {
  /** The kind in the table of numbers. */
  numberKind: string
  sources: Sources
  /** Selects these fields, with what is in them. */
  read: (source: EntrySource, fields: readonly FieldName[]) => Query
  keyed: (source: EntrySource, keys: string[]) => Query
  /** The latest entries with all their fields, for the report. */
  sample: (system: System, source: EntrySource) => Promise<Json[]>
  access: Pull['access']
  /** Whether webhooks name the type so. */
  isType: (type: string, name: string) => boolean
  /** Gives the images of texts, whose files are below `/media/`, the copies that the system makes. */
  sizeImages: (system: System, texts: string[]) => Promise<string[]>
  /** The item that shows an entry of another type; `unknown`: several may. Undefined where none does. */
  ownerOf: (system: System, entry: ChangedEntry) => Promise<ChangedEntry | 'unknown' | undefined>
  /** All entries of the source have been read. */
  wholeRead?: (source: EntrySource) => void
}

/** Throws OriginError for entries without keys, of which it is not known which ones are missing. */
export function expectKeys(type: string, entries: Json[]): void {
  if (entries.some(({ documentId }) => textFrom(documentId) === undefined))
    throw originError('network', new Error(`${type}: expected entries with keys`))
}

export function documentIds(entries: Json[]): string[] {
  return entries.flatMap(({ documentId }) => (typeof documentId === 'string' ? documentId : []))
}

/** A file's copies in its shape, and itself, by width. */
export function imageCopies({ url, width, height, formats }: Json): ImageSize[] {
  const whole = imageSizeFrom(url, width, height)
  if (!whole) return []
  const copies = objectsOf(Object.values(objectOf(formats)))
  return sizesInShape(
    whole,
    copies.flatMap((copy) => imageSizeFrom(copy['url'], copy['width'], copy['height']) ?? []),
  )
}

export const treeNames = ['categories', 'category'] as const

/** A field of text without a line here has its own name. */
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
  facts: ['facts'],
  highlights: ['highlights'],
  variants: ['variants'],
  references: ['references'],
  gallery: ['gallery', 'images', 'pictures', 'photos'],
  tags: ['tags', 'keywords'],
  categories: treeNames,
  files: ['files', 'attachments', 'downloads', 'documents', 'items'],
  parent: ['parent'],
  order: ['order', 'sort', 'position', 'rank', 'weight'],
  products: ['products', 'product'],
  family: ['family', 'series', 'productFamily', 'product_family'],
  seo: ['seo'],
  /** The map alone names these: no other date or address is guessed. */
  expires_at: [],
  aliases: [],
} as const
export type FieldName = keyof typeof usualNames | TextField
// The keys of the table and the fields of text.
export const fieldNames = [...new Set([...Object.keys(usualNames), ...textFields])] as FieldName[]
/** A path of each field that the type has: `slug`, or `seo.image` of the map. */
export type FieldPaths = Partial<Record<FieldName, string>>

function fieldPaths({ values, parts }: Shape, given: Readonly<Record<string, string>>): FieldPaths {
  const paths = fieldNames.flatMap((name) => {
    const usual = namesOf(name)
    const path = given[name] ?? usual.find((one) => values.has(one) || parts.has(one))
    return path === undefined ? [] : [[name, path] as const]
  })
  return Object.fromEntries(paths)
}

export function namesOf(name: FieldName): readonly string[] {
  return name in usualNames ? usualNames[name as keyof typeof usualNames] : [name]
}
