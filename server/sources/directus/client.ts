// Requests of items of Directus; their rows become entries with the attributes of one language.
import type { Query } from '../../../shared/href.ts'
import type { Entries } from '../entries/entries.ts'
import type { System } from '../systems/source.ts'
import { countFrom, isObject, type Json, objectsOf, valueAt } from '../systems/values.ts'
import { entryOf } from './rows.ts'
import { type Collection, type Schema, translationsOf } from './schema.ts'

export type Client = ReturnType<typeof createClient>

const notAllowed = 403
const published = 'published'
/** Rows that are looked at for the report. */
const samples = 10

export function createClient(schema: Schema) {
  return {
    /** An empty list where the collection does not exist. `code`: the language of the entries. */
    async list(system: System, name: string, code: string, query: Query = {}): Promise<Entries> {
      const { entries, total, isSingle } = await listIn(system, name, [code], query)
      return { entries: entries.flat(), total, isSingle }
    },
    listIn,
    sample,
  }

  /** The latest rows with all their own fields and those of a translation; none where they cannot be read. */
  async function sample(system: System, name: string): Promise<Json[]> {
    const collection = (await schema.all(system)).get(name)
    if (!collection) return []
    const [words] = translationsOf(collection.fields) ?? []
    const fields = ['*', ...(words === undefined ? [] : [`${words}.*`])].join(',')
    const query = { fields, ...(!collection.isSingle && { limit: samples, sort: `-${collection.key}` }) }
    const options = { accept: [400, notAllowed], isProbe: true }
    const { body } = await system.get(`/items/${encodeURIComponent(name)}`, query, options)
    const rows = rowsIn(body) ?? []
    return rows.map((row) => ({ ...objectsOf(row[words ?? ''])[0], ...row }))
  }

  /** The entries of each row in these languages. */
  async function listIn(system: System, name: string, codes: string[], query: Query = {}) {
    const collections = await schema.all(system)
    const collection = collections.get(name)
    if (!collection?.isRead) return { entries: [], total: 0, isSingle: false }
    const path = `/items/${encodeURIComponent(name)}`
    const given = parametersOf({ ...statusQuery(collection), ...query }, collection.isSingle)
    const response = await system.get(path, given, { accept: [notAllowed] })
    if (response.status === notAllowed)
      throw response.reject('expected a collection and fields that exist and that API_TOKEN may read')
    const rows = rowsIn(response.body)
    if (!rows) throw response.reject('expected data with items')
    return {
      entries: rows.map((row) => codes.map((code) => entryOf(row, collection, collections, code))),
      total: countFrom(valueAt(response.body, 'meta.filter_count')) ?? rows.length,
      isSingle: collection.isSingle,
    }
  }
}

function rowsIn(body: unknown): Json[] | undefined {
  const data = valueAt(body, 'data')
  if (isObject(data)) return [data]
  return Array.isArray(data) && data.every(isObject) ? objectsOf(data) : undefined
}

/** Drafts are rows with another status. */
function statusQuery({ fields, isSingle }: Collection): Query {
  if (isSingle || fields.get('status')?.kind !== 'value') return {}
  return condition({ status: { _neq: 'archived' } })
}

export function isDraft(entry: Json): boolean {
  return typeof entry['status'] === 'string' && entry['status'] !== published
}

const conditionPrefix = 'filter '

/** One of the conditions of a request. */
export function condition(filter: Json): Query {
  const text = JSON.stringify(filter)
  return { [conditionPrefix + text]: text }
}

/** All conditions in the one parameter of Directus. */
function parametersOf(query: Query, isSingle: boolean): Query {
  const entries = Object.entries(query)
  const rest = entries.filter(([name]) => !name.startsWith(conditionPrefix))
  const conditions = entries.filter(([name]) => name.startsWith(conditionPrefix)).map(([, text]) => text)
  const filter = conditions.length > 0 && !isSingle ? { filter: `{"_and":[${conditions.join(',')}]}` } : {}
  return { ...Object.fromEntries(rest), ...filter, ...(!isSingle && { meta: 'filter_count' }) }
}

/** `{ tags: { tags_id: { id: … } } }` of the path `tags.tags_id.id`. */
export function nested(path: string, operators: Json): Json {
  return path.split('.').reduceRight<Json>((inner, key) => ({ [key]: inner }), operators)
}
