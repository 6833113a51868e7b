// How Strapi is requested: its parameters for languages, order, keys, dates and drafts.
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import {
  type Dialect,
  defaultLanguage,
  documentIds,
  type EntrySource,
  expectKeys,
  type FoundEntry,
  mostItems,
} from '../entries/entries.ts'
import { itemKinds } from '../systems/api-map.ts'
import type { SourceContext } from '../systems/source.ts'
import type { Json } from '../systems/values.ts'
import { anyOf, eitherQuery, inLanguages, pageQuery, type Strapi } from './client.ts'
import { createDraftVersions, versionOf } from './draft-versions.ts'
import { readQuery } from './fields.ts'
import { createOwners, isPluralOf } from './owners.ts'
import type { StrapiSources } from './sources.ts'
import { createStrapiImages } from './text-images.ts'
import { createWholeList } from './whole-list.ts'

const latestFirst = { 'sort[0]': 'updatedAt:desc' }

export function createDialect(client: Strapi, sources: StrapiSources, context: SourceContext): Dialect {
  const kinds = itemKinds(context.map)
  const listWhole = createWholeList(client)
  const draftVersions = createDraftVersions(client)
  const owners = createOwners(sources, kinds)

  const languageOf = (entry: Json, { isLocalized }: EntrySource): Locale | undefined =>
    isLocalized
      ? locales.find((locale) => sources.code(locale) === entry['locale'])
      : defaultLanguage(context.map)

  const inOwnLanguage = (entries: Json[], source: EntrySource): FoundEntry[] =>
    entries.flatMap((entry) => {
      const lang = languageOf(entry, source)
      return lang ? [{ entry, lang }] : []
    })

  return {
    // documentId is the same in all languages, `id` is not.
    numberKind: 'strapi',
    count: mostItems,
    sources,
    async list(system, source, query) {
      const { entries, total } = await listWhole(system, source.type, inLanguages(source, query))
      expectKeys(source.type, entries)
      owners.learn(entries)
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
    wholeRead: owners.wholeRead,
    ownerOf: owners.ownerOf,
    sizeImages: createStrapiImages(context),
  }
}
