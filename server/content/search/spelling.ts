// Spelling: words of the texts that are like one that no text has.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { editsBetween } from '../markdown/suggestion.ts'
import { memoizeContent } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'
import type { Size } from './search-words.ts'

/** Each is a search: some words are those of drafts. */
const mostTried = 50
/** Each is a phrase of a search. */
const mostRanges = 200

export function createSpelling(database: DatabaseSync) {
  const vocabulary = { zh: prepareVocabulary(database, 'zh'), en: prepareVocabulary(database, 'en') }
  const wordsIn = (lang: Locale) => vocabulary[lang].words.all().map(({ term }) => String(term))
  // Reading them takes as long as comparing them.
  const words = memoizeContent(database, wordsIn, locales.length)

  return {
    /** The words within so many edits: the fewest first, then the longest common start. */
    similar: (word: string, lang: Locale, limit: number) =>
      words(lang)
        .flatMap((known) => {
          const start = commonStart(word, known)
          // Several edits with another start make another word.
          const edits = editsBetween(word, known, start > 1 ? limit : Math.min(limit, 1))
          return edits ? [{ known, edits, start }] : []
        })
        .sort((a, b) => a.edits - b.edits || b.start - a.start || a.known.localeCompare(b.known, 'en'))
        .slice(0, mostTried),
    /** The terms of the ranges in the texts that have the size. */
    rangesWith({ unit, low, high }: Size, lang: Locale): string[] {
      const start = `.${unit}.`
      const terms = vocabulary[lang].ranges.all(start, `.${unit}/`).map(({ term }) => String(term))
      const isAround = (term: string) => {
        const [from = 0, to = 0] = term.slice(start.length).split('..').map(Number)
        return from <= low && high <= to
      }
      return terms.filter(isAround).slice(0, mostRanges)
    },
  }
}

/** https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module */
function prepareVocabulary(database: DatabaseSync, lang: Locale) {
  const table = termsTable(lang)
  database.exec(
    `create virtual table if not exists temp.${table}_word using fts5vocab('main', '${table}', 'row')`,
  )
  return {
    // Words in Latin and similar scripts; shorter and longer ones are not corrected.
    words: database.prepare(`select term from temp.${table}_word
      where length(term) between 3 and 24 and unicode(term) < 0x2e80 and term glob '[^0-9.]*'`),
    // `/` is the character after the dot.
    ranges: database.prepare(`select term from temp.${table}_word where term > ? and term < ?`),
  }
}

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
