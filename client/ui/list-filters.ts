// Filters of a list of articles: what the upstream can filter by, and the row of topics.
import type { ArticleList } from '../../shared/content/content.ts'
import type { PageQuery } from '../../shared/query.ts'
import type { FilterRow } from './filters.tsx'

type Choice = Pick<PageQuery, 'tag' | 'filter'>
type TopicRowOptions = { title: string; hrefOf: (tag: string) => string }

/** The most frequent ones. */
const mostTopics = 10

/** What the upstream can filter by: it sends the counts of these only. */
export function appliedFilters({ tags, facets }: ArticleList, { tag, filter }: Choice): Choice {
  return { tag: tags ? tag : '', filter: facets ? filter : [] }
}

/** The topics of a list: facets have the finder. */
export function topicRow(
  { tags = [] }: ArticleList,
  tag: string,
  { title, hrefOf }: TopicRowOptions,
): FilterRow {
  const shown = tags.filter(({ name }, place) => place < mostTopics || name === tag)
  const options = shown.map(({ name, count }) => {
    const isChosen = name === tag
    return { name, count, isChosen, to: hrefOf(isChosen ? '' : name) }
  })
  return { title, options }
}
