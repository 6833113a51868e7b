// Entries of a content system in bulk, as items of content files.
import { contactSign, privacySign } from '../../../../shared/constants.ts'
import type { Query } from '../../../../shared/href.ts'
import type { Locale } from '../../../../shared/locale.ts'
import type {
  AdapterContext,
  ChangedEntry,
  Pull,
  PulledChange,
  PulledItem,
  PulledPart,
  Slice,
  System,
} from '../adapter.ts'
import { type ItemKind, itemKinds } from '../api-map.ts'
import { isContactSign } from '../contact-signs.ts'
import { titleRank } from '../title-rank.ts'
import { dateFrom, isObject, type Json, nameIn, numberFrom, textFrom } from '../values.ts'
import { type Dialect, fieldNames, type InBulk, type Source } from './entries.ts'
import { listOf } from './items.ts'
import { targetOf } from './links.ts'
import { singleTypes } from './single-types.ts'
import type { EntrySite } from './site.ts'

export function createEntryPull(
  { addresses }: Pick<AdapterContext, 'addresses'>,
  dialect: Dialect,
  bulk: InBulk,
  site: EntrySite,
): Pull {
  const { items, sources } = site

  function partOf(source: Source, products: Source | undefined): PulledPart {
    const itemsOf = async (found: { entry: Json; lang: Locale }[]): Promise<PulledItem[]> => {
      const numbers = await numbersOf(found, source, products)
      return found.map(({ entry, lang }) => itemOf(entry, source, lang, numbers))
    }
    const read = async (system: System, query: Query): Promise<Slice> => {
      const wanted = { ...source.filter, ...dialect.read(source, fieldNames), ...query }
      const { found, read, total } = await bulk.list(system, source, wanted)
      return { items: await itemsOf(found), read, total }
    }
    return {
      name: source.kind,
      fields: fieldsOf(source),
      slice: (system, start, count) => read(system, { ...bulk.byKey(source), ...bulk.slice(start, count) }),
      async changed(system, since, start, count) {
        const changed = bulk.changedSince(source, since)
        return changed && read(system, { ...changed, ...bulk.byKey(source), ...bulk.slice(start, count) })
      },
      async total(system) {
        const query = { ...source.filter, ...dialect.read(source, []), ...bulk.slice(0, 1) }
        return (await bulk.list(system, source, query)).total
      },
      async read(system, entries) {
        const query = { ...dialect.keyed(source, entries), ...bulk.slice(0, bulk.count) }
        return (await read(system, query)).items
      },
    }
  }

  /** Of all entries to which these refer. */
  async function numbersOf(found: { entry: Json }[], source: Source, products: Source | undefined) {
    const of = (value: unknown) =>
      listOf(value).filter(({ documentId }) => textFrom(documentId) !== undefined)
    const own = found.flatMap(({ entry }) => [entry, ...of(items.value(entry, source, 'parent'))])
    const related = found.flatMap(({ entry }) => of(items.value(entry, source, 'products')))
    const [ownNumbers, productNumbers] = [
      await site.numbersOf(own, source),
      products ? await site.numbersOf(related, products) : [],
    ]
    return {
      own: new Map(own.map(({ documentId }, index) => [documentId, ownNumbers[index]!])),
      products: new Map(related.map(({ documentId }, index) => [documentId, productNumbers[index]])),
    }
  }

  type Numbers = Awaited<ReturnType<typeof numbersOf>>

  function itemOf(entry: Json, source: Source, lang: Locale, numbers: Numbers): PulledItem {
    const { kind } = source
    const parent = items.value(entry, source, 'parent')
    const products = listOf(items.value(entry, source, 'products')).flatMap(
      ({ documentId }) => numbers.products.get(documentId) ?? [],
    )
    const { id: _id, category: _category, ...summary } = items.summary(entry, source, 0, lang)
    const sign = isContactSign(summary.sign) ? contactSign : summary.sign
    const isPrivacy = kind === 'about' && sign === privacySign
    const common = { title: summary.title, sign, order: orderOf(entry, source) }
    const article = () => ({
      ...{ ...summary, ...common, ...(isPrivacy && { listed: false }) },
      published_at:
        summary.published_at ??
        dateFrom(entry['publishedAt']) ??
        dateFrom(entry['createdAt']) ??
        summary.updated_at,
      family: textFrom(nameIn(items.value(entry, source, 'family'))),
      ...items.articleFields(entry, source, lang),
    })
    const fronts: Record<string, () => Record<string, unknown>> = {
      about: () => ({ ...common, cover: 'cover' in summary ? summary.cover : undefined }),
      download: () => ({
        ...{ title: common.title, order: common.order, description: summary.summary },
        items: withOwnIds(items.filesOf(entry, source, lang)),
      }),
      manual: () => ({
        ...{ title: common.title, order: common.order, summary: summary.summary },
        attachments: items.articleFields(entry, source, lang).attachments,
      }),
    }
    const shown: ItemKind = isPrivacy ? 'service' : kind
    const { family, ...fields } = { family: undefined, ...(fronts[shown] ?? article)() }
    return {
      ...{ kind: shown, lang, entry: String(entry['documentId']) },
      id: numbers.own.get(entry['documentId'])!,
      parent: isObject(parent) ? numbers.own.get(parent['documentId']) : undefined,
      names: sign === undefined ? [] : [nameOf(shown, sign)],
      front: {
        ...fields,
        ...(shown === 'product' && { family }),
        ...(shown === 'manual' && { products }),
      },
      body: items.body(entry, source),
    }
  }

  /** The place in a list by hand, or by title. */
  function orderOf(entry: Json, source: Source): number | undefined {
    if (source.order === 'newest') return undefined
    if (source.order === 'title') return titleRank(textFrom(items.value(entry, source, 'title')) ?? '')
    const place = numberFrom(items.value(entry, source, 'order'))
    // Without one they are in the order in which they have been made.
    const made = source.fields.order === undefined ? Date.parse(String(entry['createdAt'])) : Number.NaN
    return place ?? (Number.isNaN(made) ? undefined : made)
  }

  async function parts(system: System): Promise<PulledPart[]> {
    const found = await sources.sourcesOf(system, itemKinds)
    const products = found.find(({ kind }) => kind === 'product')
    return found.map((source) => partOf(source, products))
  }

  async function entriesOf(system: System, type: string, keys: string): Promise<PulledChange> {
    const kinds = site.kindsOf(type)
    const all = await parts(system)
    const own = all.filter(({ name }) => kinds.some((kind) => kind === name))
    const isShown = new Set((await sources.sourcesOf(system, kinds)).map(({ type }) => type))
    if (own.length === 0 || ![...isShown].some((one) => dialect.isType(one, type))) return 'all'
    return own.map((part) => ({ part, entries: keys.split(',') }))
  }

  return {
    ...{ count: bulk.count, parts },
    async changeOf(system: System, changed: ChangedEntry) {
      const { type, key = '' } = changed
      const isSingle = Object.values(singleTypes)
        .flat()
        .some((name) => dialect.isType(name, type))
      if (isSingle) return 'site'
      if (type === 'media' || changed.isMoved) return 'all'
      if (site.kindsOf(type).length > 0) return entriesOf(system, type, key)
      const owner = await dialect.ownerOf?.(system, changed)
      if (owner === undefined || owner === 'unknown' || owner.key === undefined) return 'all'
      return entriesOf(system, owner.type, owner.key)
    },
    linkOf(url, lang) {
      const target = targetOf(url, addresses.within(url, lang), lang)
      if (!target) return undefined
      const { kind, sign, locale, fragment } = target
      return { name: nameOf(kind, sign), locale, fragment }
    },
    sizeImages: dialect.sizeImages,
    noted: bulk.noted,
  }
}

const ofEverySystem =
  /^(?:id|locale|localizations|created\w*|updated\w*|published\w*|date_\w+|user_\w+|status)$/i

function fieldsOf({ fields, values, parts }: Source): PulledPart['fields'] {
  const shown = new Set(Object.values(fields).map((path) => path.split('.')[0]))
  const others = [...values, ...parts.keys()].filter((name) => !shown.has(name) && !ofEverySystem.test(name))
  return { shown: fields, others }
}

/** Of links, which have the section and the sign. */
function nameOf(kind: ItemKind, sign: string): string {
  return `${kind} ${sign}`
}

/** Ids of components are not unique among several types. */
function withOwnIds<File extends { id: number }>(files: File[]): File[] {
  const isUnique = new Set(files.map(({ id }) => id)).size === files.length
  return isUnique && files.every(({ id }) => Number.isSafeInteger(id) && id > 0)
    ? files
    : files.map((file, index) => ({ ...file, id: index + 1 }))
}
