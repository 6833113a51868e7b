// Filters of a list in the other language. Topics and facets are named in one language: the other has the same items, with their
// topics and facets in the same order.
import type { Api } from '../shared/api/api.ts'
import type { Article, ArticleSummary } from '../shared/content/content.ts'
import { found } from '../shared/errors.ts'
import { choiceOf, facetOf, filterOf } from '../shared/filter.ts'
import type { PageQuery } from '../shared/query.ts'

export type Filters = Pick<PageQuery, 'tag' | 'filter'>
/** Topics are the facet ''. */
type Facet = { name: string; values: string[] }
/** The facets of one item in this language and in the other. */
type Pair = [own: Facet[], other: Facet[]]

/** Items that are compared: more would be more calls for a page. */
const mostItems = 3

/** `items`: the first that have the chosen ones in this language. What has no counterpart is dropped. */
export async function filtersInOther(
  { own, other }: { own: Api; other: Api },
  items: ArticleSummary[],
  { tag, filter }: Filters,
): Promise<Filters> {
  const inBoth = items.filter(({ languages }) => languages?.length !== 1)
  const pairs = await Promise.all(inBoth.slice(0, mostItems).map(({ id }) => pairOf({ own, other }, id)))
  const known = pairs.filter((pair) => pair !== undefined)
  const counterpart = (facet: string, value: string) => counterpartOf(known, facet, value)
  return {
    tag: (tag && counterpart('', tag)?.value) ?? '',
    filter: filter.flatMap((one) => {
      const to = counterpart(facetOf(one), choiceOf(one))
      return to ? [filterOf(to.name, to.value)] : []
    }),
  }
}

async function pairOf({ own, other }: { own: Api; other: Api }, id: number): Promise<Pair | undefined> {
  const articles = await Promise.all([own, other].map((api) => found(api.articleDetail({ id: String(id) }))))
  const [mine, others] = articles.map((article) => article && facetsOf(article))
  return mine && others && [mine, others]
}

function facetsOf({ tags, facets }: Article): Facet[] {
  return [{ name: '', values: tags }, ...facets]
}

type Value = { name: string; value: string }

/** The value at the same place in the other language, which every item has there. */
function counterpartOf(pairs: Pair[], facet: string, value: string): Value | undefined {
  return pairs
    .flatMap(([own, other]) => atSamePlace(own, other, facet, value) ?? [])
    .find(({ name, value }) =>
      pairs.every(([, other]) => other.some((one) => one.name === name && one.values.includes(value))),
    )
}

function atSamePlace(own: Facet[], other: Facet[], facet: string, value: string): Value | undefined {
  const place = own.findIndex(({ name }) => name === facet)
  const [from, to] = [own[place], other[place]]
  if (!from || !to || own.length !== other.length || from.values.length !== to.values.length) return undefined
  const name = to.values[from.values.indexOf(value)]
  return name === undefined ? undefined : { name: to.name, value: name }
}
