// How Strapi is requested: its parameters for languages, order, keys, dates and drafts.
import { locales } from '../../../shared/constants.ts'
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { originError } from '../../base/origin-error.ts'
import {
  type Dialect,
  defaultLanguage,
  documentIds,
  type Entries,
  type EntrySource,
  expectKeys,
  type FoundEntry,
  mostItems,
} from '../entries/entries.ts'
import { type ItemKind, itemKinds } from '../systems/api-map.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, textFrom } from '../systems/values.ts'
import { anyOf, eitherQuery, fieldsQuery, pageQuery, type Strapi } from './client.ts'
import { deeperQuery } from './depth.ts'
import { readQuery } from './fields.ts'
import { createShownKeys } from './shown-keys.ts'
import type { StrapiSources } from './sources.ts'
import { createStrapiImages } from './text-images.ts'

/** Levels of components in components. */
const deepest = 5
/** Entries of a type that are remembered. */
const mostSamples = 300
const noEntries: Entries = { entries: [], total: 0, isSingle: false }
const latestFirst = { 'sort[0]': 'updatedAt:desc' }

export function createDialect(client: Strapi, sources: StrapiSources, context: SourceContext): Dialect {
  const kinds = itemKinds(context.map)
  const samples = new Map<string, Json[]>()
  const shownKeys = createShownKeys()
  /** Kinds of which all entries have been read. */
  const whole = new Set<ItemKind>()

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
    const entries = await client.read(system, type, query)
    if (!entries) throw originError('network', new Error(`strapi /api/${type}: expected a type`), 404)
    return entries
  }

  /** With all that is in their components. */
  async function listWhole(system: System, type: string, query: Query): Promise<Entries> {
    const known = samples.get(type) ?? []
    const { found, isWhole, isDeeper } = await deepList(system, type, query, known, listExisting)
    // The next slices are requested as deep at once.
    if (isDeeper) samples.set(type, [...known, ...found.entries].slice(-mostSamples))
    return isWhole ? found : { ...found, entries: await oneByOne(system, type, query, found.entries) }
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

  const inLanguages = ({ isLocalized }: EntrySource, query: Query): Query =>
    isLocalized ? { ...query, locale: '*' } : query

  const languageOf = (entry: Json, { isLocalized }: EntrySource): Locale | undefined =>
    isLocalized
      ? locales.find((locale) => sources.code(locale) === entry['locale'])
      : defaultLanguage(context.map)

  const inOwnLanguage = (entries: Json[], source: EntrySource): FoundEntry[] =>
    entries.flatMap((entry) => {
      const lang = languageOf(entry, source)
      return lang ? [{ entry, lang }] : []
    })

  const versionsIn = (system: System, source: EntrySource, query: Query, page = 1) => {
    const fields = fieldsQuery(['updatedAt', 'publishedAt', ...(source.isLocalized ? ['locale'] : [])])
    const inAll = inLanguages(source, { ...query, ...fields })
    return client.list(system, source.type, { ...inAll, ...pageQuery(page, mostItems) })
  }

  /** When each public version was changed, by entry and language. */
  async function publicTimes(
    system: System,
    source: EntrySource,
    keys: Set<string>,
  ): Promise<Map<string, string>> {
    const times = new Map<string, string>()
    for (let page = 1; keys.size > 0; page++) {
      const { entries } = await versionsIn(system, source, anyOf('documentId', keys), page)
      for (const entry of entries) times.set(versionOf(entry), String(entry['updatedAt']))
      if (entries.length < mostItems) break
    }
    return times
  }

  /** Drafts without a public version, or with an earlier one; without what is in them. */
  async function draftVersions(system: System, source: EntrySource, query: Query): Promise<Json[]> {
    const { entries } = await versionsIn(system, source, { ...query, status: 'draft' })
    const drafts = entries.filter((entry) => entry['publishedAt'] === null)
    const times = await publicTimes(system, source, new Set(documentIds(drafts)))
    return drafts.filter((entry) => {
      const time = times.get(versionOf(entry))
      return time === undefined || time < String(entry['updatedAt'])
    })
  }

  return {
    // documentId is the same in all languages, `id` is not.
    numberKind: 'strapi',
    count: mostItems,
    sources,
    async list(system, source, query) {
      const { entries, total } = await listWhole(system, source.type, inLanguages(source, query))
      expectKeys(source.type, entries)
      shownKeys.learn(entries)
      return { found: inOwnLanguage(entries, source), read: entries.length, total }
    },
    async drafts(system, source, query, keys) {
      const versions = await draftVersions(system, source, keys ? anyOf('documentId', keys) : latestFirst)
      if (versions.length === 0) return []
      const wanted = { ...query, status: 'draft', ...pageQuery(1, mostItems) }
      const own = anyOf('documentId', new Set(documentIds(versions)))
      const { entries } = await listWhole(system, source.type, inLanguages(source, { ...wanted, ...own }))
      const differing = new Set(versions.map(versionOf))
      return inOwnLanguage(
        entries.filter((entry) => differing.has(versionOf(entry))),
        source,
      )
    },
    byKey: () => ({ 'sort[0]': 'id:asc' }),
    slice: (start, count) => ({ 'pagination[start]': start, 'pagination[limit]': count }),
    // Publishing several at once leaves the date of their last change as it was.
    changedSince: (_source, since) =>
      eitherQuery([[['updatedAt', 'gt', since]], [['publishedAt', 'gt', since]]]),
    async access(system) {
      if (sources.withEntries().size === 0) await sources.sourcesOf(system, kinds)
      for (const type of sources.withEntries()) await client.read(system, type, pageQuery(1, 1))
    },
    read: (source, fields) => readQuery(source, source.fields, fields),
    sample: async (_system, { sample = [] }) => sample,
    keyed: (_source, keys) => anyOf('documentId', keys),
    isType: isPluralOf,
    wholeRead: ({ kind }) => void whole.add(kind),
    /** Strapi does not say of which type a relation is: its name may be that of the type, and its entries are known by their keys. */
    async ownerOf(system, { type, key }) {
      const all = await sources.sourcesOf(system, kinds)
      const isNamed = ({ parts }: EntrySource) =>
        [...parts].some(([name, kind]) => kind !== 'media' && (name === type || isPluralOf(name, type)))
      const isShown = key === undefined || shownKeys.has(key) || all.some(isNamed)
      return isShown || all.some(({ kind }) => !whole.has(kind)) ? 'unknown' : undefined
    },
    sizeImages: createStrapiImages(context),
  }
}

function versionOf({ documentId, locale }: Json): string {
  return `${documentId} ${locale}`
}

/** English plurals, as Strapi makes them of the name of a type; a single type has one name. */
function isPluralOf(type: string, model: string): boolean {
  return [model, `${model}s`, `${model}es`, model.replace(/y$/, 'ies')].includes(type)
}
