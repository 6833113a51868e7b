// Filter of a list: the name of a facet, a colon and a value.

export function filterOf(facet: string, value: string): string {
  return `${facet}:${value}`
}

/** '' for a text without a name. */
export function facetOf(filter: string): string {
  return filter.slice(0, Math.max(0, filter.indexOf(':')))
}

export function choiceOf(filter: string): string {
  return filter.slice(facetOf(filter).length + 1)
}

/** The filters with `filter` instead of one of the same facet, or without it where it is there. */
export function toggled(filters: readonly string[], filter: string): string[] {
  const others = filters.filter((other) => facetOf(other) !== facetOf(filter))
  return filters.includes(filter) ? others : [...others, filter]
}
