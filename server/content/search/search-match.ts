// Matches of a search: the documents that an expression of FTS5 matches, counted by section and ranked.
import type { DatabaseSync } from 'node:sqlite'
import { privacySign } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { createRevision } from '../store/content-index.ts'
import { isInSectionOf } from '../store/stored-site.ts'
import { termsTable } from './search-index.ts'

/** `date`: the newest first, those without a date last; else the best first. */
export type SearchOrder = 'date'

/**
 * `section`: of the page of results, not of the counts. `isListed`: only articles of lists, with all words as
 * they are. `among`: only documents of these files. `perKind`: instead of a page, so many of
 * each section, the best first, where more than one has any.
 */
export type SearchFor = {
  query: string
  lang: Locale
  section?: string | undefined
  isListed?: boolean
  among?: number[] | undefined
  order?: SearchOrder | undefined
  perKind?: number | undefined
  start: number
  count: number
}

/** `documents`: ids, in the order of the search. */
export type Matches = { documents: number[]; counts: Record<string, number> }

/** Above this number the rest is ranked by date only: a word in so many texts says little, and BM25 of all takes 30 ms. */
const mostRanked = 2000
/** A page of a list is four searches for the same words. */
const countsStored = 50

/** Documents with all words in title and tags come first, then the others. */
export function createMatch(database: DatabaseSync) {
  const statements = { zh: prepare(database, 'zh'), en: prepare(database, 'en') }
  const revision = createRevision(database)

  function count(expression: string, lang: Locale, listed: number, among: string | null): Matches['counts'] {
    return JSON.parse(String(statements[lang].counting.get({ expression, listed, among })?.['counts']))
  }
  const countsOf = memoize(count, {
    keyOf: (expression, lang, listed, among) =>
      among === null ? [revision(), lang, listed, expression].join('\n') : undefined,
    bound: { entries: countsStored },
  })

  return {
    /** Whether any document matches. */
    finds: (expression: string, { lang, isListed = false }: Pick<SearchFor, 'lang' | 'isListed'>): boolean =>
      statements[lang].finding.get({ expression, listed: Number(isListed), among: null }) !== undefined,

    /** The files of all documents that match. */
    files: (expression: string, { lang, section, isListed = false }: SearchFor): number[] => {
      const shown = { expression, listed: Number(isListed), among: null, section: section ?? null }
      return idsOf(statements[lang].files.get(shown))
    },

    page(expression: string, search: SearchFor): Matches {
      const { lang, section, isListed = false, start, count } = search
      const { named, rest, recent, dated } = statements[lang]
      const listed = Number(isListed)
      const among = search.among ? JSON.stringify(search.among) : null
      const counts = countsOf(expression, lang, listed, among)
      const total = Object.values(counts).reduce((sum, of) => sum + of, 0)
      const inSection = section ? (counts[section] ?? 0) : total
      const names = `{title tags} : (${expression})`
      if (search.perKind && Object.keys(counts).length > 1) {
        const wanted = { expression, names, listed, among, most: search.perKind }
        return { counts, documents: ofEachKind(statements[lang], wanted, counts) }
      }
      if (inSection <= start) return { counts, documents: [] }
      const shown = { expression, names, listed, among, section: section ?? null }
      const { expression: _, ...ofNames } = shown
      const { names: __, ...ofAll } = shown
      if (search.order === 'date') return { counts, documents: idsOf(dated.get({ ...ofAll, start, count })) }
      const first = named.get({ ...ofNames, start, count })
      const documents = idsOf(first)
      const left = count - documents.length
      if (left === 0) return { counts, documents }
      const others = total > mostRanked ? recent : rest
      const after = Math.max(0, start - Number(first?.['total']))
      return {
        counts,
        documents: [...documents, ...idsOf(others.get({ ...shown, start: after, count: left }))],
      }
    },
  }
}

type Wanted = { expression: string; names: string; listed: number; among: string | null; most: number }

/** As in a page of each section: those with all words in title and tags, then the others. */
function ofEachKind(
  { namedOfKinds, restOfKinds, recentOfKinds }: ReturnType<typeof prepare>,
  { expression, ...wanted }: Wanted,
  counts: Matches['counts'],
): number[] {
  const totals = Object.values(counts)
  const named = rowsOf(namedOfKinds.get(wanted))
  const expected = totals.reduce((sum, total) => sum + Math.min(total, wanted.most), 0)
  if (named.length === expected) return named.map(({ id }) => id)
  const total = totals.reduce((sum, of) => sum + of, 0)
  const others = (total > mostRanked ? recentOfKinds : restOfKinds).get({ ...wanted, expression })
  return firstOfEach([...named, ...rowsOf(others)], wanted.most).map(({ id }) => id)
}

/** At most so many rows of each section, in the order of the rows. */
function firstOfEach<Row extends { section: string }>(rows: Row[], most: number): Row[] {
  const shown = new Map<string, number>()
  return rows.filter(({ section }) => {
    const before = shown.get(section) ?? 0
    shown.set(section, before + 1)
    return before < most
  })
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
  // Cross joins keep this order: the planner would look up each entry in the terms.
  const matching = `${terms} cross join search_document document on document.id = ${terms}.rowid
    cross join entry on entry.file = document.file`
  const visible = `(place is not null or :listed = 0 and ${isFoundOutsideLists})
    and (:among is null or entry.file in (select value from json_each(:among)))`
  const inSection = '(:section is null or coalesce(category, kind) = :section)'
  // The best is the lowest. BM25 divides by the length of a document, all columns together, so that a title would count less
  // above a long text: the factor undoes that (k1 is 1.2, b is 0.75).
  const average = `(select avg(length) from search_document where lang = '${lang}')`
  const isNews = isInSectionOf('news', database)
  const newest = `(select max(published) from entry where ${isNews} and lang = '${lang}' and place is not null)`
  const score = `bm25(${terms}, ${columnWeights}) * weight * (document.length + ${average} / 3)
    / case when ${isNews} then 1 + ${perYear} * (${newest} - published) / ${yearMs} else 1 end`
  const columns = 'document.id, published, coalesce(category, kind) as section'
  const scored = `select ${columns}, ${score} as score from ${matching} where ${visible}`
  const isNamed = `${terms}.rowid in (select rowid from ${terms} where ${terms} match :names)`
  const isOther = `${terms} match :expression and not ${isNamed}`
  const found = {
    named: `${scored} and ${terms} match :names`,
    rest: `${scored} and ${isOther}`,
    recent: `select ${columns} from ${matching} where ${visible} and ${isOther}`,
  }
  const best = 'score, published desc, id'
  const newestFirst = 'published desc, id'
  const page = (order: string) => `(select json_group_array(id) from (
    select id from found order by ${order} limit :count offset :start)) as documents`
  const pageOf = (found: string, order: string) =>
    database.prepare(`with found as materialized (${found} and ${inSection}) select ${page(order)}`)
  const ofKinds = (found: string, order: string) =>
    database.prepare(`
      with found as materialized (${found}),
        placed as (select *, row_number() over (partition by section order by ${order}) as place from found)
      select json_group_array(json_object('id', id, 'section', section)) as documents from (
        select id, section from placed where place <= :most order by ${order})`)
  const matches = `from ${matching} where ${terms} match :expression and ${visible}`
  return {
    finding: database.prepare(`select 1 ${matches} limit 1`),
    files: database.prepare(`select json_group_array(entry.file) as documents ${matches} and ${inSection}`),
    counting: database.prepare(`
      select json_group_object(section, total) as counts from (
        select coalesce(category, kind) as section, count(*) as total ${matches} group by section)`),
    named: database.prepare(`
      with found as materialized (${found.named} and ${inSection})
      select (select count(*) from found) as total, ${page(best)}`),
    rest: pageOf(found.rest, best),
    recent: pageOf(found.recent, newestFirst),
    dated: pageOf(`select document.id, published ${matches}`, newestFirst),
    namedOfKinds: ofKinds(found.named, best),
    restOfKinds: ofKinds(found.rest, best),
    recentOfKinds: ofKinds(found.recent, newestFirst),
  }
}

function idsOf(row: Record<string, unknown> | undefined): number[] {
  return JSON.parse(String(row?.['documents'])) as number[]
}

/** The documents in a row of a statement that searches all sections. */
function rowsOf(row: Record<string, unknown> | undefined): { id: number; section: string }[] {
  return JSON.parse(String(row?.['documents'])) as { id: number; section: string }[]
}
