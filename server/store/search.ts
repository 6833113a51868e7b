// Search: finds and ranks the documents that match a query, with typing mistakes corrected where nothing matches.
import type { DatabaseSync } from 'node:sqlite'
import type { Locale } from '../../shared/locale.ts'
import { createMatch, type Match, type Matches, type SearchFor } from './search-match.ts'
import { exactly, expressionOf, looserHan, type Part, partsOf } from './search-query.ts'
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

export type Search = ReturnType<typeof createSearch>

const mostTerms = 5
/** Some are those of drafts. */
const mostTried = 20

export function createSearch(database: DatabaseSync) {
  const match = createMatch(database)
  const { correctedPart, nearTerms } = createCorrections(database, match)
  const synonymsOf = createSynonyms(database)

  function find(search: SearchFor): Found {
    const { query, lang } = search
    const parts = partsOf(query)
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

  return {
    find,
    /** The files of all documents with all words as they are. */
    files(search: SearchFor): number[] {
      const parts = partsOf(search.query)
      if (parts.length === 0) return []
      return match.files(anyOf(withSynonyms(parts, search)), search)
    },
  }
}

/** Words that texts have, instead of what no text has. */
function createCorrections(database: DatabaseSync, match: Match) {
  const knownWords = createKnownWords(database)

  /** The vocabulary has the words of drafts too: what is offered has to be found. */
  function isFoundAs(kind: Part['kind'], lang: Locale) {
    return (text: string) => match.finds(exactly({ kind, text }), { lang })
  }

  function nearTo({ kind, text }: Part, lang: Locale): string[] {
    return kind === 'word'
      ? nearestTo(text, knownWords.of(lang), mostTried)
      : knownWords.sharing(text, lang, mostTried)
  }

  return {
    /** With the words that may be meant, in the place of one with a typing mistake. */
    correctedPart(part: Part, lang: Locale): Part {
      if (part.kind === 'han') return part
      const words = correctionsOf(part.text, knownWords.of(lang), isFoundAs('word', lang))
      return words.length > 0 ? { ...part, words } : part
    },
    nearTerms: (parts: Part[], lang: Locale): string[] =>
      parts.flatMap((part) => nearTo(part, lang).filter(isFoundAs(part.kind, lang))).slice(0, mostTerms),
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
