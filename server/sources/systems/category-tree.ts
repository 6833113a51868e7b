// Category trees: of products they are the menus of the finder, by their roots; other categories are tags.

/** `above`: names from its parent to the root. `isAbove`: others are below it. */
export type Term = { name: string; above: string[]; isAbove?: boolean }

export type Placed = { tags: string[]; facets: Record<string, string[]> | undefined }

/** The limits of content files. */
const facetName = /^[^:\u0000-\u001f]{1,40}$/
const longestValue = 50

/** The name of a facet is that of the root, its value the term below the root. A root itself says nothing more. */
export function placedTerms(terms: Term[]): Placed {
  const facets = new Map<string, Set<string>>()
  const tags = new Set<string>()
  const roots = new Set(terms.flatMap(({ above }) => above.at(-1) ?? []))
  for (const { name, above, isAbove } of terms) {
    const root = above.at(-1)
    const value = above.at(-2) ?? name
    if (root === undefined) {
      if (!isAbove && !roots.has(name)) tags.add(name)
    } else if (facetName.test(root) && value.length <= longestValue)
      facets.set(root, (facets.get(root) ?? new Set()).add(value))
    else tags.add(name)
  }
  const named = [...facets].map(([name, values]) => [name, [...values]])
  return { tags: [...tags], facets: named.length > 0 ? Object.fromEntries(named) : undefined }
}
