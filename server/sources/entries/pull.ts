// Entries of a content system with types and attributes, in bulk.
import type { Query } from '../../../shared/href.ts'
import { type ItemKind, itemKinds } from '../systems/api-map.ts'
import { sectionMenu } from '../systems/fixed-text.ts'
import { type Noticed, unusedFields } from '../systems/noticed.ts'
import type {
  PartFields,
  Pull,
  PulledChange,
  PulledItem,
  PulledPart,
  Slice,
  SourceContext,
  System,
} from '../systems/source.ts'
import type { Json } from '../systems/values.ts'
import { type Dialect, type EntrySource, type FoundEntry, fieldNames } from './entries.ts'
import { createEntryItems, nameOf } from './entry-item.ts'
import { targetOf } from './links.ts'
import { createSingleTypes, singleTypes } from './single-types.ts'

export function createEntryPull(
  context: SourceContext,
  dialect: Dialect,
  readSingle: Parameters<typeof createSingleTypes>[1],
): Pull {
  const { addresses, map } = context
  const kinds = itemKinds(map)
  const parts = createParts(context, dialect)
  const singles = createSingleTypes(context, readSingle)

  return {
    count: dialect.count,
    parts,
    changeOf: createChangeOf(kinds, dialect, parts),
    sizeImages: dialect.sizeImages,
    noted: dialect.noted,
    access: dialect.access,
    site: {
      ...singles,
      async menu(system, addressOf) {
        const given = await singles.menu(system, addressOf)
        if (given) return given
        const sections = await dialect.sources.sourcesOf(system, kinds)
        return sectionMenu(map.sections, [...sections.map(({ kind }) => kind), 'contact'])
      },
    },
    linkOf(url, lang) {
      const target = targetOf(addresses.within(url, lang), lang, map)
      if (!target) return undefined
      const { kind, sign, locale, fragment } = target
      return { name: nameOf(kind, sign), locale, fragment }
    },
  }
}

/** What of the parts a changed entry concerns. */
function createChangeOf(
  kinds: readonly ItemKind[],
  { sources, isType, ownerOf }: Dialect,
  parts: Pull['parts'],
): Pull['changeOf'] {
  const singles = Object.values(singleTypes).flat()

  const kindsOf = (model: string): ItemKind[] =>
    kinds.filter((kind) => sources.typesOf(kind).some((type) => isType(type, model)))

  async function entriesOf(system: System, type: string, keys: string): Promise<PulledChange> {
    const named = kindsOf(type)
    const all = await parts(system)
    const own = all.filter(({ name }) => named.some((kind) => name === kind || name === `${kind}-draft`))
    const shown = await sources.sourcesOf(system, named)
    if (own.length === 0 || !shown.some((one) => isType(one.type, type))) return 'all'
    return own.map((part) => ({ part, entries: keys.split(',') }))
  }

  return async (system, changed) => {
    const { type, key = '' } = changed
    if (singles.some((name) => isType(name, type))) return 'site'
    if (type === 'media' || changed.isMoved) return 'all'
    if (kindsOf(type).length > 0) return entriesOf(system, type, key)
    const owner = await ownerOf(system, changed)
    if (owner === undefined) return []
    if (owner === 'unknown' || owner.key === undefined) return 'all'
    return entriesOf(system, owner.type, owner.key)
  }
}

/** The parts of a system: the entries of each kind, and its drafts. */
function createParts(context: SourceContext, dialect: Dialect): Pull['parts'] {
  const { map } = context
  const itemsOf = createEntryItems(context, dialect)

  return async (system) => {
    const existing = await dialect.sources.sourcesOf(system, itemKinds(map))
    const products = existing.find(({ kind }) => map.sections.kindOf(kind) === 'product')
    const partsOf = async (source: EntrySource): Promise<PulledPart[]> => {
      const toItems: ToItems = (found) => itemsOf(found, source, products)
      const fields = fieldsOf(source, await dialect.sample(system, source))
      const drafts = dialect.drafts && draftPart(source, dialect, dialect.drafts, toItems)
      return [{ ...publicPart(source, dialect, toItems), fields }, ...(drafts ? [drafts] : [])]
    }
    return (await Promise.all(existing.map(partsOf))).flat()
  }
}

type ToItems = (found: FoundEntry[]) => Promise<{ items: PulledItem[]; noticed: Noticed }>

const wantedOf = (source: EntrySource, dialect: Dialect): Query => ({
  ...source.filter,
  ...dialect.read(source, fieldNames),
})

function publicPart(source: EntrySource, dialect: Dialect, toItems: ToItems): PulledPart {
  const read = async (system: System, query: Query): Promise<Slice> => {
    const wanted = { ...wantedOf(source, dialect), ...query }
    const { found, read, total } = await dialect.list(system, source, wanted)
    return { ...(await toItems(found)), read, total }
  }
  const inOrder = (start: number, count: number) => ({
    ...dialect.byKey(source),
    ...dialect.slice(start, count),
  })
  return {
    name: source.kind,
    async slice(system, start, count) {
      const slice = await read(system, inOrder(start, count))
      if (slice.read < count) dialect.wholeRead?.(source)
      return slice
    },
    async changed(system, since, start, count) {
      const changed = dialect.changedSince(source, since)
      return changed && read(system, { ...changed, ...inOrder(start, count) })
    },
    async head(system) {
      const query = { ...source.filter, ...dialect.read(source, []), ...dialect.slice(0, 1) }
      const { total } = await dialect.list(system, source, query)
      return { total }
    },
    async read(system, entries) {
      const query = { ...dialect.keyed(source, entries), ...dialect.slice(0, dialect.count) }
      return (await read(system, query)).items
    },
  }
}

/** Where drafts are versions of their own, they are files of their own. */
function draftPart(
  source: EntrySource,
  dialect: Dialect,
  draftsIn: NonNullable<Dialect['drafts']>,
  toItems: ToItems,
): PulledPart {
  const read = async (system: System, keys?: string[]): Promise<PulledItem[]> => {
    const differing = await draftsIn(system, source, wantedOf(source, dialect), keys)
    const { items } = await toItems(differing.map((one) => ({ ...one, isDraft: true })))
    return items.map((item) => ({ ...item, edition: 'draft' }))
  }
  return {
    isDrafts: true,
    name: `${source.kind}-draft`,
    async slice(system) {
      const items = await read(system)
      // The latest ones are all that are read.
      return { items, read: 0, total: items.length }
    },
    changed: async () => undefined,
    head: async () => ({ total: 0 }),
    read,
  }
}

const ofEverySystem =
  /^(?:id|locale|localizations|created\w*|updated\w*|published\w*|date_\w+|user_\w+|status)$/i

/** `sample`: the latest entries. */
function fieldsOf({ kind, fields, values, parts }: EntrySource, sample: Json[]): PartFields {
  const shown = new Set(Object.values(fields).map((path) => path.split('.')[0]))
  const names = [...values, ...parts.keys()].filter((name) => !shown.has(name) && !ofEverySystem.test(name))
  return { kind, shown: fields, others: unusedFields(sample, names), of: sample.length }
}
