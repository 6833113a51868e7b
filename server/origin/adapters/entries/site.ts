// What articles and pages of a content system are both read with.
import type { Query } from '../../../../shared/href.ts'
import { type Locale, otherLocale } from '../../../../shared/locale.ts'
import type { AdapterContext, System } from '../adapter.ts'
import { type ItemKind, itemKinds } from '../api-map.ts'
import { isObject, type Json, objectsOf, textFrom } from '../values.ts'
import { type Dialect, defaultLanguage, type FieldName, mostItems, type Source } from './entries.ts'
import { createItems } from './items.ts'
import { createLinks, type Place } from './links.ts'

export type EntrySite = ReturnType<typeof createSite>
/** An entry of a source, with its number. */
export type Found = { entry: Json; source: Source; id: number }

const summaryFields = ['title', 'summary', 'cover', 'published_at', 'updated_at', 'tags', 'sign'] as const
const nameFields = ['title', 'sign'] as const

export function createSite(context: AdapterContext, dialect: Dialect) {
  const { map, ids } = context
  const { numberKind, sources } = dialect
  const items = createItems(context)

  const numbersOf = (entries: Json[], { type }: Pick<Source, 'type'>): Promise<number[]> =>
    ids.numbers(
      numberKind,
      entries.map(({ documentId }) => `${type}/${documentId}`),
    )

  /** The parameters of the language; undefined where a type without languages is in the other one. */
  const localeQuery = ({ locale }: System, source: Source): Query | undefined => {
    if (source.isLocalized) return dialect.language(source, sources.code(locale))
    return locale === defaultLanguage(map) ? {} : undefined
  }

  /** Entries of a source in the language of the call, and the number of all. Parts of others only where `parent` says so. */
  async function entriesOf(system: System, source: Source, query: Query, fields: readonly FieldName[]) {
    const inLanguage = localeQuery(system, source)
    if (!inLanguage) return { entries: [], total: 0 }
    const wanted = { ...inLanguage, ...source.filter, ...query, ...dialect.read(source, fields) }
    return dialect.list(system, source, wanted)
  }

  /** The entry with a number in the language of the call, of one of the kinds. */
  async function find(
    system: System,
    id: number,
    kinds: readonly ItemKind[],
    fields: readonly FieldName[],
  ): Promise<Found | undefined> {
    const [, type = '', documentId = ''] =
      /^([^/]+)\/(.+)$/.exec((await ids.keyOf(numberKind, id)) ?? '') ?? []
    if (!type) return undefined
    const own = kinds.filter((kind) => sources.typesOf(kind).includes(type))
    return firstOf(
      system,
      own,
      (source) => dialect.keyed(source, [documentId]),
      fields,
      (entry, source) => (source.type === type && entry['documentId'] === documentId ? id : undefined),
    )
  }

  /** The entry with a slug. */
  async function findBySign(
    system: System,
    signs: readonly string[],
    kinds: readonly ItemKind[],
    fields: readonly FieldName[],
  ): Promise<Found | undefined> {
    const found = await Promise.all(
      (await sources.sourcesOf(system, kinds)).map(async (source) => {
        const path = source.fields.sign
        if (path === undefined) return undefined
        const { entries } = await entriesOf(system, source, dialect.signed(source, path, signs), fields)
        return entries[0] && { entry: entries[0], source }
      }),
    )
    const first = found.find((one) => one !== undefined)
    const [id] = first ? await numbersOf([first.entry], first.source) : []
    return first && id !== undefined ? { ...first, id } : undefined
  }

  async function firstOf(
    system: System,
    kinds: readonly ItemKind[],
    query: (source: Source) => Query,
    fields: readonly FieldName[],
    numberOf: (entry: Json, source: Source) => number | undefined,
  ): Promise<Found | undefined> {
    const found = await Promise.all(
      (await sources.sourcesOf(system, kinds)).map(async (source) => {
        const { entries } = await entriesOf(system, source, query(source), fields)
        const entry = entries.find((one) => numberOf(one, source) !== undefined)
        const id = entry && numberOf(entry, source)
        return entry && id !== undefined ? { entry, source, id } : undefined
      }),
    )
    return found.find((one) => one !== undefined)
  }

  async function summaries(system: System, entries: Json[], source: Source) {
    const [numbers, statuses] = await Promise.all([
      numbersOf(entries, source),
      dialect.statuses(system, entries, source),
    ])
    return entries.map((entry, index) => ({
      ...items.summary(entry, source, numbers[index]!, system.locale),
      ...statuses[index],
    }))
  }

  /** The languages in which an entry can be read. */
  function languagesOf({ locale }: System, entry: Json): Locale[] {
    const other = otherLocale(locale)
    const codes = objectsOf(entry['localizations']).map((one) => one['locale'])
    return codes.includes(sources.code(other)) ? [locale, other] : [locale]
  }

  /** All entries of a source in its order, with names only. */
  async function namesOf(system: System, source: Source) {
    const query = { ...dialect.top(source), ...dialect.order(source), ...dialect.page(1, mostItems) }
    const { entries } = await entriesOf(system, source, query, nameFields)
    const numbers = await numbersOf(entries, source)
    return entries.map((entry, index) => ({ entry, ...nameOf(entry, source, numbers[index]!) }))
  }

  const nameOf = (entry: Json, source: Source, id: number) => ({
    ...{ id, title: textFrom(items.value(entry, source, 'title')) ?? '' },
    sign: items.sign(entry, source),
  })

  const links = createLinks({
    ...{ addresses: context.addresses, findBySigns: numbersBySign, sizeImages: dialect.sizeImages },
  })

  /** The entries of a kind with these slugs, by slug. */
  async function numbersBySign(system: System, kind: ItemKind, signs: string[]): Promise<Map<string, Place>> {
    const source = await sources.sourceOf(system, kind)
    const path = source?.fields.sign
    if (!source || path === undefined) return new Map()
    const query = { ...dialect.signed(source, path, signs), ...dialect.page(1, mostItems) }
    const { entries } = await entriesOf(system, source, query, ['sign', 'parent'])
    const numbers = await numbersOf(entries, source)
    const parents = entries.map((entry) => items.value(entry, source, 'parent'))
    const above = await Promise.all(parents.map((one) => (isObject(one) ? numbersOf([one], source) : [])))
    return new Map(
      entries.map((entry, index) => [
        items.sign(entry, source) ?? '',
        { id: numbers[index]!, parent: above[index]?.[0] },
      ]),
    )
  }

  return {
    ...{ dialect, sources, items, links, numbersOf, entriesOf, find, findBySign, summaries },
    ...{ languagesOf, namesOf, nameOf, summaryFields, nameFields },
    /** The kinds whose entries have a type, by its name in webhooks. */
    kindsOf: (model: string): ItemKind[] =>
      itemKinds.filter((kind) => sources.typesOf(kind).some((type) => dialect.isType(type, model))),
  }
}
