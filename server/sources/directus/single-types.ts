// Reads the collections of Directus that have the base configuration, the menu, the labels and the banners.
import type { Locale } from '../../../shared/locale.ts'
import { mostItems } from '../entries/entries.ts'
import { type SingleType, singleTypes } from '../entries/single-types.ts'
import type { System } from '../systems/source.ts'
import type { Json } from '../systems/values.ts'
import type { Client } from './client.ts'
import { everything } from './fields.ts'
import type { Schema } from './schema.ts'
import type { DirectusSources } from './sources.ts'

export function createSingleReader(client: Client, schema: Schema, sources: DirectusSources) {
  return async (system: System, type: SingleType, locale: Locale): Promise<Json[] | undefined> => {
    await sources.learn(system)
    const collections = await schema.all(system)
    const collection = singleTypes[type].map((name) => collections.get(name)).find((one) => one?.isRead)
    if (!collection) return undefined
    const codes = [sources.code('zh'), sources.code('en')]
    const order = ['sort', 'order'].find((name) => collection.fields.has(name))
    const query = {
      ...everything(collection, collections, codes),
      ...(!collection.isSingle && { limit: mostItems, ...(order && { sort: order }) }),
    }
    const { entries } = await client.list(system, collection.name, sources.code(locale), query)
    return type === 'menu' && !collection.isSingle ? [{ items: treeOf(entries) }] : entries
  }
}

/** Entries of a menu below the one that `parent` names. */
function treeOf(entries: Json[]): Json[] {
  const parentOf = ({ parent }: Json) =>
    typeof parent === 'object' && parent !== null && 'documentId' in parent ? parent.documentId : undefined
  const below = (key: unknown, depth: number): Json[] =>
    entries
      .filter((entry) => parentOf(entry) === key)
      .map((entry) => ({ ...entry, children: depth > 0 ? below(entry['documentId'], depth - 1) : [] }))
  return below(undefined, deepest)
}

const deepest = 4
