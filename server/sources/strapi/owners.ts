// The items that show an entry of another type, such as a tag or an author: a webhook of an entry that none shows changes nothing here.
import type { Dialect, EntrySource } from '../entries/entries.ts'
import type { ItemKind } from '../systems/api-map.ts'
import { isObject, type Json } from '../systems/values.ts'
import type { StrapiSources } from './sources.ts'

/** Limit of keys in one process, which knows all of them when it has read all entries of all types. */
const mostKeys = 100_000

export function createOwners(sources: StrapiSources, kinds: readonly ItemKind[]) {
  /** Keys of entries that other entries show. */
  const shown = new Set<string>()
  /** Kinds of which all entries have been read. */
  const whole = new Set<ItemKind>()

  /** Strapi does not say of which type a relation is: its name may be that of the type, and its entries are known by their keys. */
  const ownerOf: Dialect['ownerOf'] = async (system, { type, key }) => {
    const all = await sources.sourcesOf(system, kinds)
    const isNamed = ({ parts }: EntrySource) =>
      [...parts].some(([name, kind]) => kind !== 'media' && (name === type || isPluralOf(name, type)))
    const isShown = key === undefined || shown.has(key) || shown.size >= mostKeys || all.some(isNamed)
    return isShown || all.some(({ kind }) => !whole.has(kind)) ? 'unknown' : undefined
  }

  return {
    /** Learns what is in entries, but for the entries themselves. */
    learn(entries: Json[]): void {
      const rest: unknown[] = entries.flatMap((entry) => Object.values(entry))
      while (rest.length > 0) {
        const value = rest.pop()
        if (Array.isArray(value)) rest.push(...(value as unknown[]))
        else if (isObject(value)) {
          if (typeof value['documentId'] === 'string' && shown.size < mostKeys) shown.add(value['documentId'])
          rest.push(...Object.values(value))
        }
      }
    },
    wholeRead: ({ kind }: EntrySource) => void whole.add(kind),
    ownerOf,
  }
}

/** English plurals, as Strapi makes them of the name of a type; a single type has one name. */
export function isPluralOf(type: string, model: string): boolean {
  return [model, `${model}s`, `${model}es`, model.replace(/y$/, 'ies')].includes(type)
}
