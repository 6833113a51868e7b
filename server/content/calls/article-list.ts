// Call articleList: a section, or a search in it, with the chosen filters and the counts of all.
import { locales, mostFilters } from '../../../shared/constants.ts'
import { choiceOf, facetOf } from '../../../shared/filter.ts'
import type { Choice } from '../store/filters.ts'
import { type CallInput, categoryFrom, pageOf, textIn } from './parameters.ts'

export async function articleList(input: CallInput) {
  const { payload, lang, repository } = input
  const { items, filters } = repository
  const category = categoryFrom(input)
  const { page, start, count } = pageOf(payload['page'], payload['page_size'])
  const choices = choicesIn(payload)
  // The counts are read only where a page shows them: those of many articles cost more than a page of the list.
  const isCounted = textIn(payload['counts']) === '1'
  const paging = { page, page_size: count }
  const query = textIn(payload['keywords'])
  if (!/^[\s\u0000-\u001f]*$/.test(query)) {
    const isByDate = payload['sort'] === 'date'
    const wanted = { query, lang, section: category, choices, isCounted, isByDate, start, count }
    const { files, ...results } = await repository.search.list(wanted)
    return { list: items.ofFiles(files), ...paging, ...results }
  }
  const place = { lang, category }
  const counts = isCounted ? filters.counts(place, { choices }) : {}
  if (choices.length === 0) {
    const list = items.list(lang, category, start, count)
    const languages = locales.filter((locale) => items.total(locale, category) > 0)
    return { list, total: items.total(lang, category), ...paging, languages, ...counts }
  }
  const matching = filters.filesWith(place, { choices })
  const list = items.ofFiles(matching.slice(start, start + count))
  return { list, total: matching.length, ...paging, ...counts }
}

/** The tag, and the values of facets. A filter without a facet has no articles, like an unknown tag. */
function choicesIn(payload: CallInput['payload']): Choice[] {
  const tag = textIn(payload['tag'])
  const filters = [payload['filter'] ?? []].flat().slice(0, mostFilters).map(String)
  return [
    ...(tag ? [{ facet: '', value: tag }] : []),
    ...filters.map((filter) => ({ facet: facetOf(filter) || filter, value: choiceOf(filter) })),
  ]
}
