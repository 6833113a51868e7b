// Spelling: words of the texts that are like one that no text has.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { editsBetween } from '../markdown/suggestion.ts'
import { createRevision } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'

/** Each is a search: some words are those of drafts. */
const most = { tried: 50, corrections: 4 }

export function createSpelling(database: DatabaseSync) {
  const vocabulary = { zh: prepareVocabulary(database, 'zh'), en: prepareVocabulary(database, 'en') }
  const revision = createRevision(database)
  // Reading them takes as long as comparing them.
  const words = memoize((lang: Locale) => vocabulary[lang].words.all().map(({ term }) => String(term)), {
    keyOf: (lang) => `${revision()} ${lang}`,
    bound: { entries: locales.length },
  })

  return {
    /** The words within one or two edits, by the length of the word: those with the fewest that a search finds. */
    corrections(word: string, lang: Locale, isFound: (word: string) => boolean): string[] {
      const limit = word.length < 4 ? 0 : word.length < 6 ? 1 : 2
      const near = similar(word, words(lang), limit).slice(0, most.tried)
      const found = near.filter(({ known }) => isFound(known))
      const fewest = found.filter(({ edits }) => edits === found[0]?.edits)
      return fewest.slice(0, most.corrections).map(({ known }) => known)
    },
    /** The words that are most like it, further away than a typing mistake. */
    nearest: (word: string, lang: Locale): string[] =>
      similar(word, words(lang), Math.min(4, Math.floor(word.length / 2)))
        .slice(0, most.tried)
        .map(({ known }) => known),
    /** Neighbours in the texts that the run of Han characters has both, the most frequent first. */
    pairs(run: string, lang: Locale): string[] {
      const pairs = [...run].flatMap((one) => [...run].map((other) => one + other))
      return vocabulary[lang].pairs.all(JSON.stringify(pairs)).map(({ term }) => String(term))
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
    pairs: database.prepare(
      `select distinct term from json_each(?) pair cross join temp.${table}_word on term = pair.value order by doc desc, term`,
    ),
  }
}

type Similar = { known: string; edits: number; start: number }

/** The fewest edits first, then the longest common start. Several edits with another start make another word. */
function similar(word: string, words: string[], limit: number): Similar[] {
  const letters = lettersOf(word)
  const found = words.flatMap((known): Similar[] => {
    // An edit adds a letter, removes one, or both: this shows of most words that they are too far away.
    if (Math.abs(known.length - word.length) > limit || bitsOf(lettersOf(known) ^ letters) > 2 * limit)
      return []
    const edits = editsBetween(word, known, limit)
    const start = commonStart(word, known)
    return edits === 1 || (edits && start > 1) ? [{ known, edits, start }] : []
  })
  return found.sort((a, b) => a.edits - b.edits || b.start - a.start || a.known.localeCompare(b.known, 'en'))
}

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** A bit for each letter; some share one. */
function lettersOf(word: string): number {
  let letters = 0
  for (let at = 0; at < word.length; at++) letters |= 1 << (word.charCodeAt(at) & 31)
  return letters
}

function bitsOf(letters: number): number {
  let count = 0
  for (let left = letters; left !== 0; left &= left - 1) count++
  return count
}
