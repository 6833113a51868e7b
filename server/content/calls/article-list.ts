// Call articleList: a section, or a search in it, with the chosen filters and the counts of all.
import { locales, mostFilters } from '../../../shared/constants.ts'
import { choiceOf, facetOf } from '../../../shared/filter.ts'
import type { Choice } from '../store/filters.ts'
import { type CallInput, categoryFrom, orderIn, pageOf } from './parameters.ts'

export async function articleList({ param, query, lang, repository }: CallInput) {
  const { items, filters } = repository
  const category = categoryFrom(param, repository)
  const { page, size, start } = pageOf(query, 'page_size')
  const choices = choicesIn(query)
  // The counts are read only where a page shows them: those of many articles cost more than a page of the list.
  const isCounted = query.get('counts') === '1'
  const paging = { page, page_size: size }
  const keywords = query.get('keywords') ?? ''
  if (!/^[\s\u0000-\u001f]*$/.test(keywords)) {
    const order = orderIn(query)
    const wanted = { query: keywords, lang, section: category, choices, isCounted, order, start, count: size }
    const { files, ...results } = await repository.search.list(wanted)
    return { list: items.ofFiles(files), ...paging, ...results }
  }
  const place = { lang, category }
  const counts = isCounted ? filters.counts(place, { choices }) : {}
  if (choices.length === 0) {
    const list = items.list(lang, category, start, size)
    const languages = locales.filter((locale) => items.total(locale, category) > 0)
    return { list, total: items.total(lang, category), ...paging, languages, ...counts }
  }
  const matching = filters.filesWith(place, { choices })
  const list = items.ofFiles(matching.slice(start, start + size))
  return { list, total: matching.length, ...paging, ...counts }
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
