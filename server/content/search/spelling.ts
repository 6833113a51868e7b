// Spelling: the words nearest to one that no text has.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { editsBetween } from '../markdown/suggestion.ts'
import { createRevision } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'
import { foldHan } from './search-words.ts'

/** A word and its letters, a bit for each; some share one. */
type KnownWord = { word: string; letters: number }

/** Edits that a typing mistake may consist of, by the length of the word. */
function mostEdits(word: string): number {
  return word.length < 4 ? 0 : word.length < 6 ? 1 : 2
}

/** Edits between words that are like each other. */
function nearEdits(word: string): number {
  return Math.min(4, Math.floor(word.length / 2))
}

/** Two edits in a short word make another one of it: its start has to be the same. */
const shortWord = { length: 8, start: 3 }

/** In a search of all words. */
const mostTried = 50

/** The words within one or two edits of `word` that are found: those with the fewest, at most `most`. */
export function correctionsOf(
  word: string,
  known: KnownWord[],
  isFound: (word: string) => boolean,
  most = 4,
): string[] {
  const limit = mostEdits(word)
  const isShort = word.length < shortWord.length
  const found = ranked(word, known, limit)
    .filter(({ edits, start }) => edits < 2 || !isShort || start >= shortWord.start)
    .slice(0, mostTried)
    .filter(({ known }) => isFound(known))
  const fewest = found[0]?.edits
  return found
    .filter(({ edits }) => edits === fewest)
    .slice(0, most)
    .map(({ known }) => known)
}

/** The words that are most like `word`, further away than a typing mistake. */
export function nearestTo(word: string, known: KnownWord[], most: number): string[] {
  return ranked(word, known, nearEdits(word))
    .filter(({ start }) => start > 1)
    .slice(0, most)
    .map(({ known }) => known)
}

type Ranked = { known: string; edits: number; start: number }

/** The fewest edits first, then the longest common start. */
function ranked(word: string, words: KnownWord[], limit: number): Ranked[] {
  if (limit === 0) return []
  const own = lettersOf(word)
  const similar = words.flatMap(({ word: known, letters }): Ranked[] => {
    // An edit adds a letter, removes one, or both: this shows of most words that they are too far away.
    if (Math.abs(known.length - word.length) > limit || bitsOf(letters ^ own) > 2 * limit) return []
    const edits = editsBetween(word, known, limit)
    return edits === undefined || edits === 0 ? [] : [{ known, edits, start: commonStart(word, known) }]
  })
  return similar.sort(
    (a, b) => a.edits - b.edits || b.start - a.start || a.known.localeCompare(b.known, 'en'),
  )
}

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}

/** Shorter and longer words are not corrected. */
const wordLength = { least: 3, most: 24 }

/** Words of the texts, for corrections: those in Latin and similar scripts, which are terms, and the Chinese ones of titles and tags. */
export function createKnownWords(database: DatabaseSync) {
  const terms = { zh: prepareTerms(database, 'zh'), en: prepareTerms(database, 'en') }
  const names = database.prepare(`select title || char(10) || tags as text
    from search_text join search_document on id = document where lang = ?`)
  const revision = createRevision(database)
  const bound = { entries: locales.length }
  const keyOf = (lang: Locale) => `${revision()} ${lang}`
  // Reading them takes as long as comparing them.
  const latin = memoize(
    (lang: Locale): KnownWord[] =>
      terms[lang]
        .all(wordLength)
        .map(({ term }) => ({ word: String(term), letters: lettersOf(String(term)) })),
    { keyOf, bound },
  )
  const chinese = memoize(
    (lang: Locale): string[] => {
      const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })
      const words = names
        .all(lang)
        .flatMap(({ text }) => [...segmenter.segment(foldHan(String(text)))].map(({ segment }) => segment))
      return [...new Set(words)].filter((word) => /^\p{Script=Han}{2,}$/u.test(word))
    },
    { keyOf, bound },
  )

  return {
    of: latin,
    /** The words of which at least half of the characters are in the text. */
    sharing(text: string, lang: Locale, most: number): string[] {
      const shared = (word: string) =>
        [...new Set(text)].filter((character) => word.includes(character)).length
      return chinese(lang)
        .map((word) => ({ word, shared: shared(word), length: [...word].length }))
        .filter(({ shared, length }) => shared * 2 >= length)
        .sort(
          (a, b) =>
            b.shared / b.length - a.shared / a.length || b.shared - a.shared || (a.word < b.word ? -1 : 1),
        )
        .slice(0, most)
        .map(({ word }) => word)
    },
  }
}

/** https://www.sqlite.org/fts5.html#the_fts5vocab_virtual_table_module */
function prepareTerms(database: DatabaseSync, lang: Locale) {
  const table = termsTable(lang)
  database.exec(
    `create virtual table if not exists temp.${table}_word using fts5vocab('main', '${table}', 'row')`,
  )
  return database.prepare(`select term from temp.${table}_word
    where length(term) between :least and :most and unicode(term) < 0x2e80 and term glob '[^0-9.]*'`)
}

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
