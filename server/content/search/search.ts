// Search: finds and ranks the documents that match a query, with typing mistakes corrected where nothing matches. Opens the index
// read only.
import type { Locale } from '../../../shared/locale.ts'
import { openIndexToRead } from '../store/content-index.ts'
import { type Choice, createFilters } from '../store/filters.ts'
import { createFindMediaSize } from '../store/media.ts'
import { createMatch, type Match } from './search-match.ts'
import { exactly, expressionOf, looserHan, type Part, partsOf } from './search-query.ts'
import { createSearchRows } from './search-rows.ts'
import { createSpelling } from './spelling.ts'
import { createSynonyms } from './synonyms.ts'

type Question = { query: string; lang: Locale; isByDate: boolean; start: number; count: number }

/**
 * `parts`: what the documents match. `corrected`: the query that has results instead. `partial`: no document has all
 * parts. `terms`: where nothing was found, words that texts have.
 */
type Found = { matches: Match[]; parts: Part[]; corrected?: string; partial?: true; terms?: string[] }

export type SearchAnswers = ReturnType<typeof openSearchAnswers>

const most = { corrections: 4, terms: 5 }

export function openSearchAnswers(indexFile: string) {
  const database = openIndexToRead(indexFile)
  const match = createMatch(database)
  const spelling = createSpelling(database)
  const synonymsOf = createSynonyms(database)
  const rowsOf = createSearchRows(database, createFindMediaSize(database))
  const filters = createFilters(database)

  /** The documents that have all parts of the query, or of a query with its synonyms. */
  function matching(question: Question, isListed: boolean): Found {
    const { query, lang } = question
    const queries = [query, ...synonymsOf(query, lang)].map(partsOf).filter((parts) => parts.length > 0)
    const expression = queries.map((parts) => `(${expressionOf(parts, 'AND')})`).join(' OR ')
    const matches = expression ? match.all(expression, question, isListed) : []
    return { matches, parts: queries.flat() }
  }

  function find(question: Question): Found {
    const { lang } = question
    const found = matching(question, false)
    const parts = partsOf(question.query)
    if (parts.length === 0 || found.matches.length > 0) return found
    const corrected = parts.map((part) => correctedPart(part, lang))
    const changed = corrected.some((part, at) => part !== parts[at]) && { corrected: textOf(corrected) }
    const matches = changed ? match.all(expressionOf(corrected, 'AND'), question, false) : []
    if (matches.length > 0) return { matches, parts: corrected, ...changed }
    const some = match.all(looserExpression(corrected), question, false)
    if (some.length > 0) return { matches: some, parts: corrected, ...changed, partial: true }
    return { matches: [], parts, terms: parts.flatMap((part) => nearTerms(part, lang)).slice(0, most.terms) }
  }

  /** The vocabulary has the words of drafts too: what is offered has to be found. */
  const isFound = (kind: Part['kind'], text: string, lang: Locale) =>
    match.finds(exactly({ kind, text }), lang)

  /** With the words that may be meant, in the place of one with a typing mistake: those with the fewest edits that are found. */
  function correctedPart(part: Part, lang: Locale): Part {
    const { kind, text } = part
    if (kind === 'han' || match.finds(expressionOf([part], 'AND'), lang)) return part
    const limit = text.length < 4 ? 0 : text.length < 6 ? 1 : 2
    const near = spelling.similar(text, lang, limit).filter(({ known }) => isFound(kind, known, lang))
    const words = near.filter(({ edits }) => edits === near[0]?.edits).map(({ known }) => known)
    return words.length > 0 ? { ...part, words: words.slice(0, most.corrections) } : part
  }

  /** Words that texts have, instead of what no text has: further away than a typing mistake. */
  function nearTerms({ kind, text }: Part, lang: Locale): string[] {
    const limit = Math.min(4, Math.floor(text.length / 2))
    const near =
      kind === 'han'
        ? spelling.pairs(text, lang)
        : spelling.similar(text, lang, limit).map(({ known }) => known)
    return near.filter((known) => isFound(kind, known, lang))
  }

  return {
    /** `section`: of the rows, not of the counts. `perKind`: so many rows of each section instead of a page. */
    site(question: Question & { section: string | undefined; perKind: number | undefined }) {
      const { section, perKind, start, count } = question
      const { matches, parts, corrected, partial, terms = [] } = find(question)
      const kinds = Map.groupBy(matches, (match) => match.section)
      const ofSection = section === undefined ? matches : (kinds.get(section) ?? [])
      const first = new Set([...kinds.values()].flatMap((ofKind) => ofKind.slice(0, perKind)))
      const isOverview = perKind !== undefined && kinds.size > 1
      const shown = isOverview
        ? matches.filter((match) => first.has(match))
        : ofSection.slice(start, start + count)
      const counts = Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))
      return { list: rowsOf(shown, parts), total: ofSection.length, counts, corrected, terms, partial }
    },
    /** Articles of a section that have all words as they are and all choices. `files`: those of the page. */
    list(question: Question & { section: string; choices: Choice[]; isCounted: boolean }) {
      const { section, choices, isCounted, lang, start, count } = question
      const place = { lang, category: section }
      const matches = matching(question, true).matches.filter((match) => match.section === section)
      const found = matches.map(({ file }) => file)
      const chosen = choices.length > 0 && new Set(filters.filesWith(place, { choices, among: found }))
      const files = chosen ? found.filter((file) => chosen.has(file)) : found
      const counts = isCounted && filters.counts(place, { choices, among: found })
      return { files: files.slice(start, start + count), total: files.length, ...counts }
    },
    close: () => database.close(),
  }
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
