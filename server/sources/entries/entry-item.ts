// An entry of a content system as an item of a content file.
import { privacySign } from '../../../shared/constants.ts'
import type { SectionKind, SiteSections } from '../../../shared/sections.ts'
import { createYield } from '../../base/yield.ts'
import { type ItemKind, unlistedSection } from '../systems/api-map.ts'
import { ownSignOf } from '../systems/contact-signs.ts'
import { createNoticed, type Note, type Noticed } from '../systems/noticed.ts'
import type { PulledItem, SourceContext } from '../systems/source.ts'
import { textsOf } from '../systems/text-fields.ts'
import { titleRank } from '../systems/title-rank.ts'
import { dateFrom, isObject, type Json, numberFrom, textFrom } from '../systems/values.ts'
import type { Dialect, EntrySource, FoundEntry } from './entries.ts'
import { createItems, fieldValue, type Items, listOf, signOf } from './items.ts'

/** Numbers by the keys of entries: of those of the type, and of products to which they refer. */
type Numbers = Record<'own' | 'products', Map<unknown, number | undefined>>

export function createEntryItems(
  { addresses, ids, map }: Pick<SourceContext, 'addresses' | 'ids' | 'map'>,
  dialect: Dialect,
) {
  const items = createItems({ addresses, map })
  const unlisted = unlistedSection(map)

  const numbersOf = async (entries: Json[], { type }: EntrySource): Promise<Map<unknown, number>> => {
    const keys = entries.map(({ documentId }) => `${type}/${documentId}`)
    const numbers = await ids.numbers(dialect.numberKind, keys)
    return new Map(entries.map(({ documentId }, index) => [documentId, numbers[index]!]))
  }

  /** Numbers of these entries and of all to which they refer. */
  async function numbersFor(
    found: FoundEntry[],
    source: EntrySource,
    products: EntrySource | undefined,
  ): Promise<Numbers> {
    const of = (value: unknown) =>
      listOf(value).filter(({ documentId }) => textFrom(documentId) !== undefined)
    const own = found.flatMap(({ entry }) => [entry, ...of(fieldValue(entry, source, 'parent'))])
    const related = found.flatMap(({ entry }) => of(fieldValue(entry, source, 'products')))
    return {
      own: await numbersOf(own, source),
      products: products ? await numbersOf(related, products) : new Map(),
    }
  }

  /** `products`: where they are, for entries that refer to them. */
  return async (
    found: FoundEntry[],
    source: EntrySource,
    products: EntrySource | undefined,
  ): Promise<{ items: PulledItem[]; noticed: Noticed }> => {
    const numbers = await numbersFor(found, source, products)
    const noticed = createNoticed({ map })
    for (const { entry } of found) noticed.mapped(entry, source.kind)
    const context = { numbers, note: noticed.entry(), unlisted, kindOf: map.sections.kindOf }
    const step = createYield(() => performance.now())
    const made: PulledItem[] = []
    for (const one of found) {
      made.push(itemOf(items, one, source, context))
      await step()
    }
    return { items: made, noticed: noticed.found() }
  }
}

/** `unlisted`: the section of items that are in no list. */
type Context = { numbers: Numbers; note: Note; unlisted: string; kindOf: SiteSections['kindOf'] }

function itemOf(
  items: Items,
  { entry, lang, isDraft }: FoundEntry,
  source: EntrySource,
  { numbers, note, unlisted, kindOf }: Context,
): PulledItem {
  const sign = signOf(entry, source)
  const isPrivacy = source.kind === 'about' && sign === privacySign
  const kind: ItemKind = isPrivacy ? unlisted : source.kind
  const parent = fieldValue(entry, source, 'parent')
  return {
    kind,
    lang,
    entry: String(entry['documentId']),
    id: numbers.own.get(entry['documentId'])!,
    parent: isObject(parent) ? numbers.own.get(parent['documentId']) : undefined,
    names: isDraft || sign === undefined ? [] : [nameOf(kind, ownSignOf(sign))],
    front: {
      ...frontOf(items, entry, { ...source, kind }, lang, kindOf(kind)),
      ...(isPrivacy && { listed: false }),
      ...(kind === 'manual' && { products: productsOf(entry, source, numbers) }),
      ...(isDraft && { draft: true }),
    },
    body: items.body(entry, source, note),
  }
}

/** The name of a link, which has the section and the sign. */
export function nameOf(kind: ItemKind, sign: string): string {
  return `${kind} ${sign}`
}

function productsOf(entry: Json, source: EntrySource, numbers: Numbers): number[] {
  return listOf(fieldValue(entry, source, 'products')).flatMap(
    ({ documentId }) => numbers.products.get(documentId) ?? [],
  )
}

function frontOf(
  items: Items,
  entry: Json,
  source: EntrySource,
  lang: PulledItem['lang'],
  sectionKind: SectionKind | undefined,
): Record<string, unknown> {
  const { id: _id, category: _category, ...summary } = items.summary(entry, source, 0, lang)
  const { title, cover } = { cover: undefined, ...summary }
  const sign = ownSignOf(summary.sign)
  const order = orderOf(entry, source)
  const seo = items.seo(entry, source, lang)
  const expires_at = items.date(entry, source, 'expires_at')
  const aliases = items.aliases(entry, source)
  const common = { seo, published_at: items.date(entry, source, 'published_at'), expires_at, aliases }
  switch (source.kind) {
    case 'about':
      return {
        title,
        sign,
        order,
        cover,
        summary: summary.summary,
        facts: items.facts(entry, source),
        ...common,
      }
    case 'download':
      return {
        title,
        order,
        description: summary.summary,
        ...common,
        items: withOwnIds(items.filesOf(entry, source, lang)),
      }
    case 'manual': {
      const { attachments } = items.articleFields(entry, source, lang)
      return { title, order, summary: summary.summary, attachments, ...common }
    }
    default:
      return {
        ...summary,
        sign,
        order,
        published_at: publishedOf(entry, summary),
        expires_at,
        aliases,
        seo,
        ...items.placed(entry, source),
        ...textsOf(sectionKind, (name) => fieldValue(entry, source, name)),
        ...items.articleFields(entry, source, lang),
      }
  }
}

function publishedOf(
  entry: Json,
  { published_at, updated_at }: { published_at?: string | undefined; updated_at?: string | undefined },
): string | undefined {
  return (
    published_at ??
    dateFrom(entry['publishedAt']) ??
    dateFrom(entry['createdAt'] ?? entry['date_created']) ??
    updated_at
  )
}

/** The place in a list by hand, or by title. */
function orderOf(entry: Json, source: EntrySource): number | undefined {
  if (source.order === 'newest') return undefined
  if (source.order === 'title') return titleRank(textFrom(fieldValue(entry, source, 'title')) ?? '')
  const place = numberFrom(fieldValue(entry, source, 'order'))
  // Without one they are in the order in which they have been made.
  const made = source.fields.order === undefined ? Date.parse(String(entry['createdAt'])) : Number.NaN
  return place ?? (Number.isNaN(made) ? undefined : made)
}

/** Ids of components are not unique among several types. */
function withOwnIds<File extends { id: number }>(files: File[]): File[] {
  const isUnique = new Set(files.map(({ id }) => id)).size === files.length
  return isUnique && files.every(({ id }) => Number.isSafeInteger(id) && id > 0)
    ? files
    : files.map((file, index) => ({ ...file, id: index + 1 }))
}
