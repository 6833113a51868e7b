// The items to which a row of a collection of translations or of a junction belongs: they show it.

import { mostItems, type Sources } from '../entries/entries.ts'
import { singleTypes } from '../entries/single-types.ts'
import type { ChangedEntry, System } from '../systems/source.ts'
import { textFrom } from '../systems/values.ts'
import { type Client, condition } from './client.ts'
import { type Collection, type Collections, type Schema, translationsOf } from './schema.ts'

export function createOwnerOf(client: Client, schema: Schema, sources: Pick<Sources, 'allTypes'>) {
  /** The collections of the site, with their translations. */
  function shownIn(collections: Collections): Collection[] {
    const types = [...sources.allTypes(), ...Object.values(singleTypes).flat()]
    const own = types.flatMap((type) => collections.get(type) ?? [])
    const words = own.flatMap(({ fields }) => collections.get(translationsOf(fields)?.[1].to ?? '') ?? [])
    return [...new Set([...own, ...words])]
  }

  /** None where a row was taken from its item. */
  async function keysOf(system: System, part: Collection, back: string, keys: string[]) {
    const fields = [part.key, back].join(',')
    const query = { fields, limit: mostItems, ...condition({ [part.key]: { _in: keys } }) }
    const { entries } = await client.list(system, part.name, '', query)
    return entries.length < keys.length ? undefined : entries.flatMap((entry) => textFrom(entry[back]) ?? [])
  }

  /** `unknown`: items show it, and it is not known which. Undefined: none does. */
  return async (
    system: System,
    { type, key = '' }: ChangedEntry,
  ): Promise<ChangedEntry | 'unknown' | undefined> => {
    const collections = await schema.all(system)
    const shown = shownIn(collections)
    const [owner, ...others] = shown.filter((one) =>
      valuesOf(one).some(({ rows, kind }) => rows === type && kind !== 'one'),
    )
    const part = collections.get(type)
    const [back] =
      [...(part?.fields ?? [])].find(([, { kind, to }]) => kind === 'one' && to === owner?.name) ?? []
    if (!owner || others.length > 0 || !part?.isRead || back === undefined)
      return reachedFrom(shown, collections).has(type) ? 'unknown' : undefined
    const keys = await keysOf(system, part, back, key.split(','))
    return keys && keys.length > 0 ? { type: owner.name, key: keys.join(','), isRemoved: false } : 'unknown'
  }
}

/** Collections in those that are shown, also in blocks of blocks and in their translations. */
function reachedFrom(shown: Collection[], collections: Collections): Set<string> {
  const reached = new Set<string>()
  const rest = [...shown]
  for (let one = rest.pop(); one; one = rest.pop())
    for (const { to, rows, among = [] } of valuesOf(one))
      for (const name of [to, rows, ...among]) {
        if (name === undefined || reached.has(name)) continue
        reached.add(name)
        const collection = collections.get(name)
        if (collection) rest.push(collection)
      }
  return reached
}

function valuesOf({ fields }: Collection) {
  return [...fields.values()]
}
