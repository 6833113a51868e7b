// Requests of the REST API of Strapi: entries of a type, and the parameters that select them.
import type { Query } from '../../../shared/href.ts'
import { originError } from '../../base/origin-error.ts'
import type { Entries, EntrySource } from '../entries/entries.ts'
import type { System } from '../systems/source.ts'
import { countFrom, isObject, objectsOf, valueAt } from '../systems/values.ts'

export type Strapi = ReturnType<typeof createStrapi>

const [badRequest, notAllowed] = [400, 403]

export function createStrapi() {
  /** Undefined where the type does not exist, or has no entry that the token may read. */
  async function read(system: System, type: string, query: Query = {}): Promise<Entries | undefined> {
    const response = await system.get(`/api/${encodeURIComponent(type)}`, query)
    return response.status === 200 ? entriesOf(response.body, type) : undefined
  }

  return {
    read,
    /** An empty list where the type does not exist. */
    async list(system: System, type: string, query: Query = {}): Promise<Entries> {
      return (await read(system, type, query)) ?? { entries: [], total: 0, isSingle: false }
    },
    /** Whether Strapi knows the attributes that a query names. */
    async knows(system: System, type: string, query: Query): Promise<boolean> {
      const options = { accept: [badRequest, notAllowed], isProbe: true }
      return (await system.get(`/api/${encodeURIComponent(type)}`, query, options)).status === 200
    },
    /** Reads as `read` does; 'forbidden' where the token may not read the type. */
    async probe(system: System, type: string, query: Query): Promise<Entries | 'forbidden' | undefined> {
      const options = { accept: [notAllowed] }
      const response = await system.get(`/api/${encodeURIComponent(type)}`, query, options)
      if (response.status === notAllowed) return 'forbidden'
      return response.status === 200 ? entriesOf(response.body, type) : undefined
    },
  }
}

function entriesOf(body: unknown, type: string): Entries {
  const data = valueAt(body, 'data')
  if (isObject(data)) return { entries: [data], total: 1, isSingle: true }
  if (!Array.isArray(data) || data.some((entry) => !isObject(entry)))
    throw originError('network', new Error(`strapi /api/${type}: expected data with entries`))
  const entries = objectsOf(data)
  return {
    entries,
    total: countFrom(valueAt(body, 'meta.pagination.total')) ?? entries.length,
    isSingle: false,
  }
}

/** `fields[0]=title&fields[1]=slug`. */
export function fieldsQuery(names: Iterable<string>): Query {
  return Object.fromEntries([...new Set(names)].map((name, index) => [`fields[${index}]`, name]))
}

/** `filters[tags][name][$eq]=Flow` of the path `tags.name`. */
export function filterQuery(path: string, value: string): Query {
  return { [`filters${bracketed(path)}[$eq]`]: value }
}

type Condition = [path: string, operator: string, value: string]

/** Entries for which all conditions of one of the lists hold: `filters[$or][0][date][$gt]=…`. */
export function eitherQuery(alternatives: Condition[][]): Query {
  const conditions = alternatives.flatMap((all, index) =>
    all.map(([path, operator, value]) => [`filters[$or][${index}]${bracketed(path)}[$${operator}]`, value]),
  )
  return Object.fromEntries(conditions)
}

/** `filters[documentId][$in][0]=…`. */
export function anyOf(path: string, values: Iterable<string>): Query {
  const entries = [...values].map((value, index) => [`filters${bracketed(path)}[$in][${index}]`, value])
  return Object.fromEntries(entries)
}

export function pageQuery(page: number, size: number): Query {
  return { 'pagination[page]': page, 'pagination[pageSize]': size }
}

function bracketed(path: string): string {
  return path
    .split('.')
    .map((key) => `[${key}]`)
    .join('')
}

export function inLanguages({ isLocalized }: Pick<EntrySource, 'isLocalized'>, query: Query): Query {
  return isLocalized ? { ...query, locale: '*' } : query
}
