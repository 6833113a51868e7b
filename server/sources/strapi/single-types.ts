// Reads the types of Strapi that have the base configuration, the menu, the labels and the banners.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { type SingleType, singleTypes } from '../entries/single-types.ts'
import type { System } from '../systems/source.ts'
import { isObject, type Json } from '../systems/values.ts'
import type { Strapi } from './client.ts'
import type { StrapiSources } from './sources.ts'

const mostEntries = 100

export function createSingleReader(client: Strapi, sources: StrapiSources) {
  return async (system: System, type: SingleType, locale: Locale): Promise<Json[] | undefined> => {
    await sources.learn(system)
    const query = { locale: sources.code(locale), 'pagination[pageSize]': mostEntries }
    return readFirst(client, system, singleTypes[type], query)
  }
}

/** The first type that exists and may be read, with what is in its components; undefined where there is none. */
async function readFirst(
  client: Strapi,
  system: System,
  types: readonly string[],
  query: Query,
): Promise<Json[] | undefined> {
  for (const type of types) {
    const found = await client.probe(system, type, { ...query, populate: '*' })
    if (found === undefined || found === 'forbidden') continue
    const parts = partsIn(found.entries)
    if (!Object.values(parts).includes('*')) return found.entries
    return (await client.list(system, type, { ...query, ...parts })).entries
  }
  return undefined
}

/** `populate[items][populate]=*`: components have an `id`, files and entries a `documentId` as well. */
function partsIn(entries: Json[]): Query {
  const parts = entries.flatMap(Object.entries).flatMap(([name, value]) => {
    const one = [value].flat().find((inner) => isObject(inner) && inner['id'] !== undefined)
    if (!isObject(one) || name === 'localizations') return []
    return [
      one['documentId'] === undefined ? [`populate[${name}][populate]`, '*'] : [`populate[${name}]`, 'true'],
    ]
  })
  return Object.fromEntries(parts)
}
