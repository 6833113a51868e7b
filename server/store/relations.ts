// Relations: the products of files and manuals, and the files and manuals of products.

import { say } from '../../shared/content/problem.ts'
import type { SiteSections } from '../../shared/sections.ts'
import { productsField } from '../sources/markdown/checked-fields.ts'
import type { ArticleFront } from '../sources/markdown/front.ts'
import type { Report } from '../sources/markdown/problem.ts'
import type { Entry, Served } from './entry.ts'

type Related = { products?: number[]; items?: { products: number[] }[] }

/** What responses show of related items, to be compared by digest. */
export type Relations = {
  ofArticle: (entry: Entry<ArticleFront>) => unknown[]
  ofPage: (entry: Entry<Related>) => unknown[]
}

export function relationsOf({ articles, downloads, manuals }: Served): Relations {
  const titles = new Map(articles.map((entry) => [keyOf(entry, entry.front.id), entry.front.title]))
  const documents = new Map<string, unknown[]>()
  const add = (key: string, document: unknown) =>
    documents.set(key, [...(documents.get(key) ?? []), document])
  for (const entry of downloads)
    for (const item of entry.front.items) for (const id of item.products) add(keyOf(entry, id), item)
  for (const entry of manuals) {
    const { id, title, summary, products } = entry.front
    for (const product of products) add(keyOf(entry, product), [id, title, summary])
  }
  return {
    ofArticle: (entry) => documents.get(keyOf(entry, entry.front.id)) ?? [],
    ofPage: (entry) =>
      productsIn(entry.front).map(({ id }) => [id, titles.get(keyOf(entry, id))] satisfies unknown[]),
  }
}

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
