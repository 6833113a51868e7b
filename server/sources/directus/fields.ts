// The parameter `fields`: only what is read, with what is in it, of the item and of its translations.
import type { Query } from '../../../shared/href.ts'
import { treeNames } from '../entries/entries.ts'
import {
  type Collection,
  type Collections,
  type Field,
  filesCollection,
  isPartName,
  systemPrefix,
  translationsOf,
} from './schema.ts'

export const fileFields = [
  'id',
  'type',
  'title',
  'description',
  'filename_download',
  'filesize',
  'width',
  'height',
  'modified_on',
  'uploaded_on',
]
/** Related rows, and the files in them. */
const deepest = 2
/** Rows of blocks: buttons in a group of a card of a block. */
const deepestPart = 4

/** `paths`: of fields of the item or of its translations; `codes`: of the translations. */
export function selected(
  collection: Collection,
  collections: Collections,
  paths: string[],
  codes: string[],
): Query {
  const heads = [...new Set(paths.map((path) => path.split('.')[0]!))]
  const [name, translations] = translationsOf(collection.fields) ?? []
  const words = collections.get(translations?.to ?? '')
  const own = [collection.key, 'status', 'date_created', ...heads].filter((head) =>
    collection.fields.has(head),
  )
  const translated = heads.filter((head) => !collection.fields.has(head) && words?.fields.has(head))
  const inWords = words ? translated.flatMap((head) => inField(head, words, collections, 0)) : []
  const ofLanguages = translations ? [translations.via, ...inWords].map((path) => `${name}.${path}`) : []
  const fields = [...own.flatMap((head) => inField(head, collection, collections, 0)), ...ofLanguages]
  const filter = translations && { _filter: { [translations.via]: { _in: codes } } }
  const deep = { ...(name !== undefined && { [name]: filter }), ...sorted(own, collection, collections) }
  return {
    fields: [...new Set(fields)].join(','),
    ...(Object.keys(deep).length > 0 && { deep: JSON.stringify(deep) }),
  }
}

/** Blocks in the order of their editor. */
function sorted(names: string[], { fields }: Collection, collections: Collections) {
  const ofBlocks = names.flatMap((name): [string, object][] => {
    const { kind, rows = '' } = fields.get(name) ?? {}
    const isSorted = kind === 'any' && collections.get(rows)?.fields.has('sort')
    return isSorted ? [[name, { _sort: ['sort'] }]] : []
  })
  return Object.fromEntries(ofBlocks)
}

/** Every field, for collections of which all is read. */
export function everything(collection: Collection, collections: Collections, codes: string[]): Query {
  const words = collections.get(translationsOf(collection.fields)?.[1].to ?? '')
  const [name] = translationsOf(collection.fields) ?? []
  // Translations lead back to their item and to their language.
  const inWords = [...(words?.fields ?? [])].filter(([, { kind }]) => kind === 'value' || kind === 'file')
  const names = [...collection.fields.keys(), ...inWords.map(([one]) => one)]
  return selected(
    collection,
    collections,
    names.filter((one) => one !== name),
    codes,
  )
}

function inField(
  name: string,
  { name: owner, fields }: Collection,
  collections: Collections,
  depth: number,
): string[] {
  const field = fields.get(name)
  if (!field || field.kind === 'value') return [name]
  if (field.kind === 'any') return [`${name}.collection`, ...blockFields(name, field, collections, depth)]
  const path = field.via && field.kind !== 'translations' ? `${name}.${field.via}` : name
  const isTree = treeNames.some((one) => one === name)
  const inner = isTree ? termFields(field, collections) : within(field, collections, depth, owner)
  return inner.map((one) => `${path}.${one}`)
}

/** The fields of a category, with those above it, and their translations. */
function termFields({ to }: Field, collections: Collections): string[] {
  const { fields } = collections.get(to) ?? {}
  if (!fields) return ['*']
  const [words] = translationsOf(fields) ?? []
  const own = ['*', ...(words === undefined ? [] : [`${words}.*`])]
  const isTree = fields.get('parent')?.to === to
  return ['', ...(isTree ? ['parent.', 'parent.parent.'] : [])].flatMap((above) =>
    own.map((one) => above + one),
  )
}

/** What is in each collection of blocks, with the rows that only they have. */
function blockFields(name: string, { via, among = [] }: Field, collections: Collections, depth: number) {
  if (depth >= deepest) return []
  return among.flatMap((type) => {
    const collection = collections.get(type)
    const parts = [...(collection?.fields ?? [])].filter(([, { kind, to }]) => {
      return kind !== 'value' && (to === filesCollection || !to.startsWith(systemPrefix))
    })
    const inner = collection
      ? parts.flatMap(([part]) => inField(part, collection, collections, depth + 1))
      : []
    return ['*', ...inner].map((one) => `${name}.${via}:${type}.${one}`)
  })
}

function within({ kind, to }: Field, collections: Collections, depth: number, owner: string): string[] {
  if (kind === 'file' || kind === 'files') return fileFields
  const collection = collections.get(to)
  if (!collection || depth >= deepestPart) return ['*']
  const isShallow = depth + 1 < deepest
  const parts = [...collection.fields].filter(([, field]) =>
    field.kind === 'file' || field.kind === 'files'
      ? isShallow || isPartName(to)
      : isPartName(field.to) && field.to !== owner && field.kind !== 'translations',
  )
  const inner = parts.flatMap(([name]) => inField(name, collection, collections, depth + 1))
  return ['*', ...inner]
}
