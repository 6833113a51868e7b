// What is noticed while entries are read: values that are shown nowhere, and which paths of the map entries have.
import type { ApiMap, ItemKind } from './api-map.ts'
import { isObject, type Json, valueAt } from './values.ts'

/** `path`: with `*` for places in lists. `at`: that of the example. `entries`: how many have it. */
export type Omission = { path: string; at: string; example: string; entries: number }
/**
 * What was noticed in entries. `omitted`: texts in bodies that are shown nowhere. `kinds`: those of the entries. `mapped`: paths of
 * the map that an entry has, as `news.summary`.
 */
export type Noticed = { omitted: Omission[]; kinds: string[]; mapped: string[] }
/** Notes a text at a path such as `blocks.0.theme`. */
export type Note = (at: string, text: string) => void

export const nothingNoticed: Noticed = { omitted: [], kinds: [], mapped: [] }

/** Characters of an example. */
const longestExample = 60
/** Different paths of a part. */
const mostPaths = 200

export function createNoticed({ map }: { map: ApiMap }) {
  const omitted = new Map<string, Omission>()
  const [kinds, mapped] = [new Set<string>(), new Set<string>()]
  return {
    /** For the texts of one entry, in which a path counts once. */
    entry(): Note {
      const seen = new Set<string>()
      return (at, text) => {
        const path = pathOf(at)
        if (!seen.has(path)) add(omitted, { path, at, example: shortened(text), entries: 1 })
        seen.add(path)
      }
    },
    /** The paths of the map for a kind. */
    mapped(entry: Json, kind: ItemKind): void {
      kinds.add(kind)
      for (const [name, path] of Object.entries(map.fields?.[kind] ?? {}))
        if (valueAt(entry, path) !== undefined) mapped.add(`${kind}.${name}`)
    },
    found: (): Noticed => ({ omitted: [...omitted.values()], kinds: [...kinds], mapped: [...mapped] }),
  }
}

export function merged(one: Noticed, other: Noticed = nothingNoticed): Noticed {
  const omitted = new Map(one.omitted.map((omission) => [omission.path, omission]))
  for (const omission of other.omitted) add(omitted, omission)
  return {
    omitted: [...omitted.values()],
    kinds: [...new Set([...one.kinds, ...other.kinds])],
    mapped: [...new Set([...one.mapped, ...other.mapped])],
  }
}

function add(all: Map<string, Omission>, omission: Omission): void {
  const known = all.get(omission.path)
  if (known) all.set(omission.path, { ...known, entries: known.entries + omission.entries })
  else if (all.size < mostPaths) all.set(omission.path, omission)
}

/** Fields of entries that no name and no line of the map uses. `names`: of all of them, with a value or without. */
export function unusedFields(entries: Json[], names: Iterable<string>): Omission[] {
  return [...new Set(names)].map((path) => {
    const values = entries.map((entry) => valueAt(entry, path)).filter((value) => !isEmpty(value))
    const [first] = values
    const example =
      first === undefined ? '' : shortened(typeof first === 'string' ? first : JSON.stringify(first))
    return { path, at: path, example, entries: values.length }
  })
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '' || value === false) return true
  return (Array.isArray(value) || isObject(value)) && Object.keys(value).length === 0
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longestExample ? `${line.slice(0, longestExample - 1)}…` : line
}

function pathOf(at: string): string {
  return at.replace(/\.\d+(?=\.|$)/g, '.*')
}
