// The parameters that select attributes of a type, with what is in them.
import type { Query } from '../../../shared/href.ts'
import type { FieldName, FieldPaths, Shape } from '../entries/entries.ts'
import { fieldsQuery } from './client.ts'

export const mediaFields = [
  'url',
  'alternativeText',
  'width',
  'height',
  'formats',
  'mime',
  'name',
  'caption',
  'size',
]
const fileFields = ['ext', 'updatedAt']

/** Selects these fields, with what they are in; attributes that a type does not have are an error for Strapi. */
export function readQuery(shape: Shape, paths: FieldPaths, wanted: readonly FieldName[]): Query {
  const heads = wanted.flatMap((name) => paths[name] ?? []).map((path) => path.split('.')[0]!)
  const own = ['createdAt', 'publishedAt', 'updatedAt', ...(shape.isLocalized ? ['locale'] : [])]
  const populated = [...new Set(heads)].filter((head) => shape.parts.has(head))
  return {
    ...fieldsQuery([...heads, ...own].filter((head) => shape.values.has(head))),
    ...Object.assign({}, ...populated.map((head) => populateQuery(shape, head))),
  }
}

/** Entries with the three above them. */
export function treeQuery(name: string): Query {
  return { [`populate[${name}]${'[populate][parent]'.repeat(3)}`]: 'true' }
}

/** What is inside of an attribute, one level deep; the entries that use a file would come with a deeper query. */
function populateQuery({ parts, trees }: Shape, name: string): Query {
  const path = `populate[${name}]`
  const kind = parts.get(name)
  switch (kind) {
    case 'media':
      return Object.fromEntries(
        [...mediaFields, ...fileFields].map((field, index) => [`${path}[fields][${index}]`, field]),
      )
    case 'component':
    // It may be a component with files.
    case 'unknown':
      return { [`${path}[populate]`]: '*' }
    case 'relation':
      return trees?.has(name) ? treeQuery(name) : { [path]: 'true' }
    case undefined:
      return { [path]: 'true' }
    default:
      return kind satisfies never
  }
}
