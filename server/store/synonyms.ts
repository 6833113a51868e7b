// Synonyms of a search: words that site.yaml names as having one meaning, so that a query with one of them finds the others.
import type { DatabaseSync } from 'node:sqlite'
import type { Locale } from '../../shared/locale.ts'
import { memoize } from '../base/memoize.ts'
import { createDataVersion } from './content-index.ts'
import { foldHan } from './search-words.ts'

type Groups = { zh: string[][]; en: string[][] }

/** Queries that a search consists of: each is a search of its own. */
const mostQueries = 6
const isLetter = /[\p{L}\p{N}]/u
const isHan = /\p{Script=Han}/u

/** Returns the query, and the query with one of its words replaced by a synonym each. */
export function createSynonyms(database: DatabaseSync): (query: string, lang: Locale) => string[] {
  const file = database.prepare(`select content from file where path = 'site.yaml' and content is not null`)
  const version = createDataVersion(database)
  const groups = memoize(
    (): Groups => {
      // As the reader of site.yaml has parsed it.
      const site = JSON.parse(String(file.get()?.['content'] ?? '{}'))
      return { zh: folded(site.zh?.synonyms), en: folded(site.en?.synonyms) }
    },
    { keyOf: () => String(version()), bound: { entries: 1 } },
  )
  return (query, lang) => {
    const text = foldHan(query.toLowerCase())
    const others = groups()[lang].flatMap((group) => {
      const named = group.find((word) => placeOf(text, word) !== undefined)
      const at = named === undefined ? undefined : placeOf(text, named)
      return named === undefined || at === undefined
        ? []
        : group
            .filter((word) => word !== named)
            .map((word) => `${text.slice(0, at)} ${word} ${text.slice(at + named.length)}`.trim())
    })
    return [query, ...others].slice(0, mostQueries)
  }
}

function folded(groups: string[][] | undefined): string[][] {
  return (groups ?? []).map((group) => group.map((word) => foldHan(word.toLowerCase())))
}

/** Where the word is in the text: not within another word, but for Han characters, which have no spaces. */
function placeOf(text: string, word: string): number | undefined {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const isWhole = (beside: string | undefined, own: string | undefined) =>
      !(beside && isLetter.test(beside)) || isHan.test(own ?? '')
    if (isWhole(text[at - 1], word[0]) && isWhole(text[at + word.length], word.at(-1))) return at
  }
  return undefined
}
