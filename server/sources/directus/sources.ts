// Where each kind of item is in Directus, and which fields its collection has: by the map, else by the usual names.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import {
  type EntrySource,
  fieldPaths,
  mostItems,
  type Shape,
  type Sources,
  typeNames,
  usualOrder,
} from '../entries/entries.ts'
import { type ItemKind, itemKinds, type TypeSource } from '../systems/api-map.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Client, condition, nested } from './client.ts'
import { languageOf } from './rows.ts'
import { type Collection, type Collections, type Field, type Schema, translationsOf } from './schema.ts'

/** The first that exists. */
const usualTypes: Record<string, readonly string[]> = {
  news: ['news', 'articles', 'posts', 'blog', 'news_items'],
  about: ['about', 'pages', 'about_pages'],
}
const usualCodes: Record<Locale, string> = { zh: 'zh-CN', en: 'en-US' }

export type DirectusSources = Sources & { learn: (system: System) => Promise<void> }

export function createSources(
  client: Client,
  schema: Schema,
  { map, memos }: Pick<SourceContext, 'map' | 'memos'>,
): DirectusSources {
  const learned = memos.create<void>()
  const codes = new Map<Locale, string>()

  /** The codes of the collection to which translations lead. */
  async function readCodes(system: System): Promise<void> {
    const collections = await schema.all(system)
    const [translations] = [...collections.values()].flatMap(
      ({ fields }) => translationsOf(fields)?.[1] ?? [],
    )
    const languages = collections.get(
      collections.get(translations?.to ?? '')?.fields.get(translations?.via ?? '')?.to ?? '',
    )
    if (!languages?.isRead) return
    const query = { fields: languages.key, limit: mostItems }
    const { entries } = await client.list(system, languages.name, '', query)
    for (const { documentId } of entries) {
      const language = languageOf(String(documentId))
      // Where a language has several codes, such as `en-GB` and `en-US`, the usual one counts.
      const isUsual = language && documentId === usualCodes[language]
      if (language && (isUsual || !codes.has(language))) codes.set(language, String(documentId))
    }
  }

  async function sourceOf(system: System, kind: ItemKind): Promise<EntrySource | undefined> {
    const given = map.types?.[kind]
    if (given === 'none') return undefined
    await learned('', () => readCodes(system))
    const collections = await schema.all(system)
    const collection = typeNames(kind, map, usualTypes)
      .map((name) => collections.get(name))
      .find((one) => one?.isRead)
    return collection && sourceFrom(kind, collection, collections, given, map)
  }

  return {
    sourceOf,
    learn: (system) => learned('', () => readCodes(system)),
    async sourcesOf(system, kinds) {
      const all = await Promise.all(kinds.map((kind) => sourceOf(system, kind)))
      return all.flatMap((source) => source ?? [])
    },
    code: (locale) => map.languages?.[locale]?.code ?? codes.get(locale) ?? usualCodes[locale],
    typesOf: (kind) => typeNames(kind, map, usualTypes),
    allTypes: () => itemKinds(map).flatMap((kind) => typeNames(kind, map, usualTypes)),
  }
}

export function shapeOf(collection: Collection, collections: Collections): Shape {
  const [name, translations] = translationsOf(collection.fields) ?? []
  const inTranslations = collections.get(translations?.to ?? '')?.fields ?? new Map<string, Field>()
  const words = [...inTranslations].filter(([one]) => one !== translations?.via && one !== 'id')
  const all = [...[...collection.fields].filter(([one]) => one !== name), ...words]
  return {
    type: collection.name,
    isSingle: collection.isSingle,
    isLocalized: translations !== undefined,
    values: new Set(all.filter(([, { kind }]) => kind === 'value').map(([one]) => one)),
    parts: new Map(
      all.filter(([, { kind }]) => kind !== 'value').map(([one, { kind }]) => [one, partKind(kind)] as const),
    ),
  }
}

function partKind(kind: Field['kind']): 'media' | 'relation' {
  return kind === 'file' || kind === 'files' ? 'media' : 'relation'
}

function sourceFrom(
  kind: ItemKind,
  collection: Collection,
  collections: Collections,
  given: TypeSource | undefined,
  map: SourceContext['map'],
): EntrySource {
  const shape = shapeOf(collection, collections)
  const fields = fieldPaths(shape, map.fields?.[kind] ?? {})
  const where = Object.entries(given?.where ?? {}).map(([path, value]) =>
    condition(nested(path, { _eq: value })),
  )
  const selected: Query[] = [
    selection(collection, ['category', 'categories', 'type'], given?.category),
    selection(collection, ['parent'], given?.parent),
  ]
  return {
    ...shape,
    kind,
    fields,
    order: given?.order ?? usualOrder(kind, map.sections, Boolean(fields.order)),
    filter: Object.assign({}, ...where, ...selected),
  }
}

/** A relation by the slug of its target; text by its value. */
function selection({ fields }: Collection, names: string[], value: string | undefined): Query {
  if (value === undefined) return {}
  const name = names.find((one) => fields.has(one)) ?? names[0]!
  const { kind, via } = fields.get(name) ?? { kind: 'value', via: '' }
  const path = kind === 'value' ? name : [name, ...(via ? [via] : []), 'slug'].join('.')
  return condition(nested(path, { _eq: value }))
}
