// Search words: the units of indexed text and of queries, in one notation for both.
import { simplified } from './simplified.ts'

/** A run of Han characters or a word of another script; `text` is folded, `start` and `end` are offsets in the original. */
export type Run = { kind: 'han' | 'word'; text: string; start: number; end: number }

/** A unit such as ㎡ is a word of its own; a soft hyphen, or a mark without width, parts no word. */
const runPattern =
  /(?<han>\p{Script=Han}+)|[\u3300-\u33ff]|[[\p{L}\p{M}\p{N}]--\p{Script=Han}]+(?:[\u00ad\u200b-\u200d\u2060]+[[\p{L}\p{M}\p{N}]--\p{Script=Han}]+)*(?:\.\p{N}+)*/gv

export function runsOf(text: string): Run[] {
  return [...text.matchAll(runPattern)].map(({ 0: match, index, groups }) => ({
    kind: groups?.['han'] ? 'han' : 'word',
    text: fold(match),
    start: index,
    end: index + match.length,
  }))
}

/** Folds compatibility characters and radicals (NFKC), case, accents, and traditional characters; marks without width are removed. */
export function fold(text: string): string {
  if (/^[\w.]*$/.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\u00ad\u200b-\u200d\u2060]+/gu, '')
    .toLowerCase()
    .replace(/\p{Script=Han}/gu, (character) => simplified.get(character) ?? character)
}

/**
 * What stands for a run of Han characters in the index: each character with the next one, the last one alone. So every
 * text of two characters is a term, a longer one a phrase of them, and one character the start of terms.
 */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.map((character, at) => character + (characters[at + 1] ?? ''))
}

/** The shortest stem: an ending is removed only where enough letters stay before it. */
const inflected = /^([a-z]{4,}?)(?:ies|es|s|ed|ing|e|y)$/
const derived = /^([a-z]{5,}?)(?:at(?:ions?|ors?|ing|ed?|es)|ions?|ers?|ings?|e?ments?|ity)$/

/** Without the endings of English inflections: `flowmeters` and `flowmeter` start with one stem, as all forms of `calibrate`. */
export function stemOf(word: string): string {
  if (word.length < 5 || word.endsWith('ss')) return word
  const short = inflected.exec(word)?.[1] ?? word
  const shorter = derived.exec(word)?.[1] ?? word
  return shorter.length < short.length ? shorter : short
}

/** Words that neighbours make together where the text writes them as two: `AB-Mag`, `RS-485`, `DN 50`, `50㎡`. */
function joinedOf(text: string, runs: Run[]): string[] {
  return runs.flatMap((run, at) => {
    const next = runs[at + 1]
    if (run.kind !== 'word' || next?.kind !== 'word') return []
    const between = text.slice(run.end, next.start)
    const isSize = between === ' ' && /^[a-z]{1,4}$/.test(run.text) && /^\d/.test(next.text)
    return isSize || /^[-‐‑–_./]?$/.test(between) ? [run.text + next.text] : []
  })
}

/** The terms of a text, and the words that neighbours make together. */
export function termsOf(text: string): string[] {
  const runs = runsOf(text)
  const terms = runs.flatMap(({ kind, text }) => (kind === 'han' ? pairsOf(text) : [text]))
  return [...terms, ...joinedOf(text, runs)]
}
