// How Strapi is requested: its parameters for languages, order, pages, words and related entries.
import type { Query } from '../../../../shared/href.ts'
import type { AdapterContext } from '../adapter.ts'
import { itemKinds } from '../api-map.ts'
import { type Dialect, documentIds, mostItems, type Source } from '../entries/entries.ts'
import { type Json, textFrom, valueAt } from '../values.ts'
import {
  anyOf,
  createStrapi,
  eitherQuery,
  fieldsQuery,
  filterQuery,
  pageQuery,
  searchQuery,
} from './client.ts'
import { deeperQuery } from './depth.ts'
import { languagesQuery, readQuery } from './fields.ts'
import { createSources } from './sources.ts'

const created = 'createdAt'
/** Levels of components in components. */
const deepest = 5

export function createDialect(context: Pick<AdapterContext, 'map' | 'memos'>) {
  const client = createStrapi()
  const sources = createSources(client, context)

  const dialect: Dialect = {
    // documentId is the same in all languages, `id` is not.
    numberKind: 'strapi',
    sources,
    async list(system, { type }, query) {
      let asked = query
      let found = await client.list(system, type, query)
      for (let level = 0; level < deepest && found.entries.length === 1; level++) {
        const deeper = deeperQuery(query, found.entries[0]!)
        if (!deeper || JSON.stringify(deeper) === JSON.stringify(asked)) break
        asked = deeper
        found = await client.list(system, type, deeper)
      }
      return found
    },
    async access(system) {
      if (sources.withEntries().size === 0) await sources.sourcesOf(system, itemKinds)
      for (const type of sources.withEntries()) await client.read(system, type, pageQuery(1, 1))
    },
    language: (_source, code) => ({ locale: code }),
    read: (source, fields) => ({ ...readQuery(source, source.fields, fields), ...languagesQuery(source) }),
    page: pageQuery,
    order: orderQuery,
    keyed: (_source, keys) => anyOf('documentId', keys),
    without: (_source, keys) => anyOf('documentId', keys, 'notIn'),
    signed: (_source, path, signs) => anyOf(path, signs),
    tagged: (_source, path, keys) => anyOf(`${path}.documentId`, keys),
    top: ({ fields: { parent }, parts }) =>
      parent !== undefined && parts.has(parent) ? filterQuery(`${parent}.documentId`, 'null', 'true') : {},
    partsOf: ({ fields }, key) => filterQuery(`${fields.parent}.documentId`, 'eq', key),
    near: nearQuery,
    /** Texts in components are not found. */
    words(_system, { fields, values }, words) {
      const searched = [fields.title, fields.summary, fields.body].filter((path) => path !== undefined)
      return searchQuery(
        searched.filter((path) => values.has(path)),
        words,
      )
    },
    async statuses(system, entries, source) {
      const isDraft = (entry: (typeof entries)[number]) => entry['publishedAt'] === null
      const drafts = system.preview ? entries.filter(isDraft) : []
      if (drafts.length === 0) return entries.map(() => ({}))
      const { entries: published } = await client.list({ ...system, preview: false }, source.type, {
        ...(source.isLocalized && { locale: sources.code(system.locale) }),
        ...anyOf('documentId', documentIds(drafts)),
        ...fieldsQuery(['updatedAt']),
        ...pageQuery(1, mostItems),
      })
      const times = new Map(published.map((one) => [one['documentId'], String(one['updatedAt'])]))
      return entries.map((entry) => {
        const time = times.get(entry['documentId'])
        const isChanged = time === undefined || time < String(entry['updatedAt'])
        return isDraft(entry) && isChanged ? { status: 'draft' } : {}
      })
    },
    isType: isPluralOf,
  }
  return { client, sources, dialect }
}

function orderQuery({ order, fields }: Parameters<Dialect['order']>[0]): Query {
  switch (order) {
    case 'newest':
      return { 'sort[0]': `${fields.published_at ?? created}:desc`, 'sort[1]': `${created}:desc` }
    case 'title':
      return { 'sort[0]': `${fields.title ?? created}:asc` }
    case 'manual':
      return { 'sort[0]': `${fields.order ?? created}:asc`, 'sort[1]': `${created}:asc` }
    default:
      return order satisfies never
  }
}

/** Several entries have the same date where they were published together: of these the newest goes before. */
function nearQuery({ fields }: Source, entry: Json, side: 'after' | 'before'): Query | undefined {
  const path = fields.published_at ?? created
  const date = textFrom(valueAt(entry, path))
  const time = textFrom(entry[created])
  if (!date || !time) return undefined
  const [order, operator] = side === 'after' ? ['asc', 'gt'] : ['desc', 'lt']
  return {
    ...{ 'sort[0]': `${path}:${order}`, 'sort[1]': `${created}:${order}` },
    ...eitherQuery([
      [[path, operator, date]],
      [
        [path, 'eq', date],
        [created, operator, time],
      ],
    ]),
  }
}

/** English plurals, as Strapi makes them of the name of a type; a single type has one name. */
function isPluralOf(type: string, model: string): boolean {
  return [model, `${model}s`, `${model}es`, model.replace(/y$/, 'ies')].includes(type)
}
