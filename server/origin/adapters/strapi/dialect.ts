// How Strapi is requested: its parameters for languages, order, pages, words and related entries.

import { locales } from '../../../../shared/constants.ts'
import type { Query } from '../../../../shared/href.ts'
import type { Locale } from '../../../../shared/locale.ts'
import { originError } from '../../origin-error.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { itemKinds } from '../api-map.ts'
import {
  type Dialect,
  defaultLanguage,
  documentIds,
  type Entries,
  type InBulk,
  mostItems,
  type Source,
} from '../entries/entries.ts'
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
/** Entries of a type that are remembered. */
const mostSamples = 300
const noEntries: Entries = { entries: [], total: 0, isSingle: false }

export function createDialect(context: Pick<AdapterContext, 'map' | 'memos'>) {
  const client = createStrapi()
  const sources = createSources(client, context)
  const samples = new Map<string, Json[]>()

  /** `samples`: other entries, of which a request is to be as deep as well. `isWhole`: no component is without what is in it. */
  async function deepList(
    system: System,
    type: string,
    query: Query,
    samples: Json[] = [],
    list = client.list,
  ) {
    const deeper = (entries: Json[]) => deeperQuery(query, [...samples, ...entries])
    let asked = query
    let found: Entries | undefined
    for (let level = 0; level <= deepest; level++) {
      const next = deeper(found?.entries ?? []) ?? query
      if (next === 'too long') return { found: found ?? (await list(system, type, query)), isWhole: false }
      if (found && JSON.stringify(next) === JSON.stringify(asked)) break
      asked = next
      found = await list(system, type, asked)
    }
    const isDeeper = JSON.stringify(asked) !== JSON.stringify(deeper([]) ?? query)
    return { found: found ?? noEntries, isWhole: true, isDeeper }
  }

  /** Whatever answers 404 to everything must not look like a system without entries. */
  async function listExisting(system: System, type: string, query: Query = {}): Promise<Entries> {
    const found = await client.read(system, type, query)
    if (!found) throw originError('network', new Error(`strapi /api/${type}: expected a type`), 404)
    return found
  }

  const languageOf = (entry: Json, { isLocalized }: Source): Locale | undefined =>
    isLocalized
      ? locales.find((locale) => sources.code(locale) === entry['locale'])
      : defaultLanguage(context.map)

  const bulk: InBulk = {
    count: 100,
    async list(system, source, query) {
      const { type, isLocalized } = source
      const inAll = isLocalized ? { ...query, locale: '*' } : query
      const known = samples.get(type) ?? []
      const { found, isWhole, isDeeper } = await deepList(system, type, inAll, known, listExisting)
      // The next slices are requested as deep at once.
      if (isDeeper) samples.set(type, [...known, ...found.entries].slice(-mostSamples))
      const entries = isWhole ? found.entries : await oneByOne(system, type, query, found.entries)
      const { total } = found
      return {
        found: entries.flatMap((entry) => {
          const lang = languageOf(entry, source)
          return lang ? [{ entry, lang }] : []
        }),
        ...{ read: entries.length, total },
      }
    },
    byKey: () => ({ 'sort[0]': 'id:asc' }),
    slice: (start, count) => ({ 'pagination[start]': start, 'pagination[limit]': count }),
    // Publishing several at once leaves the date of their last change as it was.
    changedSince: (_source, since) =>
      eitherQuery([[['updatedAt', 'gt', since]], [['publishedAt', 'gt', since]]]),
  }

  /** Where together they have more components than an address can name. */
  async function oneByOne(system: System, type: string, query: Query, entries: Json[]): Promise<Json[]> {
    const whole: Json[] = []
    for (const entry of entries) {
      const locale = textFrom(entry['locale'])
      const own = { ...query, ...anyOf('documentId', documentIds([entry])), ...(locale && { locale }) }
      const { found } = await deepList(system, type, { ...own, 'pagination[start]': 0 })
      whole.push(found.entries[0] ?? entry)
    }
    return whole
  }

  const dialect: Dialect = {
    // documentId is the same in all languages, `id` is not.
    numberKind: 'strapi',
    sources,
    async list(system, { type }, query) {
      const found = await client.list(system, type, query)
      return found.entries.length === 1 ? (await deepList(system, type, query, found.entries)).found : found
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
  return { client, sources, dialect, bulk }
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
