// The collections of Directus and their fields, as far as the token may read them: the types of its GraphQL API.
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, objectsOf, textFrom, valueAt } from '../systems/values.ts'

/**
 * `via`: the field of the junction or translation that leads on; `to`: the collection of what is related; `rows`: that of the
 * junction, else the same. `any`: items of several collections, `among` them.
 */
export type Field = {
  kind: 'value' | 'file' | 'files' | 'one' | 'many' | 'any' | 'list' | 'translations'
  via: string
  to: string
  rows: string
  among?: readonly string[]
}
/** `isRead`: with its own items; otherwise as a part of others. */
export type Collection = {
  name: string
  key: string
  isSingle: boolean
  isRead: boolean
  fields: Map<string, Field>
}
export type Collections = Map<string, Collection>
export type Schema = ReturnType<typeof createSchema>

/** Where introspection is off: 400 of Directus 12, 403 of other versions and of proxies. */
const notAllowed = [400, 403]
export const systemPrefix = 'directus_'
/** What such a collection has is a part of a block, and no item of its own: `block_button_group`. */
export const isPartName = (collection: string) =>
  /^(?:blocks?|sections?|components?|elements?|widgets?)_/i.test(collection)
export const filesCollection = 'directus_files'
const languageField = /^(?:languages?|locale|lang)(?:_(?:code|id|locale))?$/

const inner = 'name kind ofType{name kind ofType{name kind ofType{name}}}'
const query = `{__schema{types{name kind possibleTypes{name} fields{name type{${inner}}}}}}`

export function createSchema({ memos }: Pick<SourceContext, 'memos'>) {
  const known = memos.create<Collections>()

  async function read(system: System): Promise<Collections> {
    const response = await system.post('/graphql', { query }, { mustExist: true, accept: notAllowed })
    const types = objectsOf(valueAt(response.body, 'data.__schema.types'))
    if (types.length === 0)
      throw response.reject('expected the types of the GraphQL API (GRAPHQL_INTROSPECTION)')
    const objects = types.filter(({ kind }) => kind === 'OBJECT')
    const fields = new Map(objects.map((type) => [String(type['name']), objectsOf(type['fields'])]))
    const unions = types.filter(({ kind }) => kind === 'UNION')
    const members = new Map(unions.map((type) => [String(type['name']), namesIn(type['possibleTypes'])]))
    const roots = new Set((fields.get('Query') ?? []).map(({ name }) => String(name)))
    const collections = [...fields]
      .filter(([, own]) => own.length > 0)
      .map(([name]) => [name, collectionOf(name, { fields, members }, roots)] as const)
    if (!collections.some(([name, { isRead }]) => isRead && !name.startsWith(systemPrefix)))
      throw response.reject('expected collections that API_TOKEN may read (its policy)')
    return new Map(collections)
  }

  const all = (system: System) => known('', () => read(system))
  return {
    all,
    /** Undefined where it does not exist, or may not be read. */
    collection: async (system: System, name: string): Promise<Collection | undefined> => {
      const collection = (await all(system)).get(name)
      return collection?.isRead ? collection : undefined
    },
  }
}

/** The name and the field of the translations. */
export function translationsOf(fields: Collection['fields']): [string, Field] | undefined {
  return [...fields].find(([, { kind }]) => kind === 'translations')
}

/** The fields of each type, and the types of each union. */
type Types = { fields: Map<string, Json[]>; members: Map<string, string[]> }

function namesIn(types: unknown): string[] {
  return objectsOf(types).flatMap(({ name }) => textFrom(name) ?? [])
}

function collectionOf(name: string, types: Types, roots: Set<string>): Collection {
  const own = (types.fields.get(name) ?? []).filter((field) => !String(field['name']).endsWith('_func'))
  const key = own.find(({ type }) => innermost(type) === 'ID')
  return {
    name,
    key: textFrom(key?.['name']) ?? 'id',
    isRead: roots.has(name),
    isSingle: !roots.has(`${name}_by_id`),
    fields: new Map(own.map((field) => [String(field['name']), fieldOf(field, name, types)])),
  }
}

function fieldOf({ type }: Json, owner: string, { fields, members }: Types): Field {
  const to = innermost(type)
  const parts = fields.get(to)
  if (!parts || /_(?:func|functions|aggregated)$/.test(to))
    return { kind: 'value', via: '', to: '', rows: '' }
  const rows = to
  if (!isList(type)) return { kind: to === filesCollection ? 'file' : 'one', via: '', to, rows }
  const language = parts.find(({ name }) => languageField.test(String(name)))
  if (language) return { kind: 'translations', via: String(language['name']), to, rows }
  const any = parts.find((part) => members.has(innermost(part['type'])))
  if (any) {
    const among = members.get(innermost(any['type'])) ?? []
    return { kind: 'any', via: String(any['name']), to: '', rows, among }
  }
  // A junction leads back to its owner and on to what is related, and has little more.
  const leading = parts.filter((part) => !isList(part['type']) && fields.has(innermost(part['type'])))
  const onward = leading.find((part) => innermost(part['type']) !== owner) ?? leading[1]
  if (!onward || leading.length !== 2 || parts.length > mostOfJunction)
    return { kind: 'list', via: '', to, rows }
  const target = innermost(onward['type'])
  const kind = target === filesCollection ? 'files' : 'many'
  return { kind, via: String(onward['name']), to: target, rows }
}

const mostOfJunction = 4

function innermost(type: unknown): string {
  const name = textFrom(valueAt(type, 'name'))
  const below = valueAt(type, 'ofType')
  return name ?? (below ? innermost(below) : '')
}

function isList(type: unknown): boolean {
  const below = valueAt(type, 'ofType')
  return valueAt(type, 'kind') === 'LIST' || (below ? isList(below) : false)
}
