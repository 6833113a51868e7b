// Matches of a search: the documents that an expression of FTS5 matches, in the order of the search.
import type { DatabaseSync } from 'node:sqlite'
import { privacySign } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { isInSectionOf } from '../store/stored-site.ts'
import { termsTable } from './search-index.ts'

/** `isListed`: only articles of lists. `isByDate`: the newest first, those without a date last; else the best first. */
export type SearchIn = { lang: Locale; isListed: boolean; isByDate: boolean }
export type Match = { document: number; file: number; section: string }

/** Above this number the rest is ranked by date only: a word in so many texts says little, and BM25 of all takes 30 ms. */
const mostRanked = 2000

export function createMatch(database: DatabaseSync) {
  const statements = { zh: prepare(database, 'zh'), en: prepare(database, 'en') }
  return {
    /** Whether any document matches. */
    finds: (expression: string, lang: Locale): boolean =>
      statements[lang].finding.get({ expression, listed: 0 }) !== undefined,

    /** Documents with all words in title and tags come first, then the others. */
    all(expression: string, { lang, isListed, isByDate }: SearchIn): Match[] {
      const { dated, ranked } = statements[lang]
      const wanted = { expression, listed: Number(isListed) }
      const row = isByDate
        ? dated.get(wanted)
        : ranked.get({ ...wanted, names: `{title tags} : (${expression})` })
      // The columns of the query.
      return JSON.parse(String(row?.['matches'])) as Match[]
    },
  }
}

/** An article that is in no list and below no other is hidden, but for the privacy policy. */
const isFoundOutsideLists = `(entry.parent is not null or kind <> 'article' or sign = '${privacySign}')`

/** Weights of the columns: so small that BM25 does not saturate, and one match in a title counts more than many in a text. */
const columnWeights = '0.01, 0.005, 0.001, 0.0001'
/** News of a year ago count this much less. */
const perYear = 0.08
const yearMs = 365 * 24 * 3_600_000

function prepare(database: DatabaseSync, lang: Locale) {
  const terms = termsTable(lang)
  const isNews = isInSectionOf('news', database)
  const newest = `(select max(published) from entry where ${isNews} and lang = '${lang}' and place is not null)`
  const bm25 = `bm25(${terms}, ${columnWeights})`
  // The best is the lowest. BM25 divides by the length of a document, all columns together, so that a title would count less
  // above a long text: the factor undoes that (k1 is 1.2, b is 0.75).
  const average = `(select avg(length) from search_document where lang = '${lang}')`
  const factor = `weight * (document.length + ${average} / 3)
    / case when ${isNews} then 1 + ${perYear} * (${newest} - published) / ${yearMs} else 1 end`
  // Cross joins keep this order: the planner would look up each entry in the terms.
  const matching = `from ${terms} cross join search_document document on document.id = ${terms}.rowid
    cross join entry on entry.file = document.file`
  const isMatch = `${terms} match :expression and (place is not null or :listed = 0 and ${isFoundOutsideLists})`
  const matches = `json_group_array(json_object('document', id, 'file', file, 'section', section)) as matches`
  const columns = 'document.id, document.file, coalesce(category, kind) as section, published'
  return {
    finding: database.prepare(`select 1 ${matching} where ${isMatch} limit 1`),
    dated: database.prepare(`
      select ${matches} from (select ${columns} ${matching} where ${isMatch} order by published desc, document.id)`),
    ranked: database.prepare(`
      with named as materialized (select rowid as id, ${bm25} as score from ${terms} where ${terms} match :names),
        found as materialized (
          select ${columns}, named.score is null as rank, ${factor} * coalesce(named.score, iif(
              (select count(*) from ${terms} where ${terms} match :expression) > ${mostRanked}, 0, ${bm25})) as score
            ${matching} left join named on named.id = document.id where ${isMatch})
      select ${matches} from (select * from found order by rank, score, published desc, id)`),
  }
}
