// Spelling: words of the texts that are like one that no text has.
import type { DatabaseSync } from 'node:sqlite'
import { locales } from '../../../shared/constants.ts'
import type { Locale } from '../../../shared/locale.ts'
import { memoize } from '../../base/memoize.ts'
import { editsBetween } from '../markdown/suggestion.ts'
import { createRevision } from '../store/content-index.ts'
import { termsTable } from './search-index.ts'

/** Each is a search: some words are those of drafts. */
const mostTried = 50

export function createSpelling(database: DatabaseSync) {
  const vocabulary = { zh: prepareVocabulary(database, 'zh'), en: prepareVocabulary(database, 'en') }
  const revision = createRevision(database)
  // Reading them takes as long as comparing them.
  const words = memoize((lang: Locale) => vocabulary[lang].words.all().map(({ term }) => String(term)), {
    keyOf: (lang) => `${revision()} ${lang}`,
    bound: { entries: locales.length },
  })

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

function commonStart(a: string, b: string): number {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  return at
}
