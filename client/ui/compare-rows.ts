// Rows of a comparison: the facets and specifications of products by name.
import type { Article } from '../../shared/content/content.ts'
import { withoutJoiners } from '../../shared/plain-text.ts'

/**
 * `values`: one for each product. `differs`: at least two products have other values. Names and values are compared without
 * the spaces and joiners of shared/typography.ts.
 */
export type CompareRow = { name: string; values: (string | undefined)[]; differs: boolean }

/** `common`: rows in which at least two products have a value, in the order of their first occurrence. */
export function compareRows(
  products: Article[],
  familyName: string,
): { common: CompareRow[]; single: CompareRow[] } {
  const tables = products.map((product) => valuesOf(product, familyName))
  const names = new Set(tables.flatMap((values) => [...values.keys()]))
  const rows = [...names].map((name) => {
    const values = tables.map((table) => table.get(name))
    const stated = values.filter((value) => value !== undefined)
    const differs = new Set(stated.map(withoutJoiners)).size > 1
    return { name, values, differs, isCommon: stated.length > 1 }
  })
  return {
    common: rows.filter(({ isCommon }) => isCommon || products.length === 1),
    single: rows.filter(({ isCommon }) => !isCommon && products.length > 1),
  }
}

function valuesOf({ family, facets, specs }: Article, familyName: string): Map<string, string> {
  const named = [
    { name: familyName, value: family },
    ...facets.map(({ name, values }) => ({ name, value: values.join(' · ') })),
    ...specs,
  ]
  const table = new Map<string, string>()
  for (const { name: shown, value } of named) {
    const name = withoutJoiners(shown)
    const before = table.get(name)
    if (value) table.set(name, before ? `${before} · ${value}` : value)
  }
  return table
}
