// Matches of a search: the documents that an expression of FTS5 matches, in the order of the search.
import type { DatabaseSync } from 'node:sqlite'
import type { Locale } from '../../../shared/locale.ts'
import { memoizeContent, prepareAll } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'
import statements from './search-match.sql'

/** A page of a list is four searches for the same words, and the next page one more. */
const searchesStored = 4

/** `isNamed`: title and tags match. */
export type Match = { document: number; file: number; section: string; published: number; isNamed: 0 | 1 }

/** `expression`, `parts`, `least`: see search-match.sql. `isListed`: only articles of lists. */
type Wanted = { expression: string; parts?: string[]; least?: number; isListed?: boolean }

export function createMatch(database: DatabaseSync) {
  const prepare = (lang: Locale) =>
    prepareAll<'finding' | 'ranking'>(database, statements.replaceAll('search_en', termsTable(lang)))
  const queries = { zh: prepare('zh'), en: prepare('en') }

  const ranked = memoizeContent(
    database,
    (lang: Locale, { expression, parts = [], least = 0, isListed = false }: Wanted) => {
      const wanted = { expression, parts: JSON.stringify(parts), least, listed: Number(isListed) }
      const row = queries[lang].ranking.get({ ...wanted, lang })
      // The columns of the query.
      return JSON.parse(String(row?.['matches'])) as Match[]
    },
    searchesStored,
  )

  return {
    /** Whether any document matches. */
    finds: (expression: string, lang: Locale) => queries[lang].finding.get({ expression }) !== undefined,
    /** `isByDate`: the newest first, those without a date last; else the best first. */
    all({ lang, isByDate }: { lang: Locale; isByDate: boolean }, wanted: Wanted): Match[] {
      const matches = wanted.expression ? ranked(lang, wanted) : []
      if (!isByDate) return matches
      return matches.toSorted((a, b) => b.published - a.published || a.document - b.document)
    },
  }
}
