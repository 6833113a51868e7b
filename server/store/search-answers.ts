// Answers of the search: the results of a site search, and the page of a list search with its counts. Opens the index read only.
import type { Search } from '../../shared/content/content.ts'
import type { Locale } from '../../shared/locale.ts'
import { openIndexToRead } from './content-index.ts'
import { type Choice, type Counted, createFilters, type Facet } from './filters.ts'
import { createFindMediaFact } from './media.ts'
import { createSearch } from './search.ts'
import type { SearchOrder } from './search-match.ts'
import { createSearchRows, type SentRow } from './search-rows.ts'

type Wanted = {
  query: string
  lang: Locale
  order?: SearchOrder | undefined
  start: number
  count: number
}

/** What can be asked, by kind: the question and its answer. */
export type Questions = {
  /** `section`: of the rows, not of the counts. `perKind`: so many rows of each section instead of a page. */
  site: {
    question: Wanted & { section: string | undefined; perKind?: number | undefined }
    answer: Omit<Search, 'list'> & { list: SentRow[] }
  }
  /** Articles of a section that have all words and all choices. `files`: those of the page. */
  list: {
    question: Wanted & { section: string; choices: Choice[]; isCounted: boolean }
    answer: { files: number[]; total: number; tags?: Counted[]; facets?: Facet[] }
  }
}
export type Kind = keyof Questions

type Answer<Name extends Kind> = (question: Questions[Name]['question']) => Questions[Name]['answer']

export type SearchAnswers = {
  answer: <Name extends Kind>(kind: Name, question: Questions[Name]['question']) => Questions[Name]['answer']
  close: () => void
}

export function openSearchAnswers(indexFile: string): SearchAnswers {
  const database = openIndexToRead(indexFile)
  const media = createFindMediaFact(database)
  const search = createSearch(database)
  const rows = createSearchRows(database, media)
  const filters = createFilters(database)

  const answers: { [Name in Kind]: Answer<Name> } = {
    site({ section, ...wanted }) {
      const { counts, documents, parts, corrected, isPartial, terms } = search.find({ ...wanted, section })
      const totals = section ? [counts[section] ?? 0] : Object.values(counts)
      return {
        list: rows.of(documents, parts),
        total: totals.reduce((sum, total) => sum + total, 0),
        counts,
        corrected,
        terms,
        partial: isPartial || undefined,
      }
    },

    list({ choices, isCounted, ...wanted }) {
      const { lang, section } = wanted
      const place = { lang, category: section }
      const listed = { ...wanted, isListed: true }
      const isChosen = choices.length > 0
      const matched = isChosen || isCounted ? search.files(listed) : undefined
      const among = isChosen ? filters.filesWith(place, { choices, among: matched }) : undefined
      const { documents, counts } = search.find({ ...listed, among })
      return {
        files: rows.files(documents),
        total: counts[section] ?? 0,
        ...(isCounted && filters.counts(place, { choices, among: matched })),
      }
    },
  }
  return { answer: (kind, question) => answers[kind](question), close: () => database.close() }
}
