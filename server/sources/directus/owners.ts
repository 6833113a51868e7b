// The items to which a row of a collection of translations or of a junction belongs: they show it.

import { mostItems, type Sources } from '../entries/entries.ts'
import { singleTypes } from '../entries/single-types.ts'
import { itemKinds } from '../systems/api-map.ts'
import type { ChangedEntry, System } from '../systems/source.ts'
import { textFrom } from '../systems/values.ts'
import { type Client, condition } from './client.ts'
import { type Collection, type Collections, type Field, type Schema, translationsOf } from './schema.ts'

export function createOwnerOf(client: Client, schema: Schema, { typesOf }: Pick<Sources, 'typesOf'>) {
  /** The collections of the site, with their translations. */
  function shownIn(collections: Collections): Collection[] {
    const types = [...itemKinds.flatMap(typesOf), ...Object.values(singleTypes).flat()]
    const own = types.flatMap((type) => collections.get(type) ?? [])
    const words = own.flatMap(({ fields }) => collections.get(translationsOf(fields)?.[1].to ?? '') ?? [])
    return [...new Set([...own, ...words])]
  }

  /** A row without a value in the field that leads back was taken from its item, which has an event of its own. */
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
      return shown.some((one) => valuesOf(one).some((field) => leadsTo(field, type))) ? 'unknown' : undefined
    const keys = await keysOf(system, part, back, key.split(','))
    if (!keys) return 'unknown'
    return keys.length > 0 ? { type: owner.name, key: keys.join(','), isRemoved: false } : undefined
  }
}

function leadsTo({ to, rows, among = [] }: Field, type: string): boolean {
  return [to, rows, ...among].includes(type)
}

function valuesOf({ fields }: Collection) {
  return [...fields.values()]
}
