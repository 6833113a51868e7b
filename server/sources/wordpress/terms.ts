// Terms of the hierarchical taxonomies of products, with those above them.
import type { Term } from '../systems/category-tree.ts'
import type { SourceContext, System } from '../systems/source.ts'
import { type Json, numberFrom, objectOf, objectsOf, textFrom, valueAt } from '../systems/values.ts'
import { mostItems, type WordPress } from './client.ts'
import type { PostSource } from './sources.ts'

/** The terms by their ids. */
export type Terms = ReadonlyMap<number, Term>

/** Limit of pages of a taxonomy. */
const mostPages = 20
/** Terms above a term; plugins have left circles. */
const deepest = 8
/** Taxonomies of WordPress and of plugins, whose terms say nothing to readers. */
const ofPlugins = ['post_format', 'language', 'post_translations']
/** Taxonomies that say nothing of a product, or are sections here. */
const notOfProducts = [...ofPlugins, 'category', 'nav_menu', 'product_type', 'product_visibility']

export function createTerms(client: WordPress, { memos }: Pick<SourceContext, 'memos'>) {
  const known = memos.create<Terms>()

  async function rowsOf(system: System, base: string): Promise<Json[]> {
    const rows: Json[] = []
    for (let page = 1; page <= mostPages; page++) {
      const query = { page, per_page: mostItems, orderby: 'id', order: 'asc', _fields: 'id,name,parent' }
      const { entries, read } = await client.bulk(system, base, query)
      rows.push(...entries)
      if (read < mostItems) break
    }
    return rows
  }

  return (system: System, { type }: Pick<PostSource, 'type'>): Promise<Terms> =>
    known(`${system.locale} ${type}`, async () => {
      const taxonomies = objectOf(await client.one(system, 'taxonomies', { type }))
      const terms = new Map<number, Term>()
      for (const one of objectsOf(Object.values(taxonomies)))
        if (one['hierarchical'] === true && !notOfProducts.includes(String(one['slug'])))
          for (const [id, term] of termsIn(await rowsOf(system, textFrom(one['rest_base']) ?? '')))
            terms.set(id, term)
      return terms
    })
}

function termsIn(rows: Json[]): Terms {
  const byId = new Map(rows.map((row) => [numberFrom(row['id']) ?? 0, row]))
  const parents = new Set(rows.map(({ parent }) => numberFrom(parent) ?? 0))
  const above = (row: Json, depth: number): string[] => {
    const parent = byId.get(numberFrom(row['parent']) ?? 0)
    return parent && depth < deepest ? [nameOf(parent), ...above(parent, depth + 1)] : []
  }
  return new Map(
    [...byId].map(([id, row]) => [id, { name: nameOf(row), above: above(row, 0), isAbove: parents.has(id) }]),
  )
}

function nameOf({ name }: Json): string {
  return textFrom(name) ?? ''
}

const uncategorized = /^(?:uncategori[sz]ed(?:-\w+)?|未分类)$/i

/** The terms of an entry, without categories, those of plugins and unnamed ones. */
export function termsOf(entry: Json): Json[] {
  const terms = valueAt(entry, '_embedded.wp:term')
  const all = Array.isArray(terms) ? terms.flatMap(objectsOf) : []
  return all.filter(({ taxonomy, name }) => textFrom(name) && !ofPlugins.includes(String(taxonomy)))
}

/** WordPress gives it to posts without another one. */
export function isUncategorized({ slug, name }: Json): boolean {
  return uncategorized.test(String(slug)) || uncategorized.test(String(name))
}
