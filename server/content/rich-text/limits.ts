// Limits of rich texts, in characters and open tags.

import { problemOf } from '../../../shared/content/content-error.ts'
import { say } from '../../../shared/content/problem.ts'

/** Longer texts are rejected without being sanitised. */
export const mostCharacters = 1_000_000
/** Sanitising a text of this length takes up to 30 ms on the main thread. */
export const largeCharacters = 40_000
/** Limit of open tags: an end tag is looked for among all of them. */
export const deepest = 1000

export function tooMuch() {
  const limits = { characters: mostCharacters, depth: deepest }
  return problemOf(
    '',
    say('expected at most {characters} characters of HTML and {depth} open elements', limits),
  )
}
