// How Directus is requested: its parameters for languages, fields, order, pages, words and related items.
import type { Query } from '../../../../shared/href.ts'
import type { System } from '../adapter.ts'
import type { Dialect, Source } from '../entries/entries.ts'
import { textFrom, valueAt } from '../values.ts'
import { type Client, condition, isDraft, nested } from './client.ts'
import { selected } from './fields.ts'
import { createOwnerOf } from './owners.ts'
import type { Collection, Collections, Schema } from './schema.ts'
import { type DirectusSources, translationsOf } from './sources.ts'

export function createDialect(client: Client, schema: Schema, sources: DirectusSources): Dialect {
  /** Functions that make parameters get sources of the schema that was read last. */
  let collections: Collections = new Map()
  const collectionOf = ({ type }: Source): Collection | undefined => collections.get(type)

  /** `translations.title` where a field is in the translations. */
  const pathOf = (source: Source, path: string): string => {
    const collection = collectionOf(source)
    const [name, translations] = (collection && translationsOf(collection.fields)) ?? []
    const [head = ''] = path.split('.')
    const isIn = translations && collections.get(translations.to)?.fields.has(head)
    return isIn && !collection?.fields.has(head) ? `${name}.${path}` : path
  }
  const keyField = (source: Source) => collectionOf(source)?.key ?? 'id'
  /** The field of the key of what a relation leads to. */
  const keyIn = (source: Source, path: string) => {
    const field = collectionOf(source)?.fields.get(path)
    const key = collections.get(field?.to ?? '')?.key ?? 'id'
    return [path, ...(field?.via ? [field.via] : []), key].join('.')
  }
  const dateField = (source: Source) => source.fields.published_at ?? keyField(source)

  return {
    numberKind: 'directus',
    sources: {
      ...sources,
      async sourceOf(system: System, kind) {
        collections = await schema.all(system)
        return sources.sourceOf(system, kind)
      },
      async sourcesOf(system: System, kinds) {
        collections = await schema.all(system)
        return sources.sourcesOf(system, kinds)
      },
    },
    list: (system, { type }, query) => client.list(system, type, sources.code(system.locale), query),
    language(source, code) {
      const [name, { via }] = translationsOf(collectionOf(source)?.fields ?? new Map()) ?? ['', { via: '' }]
      return name ? condition({ [name]: { [via]: { _eq: code } } }) : {}
    },
    read(source, fields) {
      const collection = collectionOf(source)
      const paths = fields.flatMap((field) => source.fields[field] ?? [])
      return collection
        ? selected(collection, collections, paths, [sources.code('zh'), sources.code('en')])
        : {}
    },
    page: (page, size) => ({ page, limit: size }),
    order: (source) => ({ sort: orderOf(source, keyField(source), dateField(source)) }),
    keyed: (source, keys) => condition({ [keyField(source)]: { _in: keys } }),
    without: (source, keys) => condition({ [keyField(source)]: { _nin: keys } }),
    signed: (source, path, signs) => condition(nested(pathOf(source, path), { _in: signs })),
    tagged: (source, path, keys) => condition(nested(keyIn(source, path), { _in: keys })),
    top: ({ fields: { parent }, parts }) =>
      parent !== undefined && parts.has(parent) ? condition({ [parent]: { _null: true } }) : {},
    partsOf: ({ fields }, key) => condition({ [fields.parent ?? 'parent']: { _eq: key } }),
    near(source, entry, side) {
      const path = dateField(source)
      const date = textFrom(valueAt(entry, path))
      if (!date) return undefined
      const isAfter = side === 'after'
      return {
        sort: isAfter ? path : `-${path}`,
        ...condition({ [path]: { [isAfter ? '_gt' : '_lt']: date } }),
      }
    },
    words: (system, source, words) =>
      wordsQuery(source, words, (path) => pathOf(source, path), system, sources),
    statuses: async (_system, entries) => entries.map((entry) => (isDraft(entry) ? { status: 'draft' } : {})),
    isType: (type, name) => type === name,
    ownerOf: createOwnerOf(client, schema, sources),
  }
}

function orderOf({ order, fields }: Source, key: string, date: string): string {
  switch (order) {
    case 'newest':
      return `-${date},-${key}`
    case 'title':
      return `${fields.title ?? key},${key}`
    case 'manual':
      return `${fields.order ?? key},${key}`
    default:
      return order satisfies never
  }
}

/** The full text of a collection without translations; else the texts of the language. */
function wordsQuery(
  source: Source,
  words: string[],
  pathOf: (path: string) => string,
  { locale }: System,
  sources: DirectusSources,
): Query {
  if (!source.isLocalized) return { search: words.join(' ') }
  const { title, summary, body } = source.fields
  const paths = [title, summary, body].filter((path) => path !== undefined && source.values.has(path))
  const searched = paths.map((path) => pathOf(path!))
  const conditions = words.map((word) => ({
    _or: searched.map((path) => inLanguage(path, word, sources.code(locale))),
  }))
  return condition({ _and: conditions })
}

/** A translation in the language with the word; its language field has a usual name. */
function inLanguage(path: string, word: string, code: string) {
  const [head = '', ...rest] = path.split('.')
  const text = { _icontains: word }
  if (rest.length === 0) return { [head]: text }
  return { [head]: { _and: [{ languages_code: { _eq: code } }, nested(rest.join('.'), text)] } }
}
