// Matches of a search: the documents that an expression of FTS5 matches, in the order of the search.
import type { DatabaseSync } from 'node:sqlite'
import { privacySign } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { createRevision } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'

/** A page of a list is four searches for the same words, and the next page one more. */
const searchesStored = 4

/** `isByDate`: the newest first, those without a date last; else the best first. */
type Order = { lang: Locale; isByDate: boolean }
export type Match = { document: number; file: number; section: string; published: number }

/** Above this number the rest is ranked by date only: a word in so many texts says little, and BM25 of all takes 30 ms. */
const mostRanked = 2000

export function createMatch(database: DatabaseSync) {
  const statements = { zh: prepare(database, 'zh'), en: prepare(database, 'en') }
  const revision = createRevision(database)

  const ranked = memoize(
    (expression: string, lang: Locale, isListed: boolean) => {
      const names = `{title tags} : (${expression})`
      const row = statements[lang].ranked.get({ expression, names, listed: Number(isListed) })
      // The columns of the query.
      return JSON.parse(String(row?.['matches'])) as Match[]
    },
    {
      keyOf: (expression, lang, isListed) => [revision(), lang, isListed, expression].join('\n'),
      bound: { entries: searchesStored },
    },
  )

  return {
    /** Whether any document matches. */
    finds: (expression: string, lang: Locale): boolean =>
      statements[lang].finding.get({ expression, listed: 0 }) !== undefined,
    /** Documents with all words in title and tags come first, then the others. `isListed`: only articles of lists. */
    all(expression: string, { lang, isByDate }: Order, isListed: boolean): Match[] {
      const matches = ranked(expression, lang, isListed)
      if (!isByDate) return matches
      return matches.toSorted((a, b) => b.published - a.published || a.document - b.document)
    },
  }
}

/** An article that is in no list and below no other is hidden, but for the privacy policy. */
const isFoundOutsideLists = `(served.parent is not null or kind <> 'article' or sign = '${privacySign}')`

/** Weights of the columns: so small that BM25 does not saturate, and one match in a title counts more than many in a text. */
const columnWeights = '0.01, 0.005, 0.001, 0.0001'
/** News of a year ago count this much less. */
const perYear = 0.08
const yearMs = 365 * 24 * 3_600_000

function prepare(database: DatabaseSync, lang: Locale) {
  const terms = termsTable(lang)
  const isNews = `category in (select slug from section where kind = 'news')`
  const newest = `(select max(published) from served where ${isNews} and lang = '${lang}' and place is not null)`
  const bm25 = `bm25(${terms}, ${columnWeights})`
  // The best is the lowest. BM25 divides by the length of a document, all columns together, so that a title would count less
  // above a long text: the factor undoes that (k1 is 1.2, b is 0.75).
  const average = `(select avg(length) from search_document where lang = '${lang}')`
  const factor = `weight * (document.length + ${average} / 3)
    / case when ${isNews} then 1 + ${perYear} * (${newest} - published) / ${yearMs} else 1 end`
  // Cross joins keep this order: the planner would look up each item in the terms.
  const matching = `from ${terms} cross join search_document document on document.id = ${terms}.rowid
    cross join served on served.file = document.file`
  const isMatch = `${terms} match :expression and (place is not null or :listed = 0 and ${isFoundOutsideLists})`
  return {
    finding: database.prepare(`select 1 ${matching} where ${isMatch} limit 1`),
    ranked: database.prepare(`
      with named as materialized (select rowid as id, ${bm25} as score from ${terms} where ${terms} match :names),
        total as materialized (select count(*) as total from ${terms} where ${terms} match :expression)
      select json_group_array(json_object('document', id, 'file', file, 'section', section, 'published', time)) as matches
        from (select document.id, document.file, coalesce(category, kind) as section, cast(published as integer) as time,
            ${factor} * coalesce(named.score, iif((select total from total) > ${mostRanked}, 0, ${bm25})) as score
          ${matching} left join named on named.id = document.id where ${isMatch}
          order by named.id is null, score, published desc, document.id)`),
  }
}
