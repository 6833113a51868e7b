// Synonyms of a search: words that site.yaml names as having one meaning, so that a query with one of them finds the others.
import type { DatabaseSync } from 'node:sqlite'
import type { Locale } from '../../../shared/locale.ts'
import { createStoredSite } from '../store/stored-site.ts'
import { fold } from './search-words.ts'

/** Queries beside the visitor's own: each is a search of its own. */
const mostQueries = 5

/** Returns the query with the first of its words that a group has replaced, by a synonym each. */
export function createSynonyms(database: DatabaseSync): (query: string, lang: Locale) => string[] {
  const site = createStoredSite(database)
  return (query, lang) => {
    const text = fold(query)
    const queries = (site('site')[lang]?.synonyms ?? []).flatMap((group) => {
      const words = group.map(fold)
      const word = words.find((one) => wholeWord(one).test(text))
      if (word === undefined) return []
      const others = words.filter((other) => other !== word)
      return others.map((other) => text.replace(wholeWord(word), () => ` ${other} `))
    })
    return queries.slice(0, mostQueries)
  }
}

/** Not within another word, but for Han characters, which have no spaces. */
function wholeWord(word: string): RegExp {
  const before = /^\p{Script=Han}/u.test(word) ? '' : '(?<![\\p{L}\\p{N}])'
  const after = /\p{Script=Han}$/u.test(word) ? '' : '(?![\\p{L}\\p{N}])'
  return new RegExp(before + word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after, 'u')
}
