// Reads the types of Strapi that have the base configuration, the menu, the labels and the banners.
import type { Query } from '../../../shared/href.ts'
import type { Locale } from '../../../shared/locale.ts'
import { type SingleType, singleTypes } from '../entries/single-types.ts'
import type { Memos } from '../systems/memo.ts'
import type { System } from '../systems/source.ts'
import { isObject, type Json } from '../systems/values.ts'
import type { Strapi } from './client.ts'
import type { StrapiSources } from './sources.ts'

const mostEntries = 100

/** `parts`: what is in its components; undefined where it has none. */
type Found = { name: string; locale: Locale; parts: Query | undefined; entries: Json[] }

export function createSingleReader(client: Strapi, sources: StrapiSources, memos: Memos) {
  const inFirst = memos.create<Found | undefined>()

  return async (system: System, type: SingleType, locale: Locale): Promise<Json[] | undefined> => {
    await sources.learn(system)
    const query = { locale: sources.code(locale), 'pagination[pageSize]': mostEntries }
    const find = (names: readonly string[]) => readFirst(client, system, names, query)
    const search = async () => {
      const single = await find(singleTypes[type])
      return single && { ...single, locale }
    }
    const first = await inFirst(type, search)
    if (first?.locale === locale) return first.entries
    // The other language has the same type, with the same components.
    const other =
      first?.parts && (await client.read(system, first.name, { ...query, ...first.parts }))?.entries
    return other ?? (await find(first ? [first.name, ...singleTypes[type]] : singleTypes[type]))?.entries
  }
}

/** The first type that exists and may be read, with what is in its components; undefined where there is none. */
async function readFirst(
  client: Strapi,
  system: System,
  names: readonly string[],
  query: Query,
): Promise<Omit<Found, 'locale'> | undefined> {
  for (const name of names) {
    const sample = await client.probe(system, name, { ...query, populate: '*' })
    if (sample === undefined || sample === 'forbidden') continue
    const parts = partsIn(sample.entries)
    if (!Object.values(parts).includes('*')) return { name, parts: undefined, entries: sample.entries }
    return { name, parts, entries: (await client.list(system, name, { ...query, ...parts })).entries }
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
