// The collections of the test's Directus, made by its API: 23, within the number that version 12 allows without a licence.
import type { Api } from './client.ts'

type Fields = Record<string, string>
const item = { title: 'string', summary: 'text', body: 'text' }

/** By collection: fields of the item, and fields of its translations. `file`, `files` and `parent` are relations. */
const collections: Record<string, { own: Fields; words: Fields; isSingle?: boolean }> = {
  news: {
    own: { slug: 'string', date: 'timestamp', cover: 'file', parent: 'parent' },
    words: { ...item, author: 'string', tags: 'json' },
  },
  products: {
    own: {
      slug: 'string',
      sort: 'integer',
      cover: 'file',
      gallery: 'files',
      files: 'files',
      parent: 'parent',
    },
    words: { ...item, specs: 'json', tags: 'json' },
  },
  services: { own: { slug: 'string', sort: 'integer', cover: 'file' }, words: { ...item, tags: 'json' } },
  solutions: { own: { slug: 'string', sort: 'integer', cover: 'file' }, words: { ...item, tags: 'json' } },
  pages: { own: { slug: 'string', sort: 'integer', cover: 'file' }, words: item },
  downloads: { own: { slug: 'string', sort: 'integer', files: 'files' }, words: item },
  manuals: { own: { slug: 'string', sort: 'integer', files: 'files' }, words: item },
  site: {
    own: {},
    isSingle: true,
    words: Object.fromEntries(
      ['title', 'description', 'company', 'slogan', 'phone', 'email', 'address', 'hours'].map((name) => [
        name,
        'text',
      ]),
    ),
  },
  menu: { own: {}, words: { items: 'json' }, isSingle: true },
}

const key = {
  field: 'id',
  type: 'integer',
  schema: { is_primary_key: true, has_auto_increment: true },
  meta: { hidden: true },
}
const plain = (name: string, type: string) => ({
  field: name,
  type,
  schema: {},
  meta: type === 'json' ? { special: ['cast-json'] } : { hidden: false },
})
const alias = (field: string, special: string) => ({ field, type: 'alias', meta: { special: [special] } })

/** Resolves with the names of all collections. */
export async function createCollections(api: Api): Promise<string[]> {
  const names: string[] = []
  const create = async (collection: string, fields: object[], meta: object = {}) => {
    names.push(collection)
    await api.send('POST', '/collections', { collection, schema: {}, meta, fields })
  }
  const relate = (collection: string, field: string, related: string, meta: object = {}) =>
    api.send('POST', '/relations', {
      collection,
      field,
      related_collection: related,
      meta,
      // As the Data Studio makes them.
      schema: { on_delete: 'SET NULL' },
    })
  const code = { ...plain('code', 'string'), schema: { is_primary_key: true } }
  await create('languages', [code, plain('name', 'string')])
  for (const [name, { own, words, isSingle = false }] of Object.entries(collections)) {
    const status = {
      field: 'status',
      type: 'string',
      schema: { default_value: 'draft' },
      meta: { hidden: false },
    }
    const fields = Object.entries(own).map(([field, type]) => fieldOf(field, type))
    const common = [key, ...(!isSingle ? [status] : []), alias('translations', 'translations')]
    await create(name, [...common, ...fields], {
      singleton: isSingle,
      sort_field: 'sort' in own ? 'sort' : null,
    })
    for (const [field, type] of Object.entries(own)) {
      if (type === 'file') await relate(name, field, 'directus_files')
      if (type === 'parent') await relate(name, field, name)
      if (type !== 'files') continue
      const junction = `${name}_${field}`
      await create(junction, [key, plain(`${name}_id`, 'integer'), plain('directus_files_id', 'uuid')])
      await relate(junction, `${name}_id`, name, { one_field: field, junction_field: 'directus_files_id' })
      await relate(junction, 'directus_files_id', 'directus_files', { junction_field: `${name}_id` })
    }
    const translations = `${name}_translations`
    const wordFields = Object.entries(words).map(([field, type]) => plain(field, type))
    const languages = plain('languages_code', 'string')
    await create(translations, [key, plain(`${name}_id`, 'integer'), languages, ...wordFields])
    const inOne = { one_field: 'translations', junction_field: 'languages_code' }
    await relate(translations, `${name}_id`, name, inOne)
    await relate(translations, 'languages_code', 'languages', { junction_field: `${name}_id` })
  }
  return names
}

function fieldOf(name: string, type: string): object {
  if (type === 'file') return { field: name, type: 'uuid', schema: {}, meta: { special: ['file'] } }
  if (type === 'files') return alias(name, 'files')
  return plain(name, type === 'parent' ? 'integer' : type)
}
