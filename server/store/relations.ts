// Check of relations: the products that files and manuals name.

import { say } from '../../shared/content/problem.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { productsField } from '../sources/markdown/checked-fields.ts'
import type { Report } from '../sources/markdown/problem.ts'
import type { Entry, Served } from './entry.ts'

type Related = { products?: number[]; items?: { products: number[] }[] }

/** Products that files and manuals name and that do not exist in their language. */
export function reportMissingProducts(
  { articles, downloads, manuals }: Served,
  sections: SiteSections,
  report: Report,
): void {
  const isProduct = ({ file }: Entry<unknown>) => sections.kindOf(file.split('/')[0] ?? '') === 'product'
  const known = new Set(articles.filter(isProduct).map((entry) => keyOf(entry, entry.front.id)))
  for (const entry of [...downloads, ...manuals])
    for (const { id, field } of productsIn(entry.front)) {
      if (known.has(keyOf(entry, id))) continue
      const problem = say('product {id} does not exist in this language', { id })
      report({ file: entry.file, line: entry.lineOf(field), ...problem, effect: 'incomplete' })
    }
}

/** The ids with the fields that name them. */
function productsIn({ products = [], items = [] }: Related): { id: number; field: string }[] {
  return [
    ...products.map((id) => ({ id, field: 'products' })),
    ...items.flatMap((item, index) => item.products.map((id) => ({ id, field: productsField(index) }))),
  ]
}

function keyOf({ lang }: Entry<unknown>, id: number): string {
  return `${lang} ${id}`
}
