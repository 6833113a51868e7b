// Spelling: the words nearest to one that no text has.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../shared/constants.ts'
import type { Locale } from '../../shared/locale.ts'
import { memoize } from '../base/memoize.ts'
import { editsBetween } from '../sources/markdown/suggestion.ts'
import { createDataVersion } from './content-index.ts'

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

/** The words within one or two edits of `word`: those with the fewest, at most `most`. */
export function correctionsOf(word: string, known: KnownWord[], most = 4): string[] {
  const limit = mostEdits(word)
  const isShort = word.length < shortWord.length
  const similar = ranked(word, known, limit).filter(
    ({ edits, start }) => edits < 2 || !isShort || start >= shortWord.start,
  )
  const fewest = similar[0]?.edits
  return similar
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

/** Words of the texts, for corrections. */
export function createKnownWords(database: DatabaseSync) {
  const ofLanguage = database.prepare(
    `select group_concat(word, ' ') as words from search_word where lang = ? and unicode(word) < 0x2e80`,
  )
  const sharing = database.prepare(
    `select word, (select count(distinct value) from json_each(:characters) where instr(word, value) > 0) as shared
      from search_word where lang = :lang and unicode(word) >= 0x2e80 and shared * 2 >= length(word)
      order by shared * 1.0 / length(word) desc, shared desc, word limit :most`,
  )
  const version = createDataVersion(database)
  // Reading them takes as long as comparing them.
  const stored = memoize(
    (lang: Locale): KnownWord[] =>
      String(ofLanguage.get(lang)?.['words'] ?? '')
        .split(' ')
        .filter(Boolean)
        .map((word) => ({ word, letters: lettersOf(word) })),
    { keyOf: (lang) => `${version()} ${lang}`, bound: { entries: locales.length } },
  )

  return {
    /** In Latin and similar scripts. */
    of: stored,
    /** The words of which at least half of the characters are in the text. */
    sharing: (text: string, lang: Locale, most: number): string[] =>
      sharing.all({ characters: JSON.stringify([...text]), lang, most }).map(({ word }) => String(word)),
  }
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
