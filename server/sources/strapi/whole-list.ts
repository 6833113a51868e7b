// Lists of Strapi with all that is in the components of their entries.
import type { Query } from '../../../shared/href.ts'
import { originError } from '../../base/origin-error.ts'
import { documentIds, type Entries } from '../entries/entries.ts'
import type { System } from '../systems/source.ts'
import { type Json, textFrom } from '../systems/values.ts'
import { anyOf, type Strapi } from './client.ts'
import { deeperQuery } from './depth.ts'

/** Levels of components in components. */
const deepest = 5
/** Entries of a type that are remembered. */
const mostSamples = 300
const noEntries: Entries = { entries: [], total: 0, isSingle: false }

export function createWholeList(client: Strapi) {
  const samples = new Map<string, Json[]>()

  /** `samples`: other entries, of which a request is to be as deep as well. `isWhole`: no component is without what is in it. */
  async function deepList(
    system: System,
    type: string,
    query: Query,
    samples: Json[] = [],
    list = client.list,
  ) {
    const deeper = (entries: Json[]) => deeperQuery(query, [...samples, ...entries])
    let asked = query
    let listed: Entries | undefined
    for (let level = 0; level <= deepest; level++) {
      const next = deeper(listed?.entries ?? []) ?? query
      if (next === 'too long') return { listed: listed ?? (await list(system, type, query)), isWhole: false }
      if (listed && JSON.stringify(next) === JSON.stringify(asked)) break
      asked = next
      listed = await list(system, type, asked)
    }
    const isDeeper = JSON.stringify(asked) !== JSON.stringify(deeper([]) ?? query)
    return { listed: listed ?? noEntries, isWhole: true, isDeeper }
  }

  /** Whatever answers 404 to everything must not look like a system without entries. */
  async function listExisting(system: System, type: string, query: Query = {}): Promise<Entries> {
    const entries = await client.read(system, type, query)
    if (!entries) throw originError('network', new Error(`strapi /api/${type}: expected a type`), 404)
    return entries
  }

  /** Entries that together have more components than an address can name. */
  async function oneByOne(system: System, type: string, query: Query, entries: Json[]): Promise<Json[]> {
    const whole: Json[] = []
    for (const entry of entries) {
      const locale = textFrom(entry['locale'])
      const own = { ...query, ...anyOf('documentId', documentIds([entry])), ...(locale && { locale }) }
      const { listed } = await deepList(system, type, { ...own, 'pagination[start]': 0 })
      whole.push(listed.entries[0] ?? entry)
    }
    return whole
  }

  /** Entries with all that is in their components. */
  return async function listWhole(system: System, type: string, query: Query): Promise<Entries> {
    const known = samples.get(type) ?? []
    const { listed, isWhole, isDeeper } = await deepList(system, type, query, known, listExisting)
    // The next slices are requested as deep at once.
    if (isDeeper) samples.set(type, [...known, ...listed.entries].slice(-mostSamples))
    return isWhole ? listed : { ...listed, entries: await oneByOne(system, type, query, listed.entries) }
  }
}
