// What changes on this site with an entry or a file of a content system.
import { categories, locales } from '../../../../shared/constants.ts'
import type { ContentChange } from '../../../base/origin.ts'
import { changesOfItem } from '../../notices.ts'
import type { ChangedEntry, ReadChanges, System } from '../adapter.ts'
import { itemKinds } from '../api-map.ts'
import { isObject, type Json } from '../values.ts'
import type { createArticles } from './articles.ts'
import type { Source } from './entries.ts'
import { singleTypes } from './single-types.ts'
import type { EntrySite } from './site.ts'

export function createChanges(
  site: EntrySite,
  { neighbours }: Pick<ReturnType<typeof createArticles>, 'neighbours'>,
): ReadChanges {
  const { dialect, sources, items, numbersOf, entriesOf, kindsOf } = site

  async function ofEntry(entry: ChangedEntry, system: System, source: Source): Promise<ContentChange[]> {
    const [id = 0] = await numbersOf([{ documentId: entry.key }], source)
    const query = dialect.keyed(source, [entry.key ?? ''])
    const { entries } = await entriesOf(system, source, query, ['sign', 'title', 'parent', 'published_at'])
    const signs = [entry.slug ?? (entries[0] && items.sign(entries[0], source))].flatMap((sign) => sign ?? [])
    const near = entries[0] ? await besides(system, entries[0], source) : []
    return [...changesOfItem(source.kind, id, signs), ...near]
  }

  /** The neighbours of an entry name it, and what it is a part of lists it. */
  async function besides(system: System, entry: Json, source: Source) {
    if (!categories.some((category) => category === source.kind)) return []
    const parent = items.value(entry, source, 'parent')
    const [above] = isObject(parent) ? await numbersOf([parent], source) : []
    const near = await neighbours(system, entry, source)
    const ids = [above, near.prev?.id, near.next?.id].flatMap((id) => id ?? [])
    return ids.map((id): ContentChange => ({ kind: 'item', of: 'article', id, lang: system.locale }))
  }

  /** A type whose entries are parts of others, such as tags or authors: it is not known of which. */
  function isPart(model: string, { parts }: Source): boolean {
    return [...parts].some(
      ([name, kind]) => kind !== 'media' && (name === model || dialect.isType(name, model)),
    )
  }

  /** Undefined for a type that is neither a kind of item nor a single type. */
  async function ofOwnType(
    entry: ChangedEntry,
    system: System,
  ): Promise<ContentChange[] | 'unknown' | undefined> {
    const single = Object.entries(singleTypes).find(([, names]) =>
      names.some((name) => dialect.isType(name, entry.type)),
    )?.[0]
    if (single === 'labels' || single === 'banners') return [{ kind: single }]
    if (single) return [{ kind: 'site' }]
    const kinds = kindsOf(entry.type)
    if (kinds.length === 0) return undefined
    const before = sources.withEntries?.()
    const found = await sources.sourcesOf(system, kinds)
    // The last entry of a type has gone.
    if (found.length === 0) return 'unknown'
    const own = found.filter(({ type }) => dialect.isType(type, entry.type))
    // With its first entry a type is a section of the menu.
    if (before && own.some(({ type }) => !before.has(type))) return 'unknown'
    const keys = (entry.key ?? '').split(',')
    const changes = await Promise.all(
      own.flatMap((source) =>
        locales.flatMap((locale) =>
          keys.map((key) => ofEntry({ ...entry, key }, { ...system, locale }, source)),
        ),
      ),
    )
    return changes.flat()
  }

  return async (entry, system) => {
    // A file may be anywhere: in texts, in components, and in entries that no longer have it.
    if (entry.type === 'media') return 'unknown'
    const own = await ofOwnType(entry, system)
    if (own) return own
    const owner = await dialect.ownerOf?.(system, entry)
    if (owner) return owner === 'unknown' ? owner : ((await ofOwnType(owner, system)) ?? 'unknown')
    const all = await sources.sourcesOf(system, itemKinds)
    return all.some((source) => isPart(entry.type, source)) ? 'unknown' : []
  }
}
