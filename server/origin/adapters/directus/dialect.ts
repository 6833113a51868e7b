// How Directus is requested: its parameters for languages, fields, order, pages, words and related items.

import { locales } from '../../../../shared/constants.ts'
import type { Query } from '../../../../shared/href.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { type Dialect, defaultLanguage, type InBulk, type Source } from '../entries/entries.ts'
import { type Json, numberFrom, objectsOf, textFrom, valueAt } from '../values.ts'
import { readActivity } from './activity.ts'
import { type Client, condition, isDraft, nested } from './client.ts'
import { selected } from './fields.ts'
import { createOwnerOf } from './owners.ts'
import { type Collection, type Collections, type Field, type Schema, translationsOf } from './schema.ts'
import type { DirectusSources } from './sources.ts'

export function createDialect(
  client: Client,
  schema: Schema,
  sources: DirectusSources,
  { map }: Pick<AdapterContext, 'map'>,
) {
  /** Functions that make parameters get sources of the schema that was read last. */
  let collections: Collections = new Map()
  const collectionOf = ({ type }: Source): Collection | undefined => collections.get(type)
  /** The name and the field of the translations. */
  const translatedIn = (source: Source) => translationsOf(collectionOf(source)?.fields ?? new Map())

  /** `translations.title` where a field is in the translations. */
  const pathOf = (source: Source, path: string): string => {
    const [name, translations] = translatedIn(source) ?? []
    const [head = ''] = path.split('.')
    const isIn = translations && collections.get(translations.to)?.fields.has(head)
    return isIn && !collectionOf(source)?.fields.has(head) ? `${name}.${path}` : path
  }
  const keyField = (source: Source) => collectionOf(source)?.key ?? 'id'
  /** The field of the key of what a relation leads to. */
  const keyIn = (source: Source, path: string) => {
    const field = collectionOf(source)?.fields.get(path)
    const key = collections.get(field?.to ?? '')?.key ?? 'id'
    return [path, ...(field?.via ? [field.via] : []), key].join('.')
  }
  const dateField = (source: Source) => source.fields.published_at ?? keyField(source)

  const dialect: Dialect = {
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
    async access(system, hasToken) {
      if (hasToken) await system.get('/users/me', { fields: 'id' }, { mustExist: true })
      await schema.all(system)
    },
    language(source, code) {
      const [name, translations] = translatedIn(source) ?? []
      return name && translations ? condition({ [name]: inLanguage(translations, code) }) : {}
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
    near: (source, entry, side) => nearQuery(dateField(source), keyField(source), entry, side),
    words({ locale }, source, words) {
      const [, translations] = translatedIn(source) ?? []
      // The full text of a collection without translations.
      if (!translations) return { search: words.join(' ') }
      const { title, summary, body } = source.fields
      const searched = [title, summary, body].filter((path) => path !== undefined && source.values.has(path))
      const paths = searched.map((path) => pathOf(source, path!))
      return wordsQuery(paths, words, inLanguage(translations, sources.code(locale)))
    },
    statuses: async (_system, entries) => entries.map((entry) => (isDraft(entry) ? { status: 'draft' } : {})),
    isType: (type, name) => type === name,
    ownerOf: createOwnerOf(client, schema, sources),
  }

  const bulk: InBulk = {
    count: 500,
    async list(system, source, query) {
      const { type, isLocalized } = source
      const shown = isLocalized ? locales : ([defaultLanguage(map)] as const)
      const codes = shown.map((locale) => sources.code(locale))
      const { entries, total } = await client.listIn(system, type, codes, query)
      const found = entries.flatMap((inCodes) =>
        inCodes.flatMap((entry, index) =>
          !isLocalized || hasLanguage(entry, codes[index]!) ? [{ entry, lang: shown[index]! }] : [],
        ),
      )
      return { found, read: entries.length, total }
    },
    noted: readActivity,
    byKey: (source) => ({ sort: keyField(source) }),
    slice: (offset, limit) => ({ offset, limit }),
    /** A row that has not been changed since it was made has no date of a change. */
    changedSince(source, since) {
      const dates = ['date_updated', 'date_created', source.fields.updated_at].filter(
        (name, index, all) => name !== undefined && source.values.has(name) && all.indexOf(name) === index,
      )
      return dates.length > 0
        ? condition({ _or: dates.map((name) => ({ [name!]: { _gt: since } })) })
        : undefined
    },
  }
  return { dialect, bulk }
}

function hasLanguage({ localizations }: Json, code: string): boolean {
  return objectsOf(localizations).some(({ locale }) => locale === code)
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

/** The items before or after this one in a list by date, and by number among those of one date. */
function nearQuery(path: string, key: string, entry: Json, side: 'after' | 'before'): Query | undefined {
  const date = textFrom(valueAt(entry, path))
  if (!date) return undefined
  const [order, operator] = side === 'after' ? ['', '_gt'] : ['-', '_lt']
  const number = numberFrom(entry[key])
  const beside = { [path]: { [operator]: date } }
  const ofOneDate = { _and: [{ [path]: { _eq: date } }, { [key]: { [operator]: number } }] }
  return {
    sort: `${order}${path},${order}${key}`,
    // Directus does not compare keys that are no numbers.
    ...condition(number === undefined ? beside : { _or: [beside, ofOneDate] }),
  }
}

/** Each word in one of the texts; those of translations in the one with this `language`. */
function wordsQuery(paths: string[], words: string[], language: Json): Query {
  const withWord = (path: string, word: string) => {
    const [head = '', ...rest] = path.split('.')
    const text = { _icontains: word }
    return { [head]: rest.length === 0 ? text : { _and: [language, nested(rest.join('.'), text)] } }
  }
  return condition({ _and: words.map((word) => ({ _or: paths.map((path) => withWord(path, word)) })) })
}

function inLanguage({ via }: Field, code: string): Json {
  return { [via]: { _eq: code } }
}
