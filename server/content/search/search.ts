// Search: finds and ranks the documents that match a query, with typing mistakes corrected where nothing matches. Opens the index
// read only.
import type { Search } from '../../../shared/content/content.ts'
import type { Locale } from '../../../shared/locale.ts'
import { openIndexToRead } from '../store/content-index.ts'
import { type Choice, createFilters } from '../store/filters.ts'
import { createFindMediaFact } from '../store/media.ts'
import { createMatch, type Matches, type SearchFor } from './search-match.ts'
import { exactly, expressionOf, looserHan, type Part, partsOf } from './search-query.ts'
import { createSearchRows, type SentRow } from './search-rows.ts'
import { correctionsOf, createKnownWords, nearestTo } from './spelling.ts'
import { createSynonyms } from './synonyms.ts'

/**
 * `parts`: what the documents match. `corrected`: the query that has results instead. `isPartial`: no
 * document has all parts. `terms`: where nothing was found, words that texts have.
 */
type Found = Matches & {
  parts: Part[]
  corrected: string | undefined
  isPartial: boolean
  terms: string[]
}

export type SearchAnswers = ReturnType<typeof openSearchAnswers>
type Wanted = Pick<SearchFor, 'query' | 'lang' | 'order' | 'start' | 'count'>

const mostTerms = 5
/** Some are those of drafts. */
const mostTried = 20

export function openSearchAnswers(indexFile: string) {
  const database = openIndexToRead(indexFile)
  const match = createMatch(database)
  const knownWords = createKnownWords(database)
  const synonymsOf = createSynonyms(database)
  const rows = createSearchRows(database, createFindMediaFact(database))
  const filters = createFilters(database)

  function find(search: SearchFor): Found {
    const { lang } = search
    const parts = partsOf(search.query)
    const result = { parts, corrected: undefined, isPartial: false, terms: [] }
    if (parts.length === 0) return { ...result, ...nothing }
    const queries = withSynonyms(parts, search)
    const all = match.page(anyOf(queries), search)
    if (isFound(all) || search.isListed) return { ...result, ...all, parts: queries.flat() }
    const isKnown = (one: Part) => match.finds(expressionOf([one], 'AND'), search)
    const corrected = parts.map((part) => (isKnown(part) ? part : correctedPart(part, lang)))
    const isCorrected = corrected.some((part, at) => part !== parts[at])
    const again = { ...result, parts: corrected, corrected: isCorrected ? textOf(corrected) : undefined }
    const matches = isCorrected ? match.page(expressionOf(corrected, 'AND'), search) : nothing
    if (isFound(matches)) return { ...again, ...matches }
    const partial = match.page(looserExpression(corrected), search)
    if (isFound(partial)) return { ...again, ...partial, isPartial: true }
    return { ...result, ...nothing, terms: nearTerms(parts, lang) }
  }

  /** The parts of the query, and those of the queries with its synonyms. */
  function withSynonyms(parts: Part[], { query, lang }: SearchFor): Part[][] {
    return [parts, ...synonymsOf(query, lang).map(partsOf)]
  }

  /** The vocabulary has the words of drafts too: what is offered has to be found. */
  function isFoundAs(kind: Part['kind'], lang: Locale) {
    return (text: string) => match.finds(exactly({ kind, text }), { lang })
  }

  /** With the words that may be meant, in the place of one with a typing mistake. */
  function correctedPart(part: Part, lang: Locale): Part {
    if (part.kind === 'han') return part
    const words = correctionsOf(part.text, knownWords.of(lang), isFoundAs('word', lang))
    return words.length > 0 ? { ...part, words } : part
  }

  /** Words that texts have, instead of what no text has. */
  function nearTerms(parts: Part[], lang: Locale): string[] {
    const nearTo = ({ kind, text }: Part) =>
      kind === 'word'
        ? nearestTo(text, knownWords.of(lang), mostTried)
        : knownWords.sharing(text, lang, mostTried)
    return parts.flatMap((part) => nearTo(part).filter(isFoundAs(part.kind, lang))).slice(0, mostTerms)
  }

  return {
    /** `section`: of the rows, not of the counts. `perKind`: so many rows of each section instead of a page. */
    site(
      wanted: Wanted & Pick<SearchFor, 'section' | 'perKind'>,
    ): Omit<Search, 'list'> & { list: SentRow[] } {
      const { counts, documents, parts, corrected, isPartial, terms } = find(wanted)
      const totals = wanted.section ? [counts[wanted.section] ?? 0] : Object.values(counts)
      return {
        list: rows.of(documents, parts),
        total: totals.reduce((sum, total) => sum + total, 0),
        counts,
        corrected,
        terms,
        partial: isPartial || undefined,
      }
    },
    /** Articles of a section that have all words as they are and all choices. `files`: those of the page. */
    list({
      choices,
      isCounted,
      ...wanted
    }: Wanted & { section: string; choices: Choice[]; isCounted: boolean }) {
      const place = { lang: wanted.lang, category: wanted.section }
      const listed = { ...wanted, isListed: true }
      const isChosen = choices.length > 0
      const parts = partsOf(wanted.query)
      const matched = () => (parts.length > 0 ? match.files(anyOf(withSynonyms(parts, listed)), listed) : [])
      const files = isChosen || isCounted ? matched() : undefined
      const among = isChosen ? filters.filesWith(place, { choices, among: files }) : undefined
      const { documents, counts } = find({ ...listed, among })
      return {
        files: rows.files(documents),
        total: counts[wanted.section] ?? 0,
        ...(isCounted && filters.counts(place, { choices, among: files })),
      }
    },
    close: () => database.close(),
  }
}

const nothing: Matches = { documents: [], counts: {} }

/** All parts of one of the queries. */
function anyOf(queries: Part[][]): string {
  return queries.map((parts) => `(${expressionOf(parts, 'AND')})`).join(' OR ')
}

function isFound({ counts }: Matches): boolean {
  return Object.keys(counts).length > 0
}

function textOf(parts: Part[]): string {
  return parts.map(({ words }) => words[0]).join(' ')
}

/** Any part; a run of Han characters that is all that there is also with one of them wrong. */
function looserExpression(parts: Part[]): string {
  const loose =
    parts.length > 1 ? [] : parts.flatMap(({ kind, text }) => (kind === 'han' ? looserHan(text) : []))
  return [expressionOf(parts, 'OR'), ...loose].join(' OR ')
}
