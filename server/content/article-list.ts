// Call articleList: a section, or a search in it, with the chosen filters and the counts of all.
import { mostFilters } from '../../shared/constants.ts'
import type { ArticleList, Category } from '../../shared/content/content.ts'
import { choiceOf, facetOf } from '../../shared/filter.ts'
import type { Locale } from '../../shared/locale.ts'
import type { SentSummary } from './articles.ts'
import type { Choice, Counted, Facet } from './filters.ts'
import { type CallInput, categoryFrom, pageOf } from './parameters.ts'
import type { ContentRepository } from './repository.ts'

/** Of a search, those that filters and their counts consider; the best come first. */
const mostFiltered = 2000

type SentList = Omit<ArticleList, 'list' | 'tags' | 'facets'> & {
  list: SentSummary[]
  tags?: Counted[]
  facets?: Facet[]
}

export async function articleList({ param, query, lang, repository }: CallInput): Promise<SentList> {
  const { articles, filters } = repository
  const category = categoryFrom(param)
  const { page, size, start } = pageOf(query, 'page_size')
  const choices = choicesIn(query)
  // Only where a page shows them: the counts of many articles cost more than a page of the list.
  const isCounted = query.get('counts') === '1'
  const isWhole = choices.length > 0 || isCounted
  const part = isWhole ? { start: 0, count: mostFiltered } : { start, count: size }
  const result = await searchIn(repository, {
    query: query.get('keywords') ?? '',
    lang,
    section: category,
    ...part,
  })
  const place = { lang, category }
  const counts = isCounted ? filters.counts(place, { choices, among: result?.files }) : {}
  const paging = { page, page_size: size, ...counts }
  if (choices.length === 0 && !result) {
    const list = articles.list(lang, category, start, size)
    return { list, total: articles.total(lang, category), ...paging }
  }
  const isChosen = choices.length > 0
  const found = isChosen ? filters.filesWith(place, { choices, among: result?.files }) : (result?.files ?? [])
  const total = isChosen ? found.length : (result?.total ?? 0)
  return { list: articles.ofFiles(isWhole ? found.slice(start, start + size) : found), total, ...paging }
}

type SearchIn = { query: string; lang: Locale; section: Category; start: number; count: number }

/** `undefined` without keywords. */
async function searchIn({ search, searchRows }: ContentRepository, wanted: SearchIn) {
  if (/^[\s\u0000-\u001f]*$/.test(wanted.query)) return undefined
  const { documents, counts } = await search({ ...wanted, isListed: true })
  return { files: searchRows.files(documents), total: counts[wanted.section] ?? 0 }
}

/** The tag, and the values of facets. A filter without a facet has no articles, like an unknown tag. */
function choicesIn(query: URLSearchParams): Choice[] {
  const tag = query.get('tag')
  const filters = query.getAll('filter').slice(0, mostFilters).map(filterOf)
  return [...(tag ? [{ facet: '', value: tag }] : []), ...filters]
}

function filterOf(filter: string): Choice {
  return { facet: facetOf(filter) || filter, value: choiceOf(filter) }
}
