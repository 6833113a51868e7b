// Rows of filters: topics and facets of a list of articles.
import type { ArticleList } from '../../shared/content/content.ts'
import { toggled } from '../../shared/filter.ts'
import type { PageQuery } from '../../shared/query.ts'
import type { FilterRow } from './filters.tsx'

type Choice = Pick<PageQuery, 'tag' | 'filter'>
type Options = { topics: string; hrefOf: (change: Partial<Choice>) => string }

/** The most frequent ones. */
const mostTopics = 10

/** What the origin can filter by: it sends the counts of these only. */
export function appliedFilters({ tags, facets }: ArticleList, { tag, filter }: Choice): Choice {
  return { tag: tags ? tag : '', filter: facets ? filter : [] }
}

export function filterRows(articles: ArticleList, chosen: Choice, { topics, hrefOf }: Options): FilterRow[] {
  const { tags = [], facets = [] } = articles
  const shownTags = tags.filter(({ name }, place) => place < mostTopics || name === chosen.tag)
  const tagRow = shownTags.map(({ name, count }) => {
    const isChosen = name === chosen.tag
    return { name, count, isChosen, to: hrefOf({ tag: isChosen ? '' : name }) }
  })
  const facetRows = facets.map(({ name, values }) => ({
    title: name,
    options: values.map(({ name: value, count }) => {
      const option = `${name}:${value}`
      const isChosen = chosen.filter.includes(option)
      return { name: value, count, isChosen, to: hrefOf({ filter: toggled(chosen.filter, option) }) }
    }),
  }))
  return [{ title: topics, options: tagRow }, ...facetRows]
}
