// Synonyms of a search: words that site.yaml names as having one meaning, so that a query with one of them finds the others.
import type { DatabaseSync } from 'node:sqlite'
import type { Locale } from '../../../shared/locale.ts'
import { createStoredSite } from '../store/stored-site.ts'
import { foldHan } from './search-words.ts'

/** Queries beside the visitor's own: each is a search of its own. */
const mostQueries = 5
const isLetter = /[\p{L}\p{N}]/u
const isHan = /\p{Script=Han}/u

/** Returns the query with one of its words replaced, by a synonym each. */
export function createSynonyms(database: DatabaseSync): (query: string, lang: Locale) => string[] {
  const site = createStoredSite(database)
  return (query, lang) => {
    const text = fold(query)
    return (site('site')[lang]?.synonyms ?? [])
      .flatMap((group) => replaced(text, group.map(fold)))
      .slice(0, mostQueries)
  }
}

function fold(text: string): string {
  return foldHan(text.toLowerCase())
}

/** The text with each of the other words in the place of the first that it has; none where it has none. */
function replaced(text: string, group: string[]): string[] {
  for (const word of group) {
    const at = placeOf(text, word)
    if (at === undefined) continue
    const [before, after] = [text.slice(0, at), text.slice(at + word.length)]
    return group.filter((other) => other !== word).map((other) => `${before} ${other} ${after}`.trim())
  }
  return []
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
