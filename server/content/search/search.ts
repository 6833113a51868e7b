// Search: finds and ranks the documents that match a query, with typing mistakes corrected where nothing matches. Opens the index
// read only.
import type { Locale } from '../../../shared/locale.ts'
import { openIndexToRead } from '../store/content-index.ts'
import { type Choice, createFilters } from '../store/filters.ts'
import { createFindMediaSize } from '../store/media.ts'
import { createStoredSite } from '../store/stored-site.ts'
import { createMatch, type Match } from './search-match.ts'
import {
  allOf,
  anyOf,
  contentOf,
  hanPart,
  looserHan,
  type Part,
  partsOf,
  quoted,
  wordPart,
} from './search-query.ts'
import { createSearchRows } from './search-rows.ts'
import { pairsOf } from './search-words.ts'
import { createSpelling } from './spelling.ts'

type Question = { query: string; lang: Locale; isByDate: boolean; start: number; count: number }

export type SearchAnswers = ReturnType<typeof openSearchAnswers>

const most = { corrections: 4, terms: 5 }

export function openSearchAnswers(indexFile: string) {
  const database = openIndexToRead(indexFile)
  const match = createMatch(database)
  const spelling = createSpelling(database)
  const site = createStoredSite(database)
  const rowsOf = createSearchRows(database, createFindMediaSize(database))
  const filters = createFilters(database)

  /** The parts of a query as it was typed. */
  function typedParts({ query, lang }: Question): Part[] {
    const synonyms = (site('site')[lang]?.synonyms ?? []).map((group) => group.map(contentOf))
    return partsOf(query, { synonyms, rangesWith: (size) => spelling.rangesWith(size, lang) })
  }

  /**
   * `parts`: what the documents match. `corrected`: the query that has results instead. `partial`: no document has all
   * parts. `terms`: where nothing was found, words that texts have.
   */
  function find(question: Question) {
    const { lang } = question
    const typed = typedParts(question).map((part) => looserPart(part, lang))
    const whole = match.all(question, { expression: allOf(typed) })
    const corrected = whole.length > 0 ? typed : typed.map((part) => correctedPart(part, lang))
    const parts = whole.length > 0 ? typed : corrected.flatMap((part) => knownParts(part, lang))
    if (parts.length === 0) return { matches: [], parts, terms: nearTerms(typed, lang) }
    const withAll = whole.length > 0 ? whole : match.all(question, { expression: allOf(parts) })
    // Where no title has all of three or more parts, a title with most of them is better than a text with all.
    const isCode = /^[\w./-]+$/.test(question.query.trim())
    const isSure = withAll[0]?.isNamed || (withAll.length > 0 && (isCode || parts.length < 3))
    const isChanged = corrected.some((part, at) => part !== typed[at])
    return {
      matches: isSure ? withAll : withMost(parts, question, withAll),
      parts,
      corrected: isChanged ? corrected.map(({ text }) => text).join(' ') : undefined,
      partial: withAll.length > 0 && corrected.every((part) => parts.includes(part)) ? undefined : true,
    }
  }

  /** The documents with some of the parts, those with most of them first; where documents have all, those with all but one. */
  function withMost(parts: Part[], question: Question, withAll: Match[]): Match[] {
    const single = parts.flatMap((part) => (part.segments.length > 1 ? part.segments.map(hanPart) : part))
    const expressions = single.map(({ expression }) => expression)
    const least = withAll.length > 0 ? single.length - 1 : 1
    return match.all(question, { expression: anyOf(expressions), parts: expressions, least })
  }

  /** The vocabulary has the words of drafts too: what is offered has to be found. */
  const isFound = (text: string, lang: Locale) => match.finds(quoted(text), lang)

  /** A short Chinese word that no title has is found within another, too. */
  function looserPart(part: Part, lang: Locale): Part {
    const isShort = part.kind === 'han' && (part.text.length === 2 || part.text.length === 3)
    const isLooser = isShort && !match.finds(`{title tags} : ${part.expression}`, lang)
    return isLooser ? { ...part, expression: looserHan(part) } : part
  }

  /**
   * With the words that may be meant, in the place of one with a typing mistake: those with the fewest edits that are found. A
   * code has no mistake, because another one is another thing.
   */
  function correctedPart(part: Part, lang: Locale): Part {
    const { kind, text, expression } = part
    if (kind !== 'word' || /\d/.test(text) || match.finds(expression, lang)) return part
    const limit = text.length < 4 ? 0 : text.length < 6 ? 1 : 2
    const near = spelling.similar(text, lang, limit).filter(({ known }) => isFound(known, lang))
    const words = near.filter(({ edits }) => edits === near[0]?.edits).map(({ known }) => known)
    return words.length > 0 ? wordPart(words.slice(0, most.corrections)) : part
  }

  /** The part if it is found, else those of its words that are. */
  function knownParts(part: Part, lang: Locale): Part[] {
    if (match.finds(part.expression, lang)) return [part]
    const [word = '', second] = part.segments
    const words = second ? part.segments : pairsOf(word).slice(0, -1)
    return words.flatMap((word) => knownParts(hanPart(word), lang))
  }

  /** Words that texts have, instead of what no text has: further away than a typing mistake. */
  function nearTerms(parts: Part[], lang: Locale): string[] {
    const limitOf = (text: string) => Math.min(4, Math.floor(text.length / 2))
    const near = parts.flatMap(({ text }) => spelling.similar(text, lang, limitOf(text)))
    const found = near.filter(({ known }) => isFound(known, lang))
    return found.slice(0, most.terms).map(({ known }) => known)
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
      const matches = match.all(question, { expression: allOf(typedParts(question)), isListed: true })
      const found = matches.filter((match) => match.section === section).map(({ file }) => file)
      const chosen = choices.length > 0 && new Set(filters.filesWith(place, { choices, among: found }))
      const files = chosen ? found.filter((file) => chosen.has(file)) : found
      const counts = isCounted && filters.counts(place, { choices, among: found })
      return { files: files.slice(start, start + count), total: files.length, ...counts }
    },
    close: () => database.close(),
  }
}
