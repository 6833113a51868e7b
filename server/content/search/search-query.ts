// Search query: what a visitor typed, as an expression of FTS5.
import { keywordsLimit } from '../../../shared/constants.ts'
import { pairsOf, type Run, runsOf, stemOf } from './search-words.ts'

/**
 * `words`: what stands for the part in texts, as typed or corrected; any of them. `segments`: the words that a run of more than
 * two Han characters consists of.
 */
export type Part = { kind: Run['kind']; text: string; words: string[]; segments: string[] }

/** Different parts, and characters of a run of Han characters: each becomes several phrases, so that a search takes that long. */
const most = { parts: 8, han: 12 }

// Making one takes longer than its use.
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

export function partsOf(query: string): Part[] {
  const limited = [...query].slice(0, keywordsLimit).join('')
  const texts = new Map(runsOf(limited).map((run) => [textOf(run), run.kind]))
  return [...texts].slice(0, most.parts).map(([text, kind]) => {
    const segments = kind === 'han' && text.length > 2 ? segmentsOf(text) : []
    return { kind, text, words: [text], segments }
  })
}

function textOf({ kind, text }: Run): string {
  return kind === 'han' ? [...text].slice(0, most.han).join('') : text
}

/** The documents that have this word as it is, and not only one that starts like it. */
export function exactly({ kind, text }: Pick<Part, 'kind' | 'text'>): string {
  return kind === 'han' ? phraseOf(text) : quoted(text)
}

/** All parts, or at least one of them. */
export function expressionOf(parts: Part[], operator: 'AND' | 'OR'): string {
  return parts.map((_, at) => `(${alternativesAt(parts, at).join(' OR ')})`).join(` ${operator} `)
}

/** The part at `at`, or the word that it makes with the part beside it: `flow meter` is `flowmeter` as well. */
function alternativesAt(parts: Part[], at: number): string[] {
  const part = parts[at]!
  const beside = [parts[at - 1], parts[at + 1]]
  const joined = beside.flatMap((other, side) => {
    if (part.kind !== 'word' || other?.kind !== 'word') return []
    return startsWith(stemOf(side === 0 ? other.text + part.text : part.text + other.text))
  })
  const own = part.kind === 'han' ? hanPhrases(part) : part.words.flatMap(wordForms)
  return [...own, ...joined]
}

/** Numbers and single characters have no other forms. */
function hasForms(word: string): boolean {
  return word.length > 1 && /\p{L}/u.test(word)
}

/** Whether a search for the word finds what is written. */
export function isForm(written: string, word: string): boolean {
  return written === word || (hasForms(word) && written.startsWith(stemOf(word)))
}

/** All words that start like it, without its inflection; one that is not inflected counts more as it stands. */
function wordForms(word: string): string[] {
  if (!hasForms(word)) return [quoted(word)]
  const stem = stemOf(word)
  return stem === word ? [quoted(word), ...startsWith(word)] : startsWith(stem)
}

function startsWith(word: string): string[] {
  return [`${quoted(word)} *`]
}

/** A phrase; a long run also as the words that it consists of, anywhere in the text. */
function hanPhrases({ text, segments }: Part): string[] {
  const isLong = text.length > 3 && segments.length > 1
  return [phraseOf(text), ...(isLong ? [`(${segments.map(phraseOf).join(' AND ')})`] : [])]
}

/** A run without one of its characters, which may be a typing mistake: what is before it and what is after it. */
export function looserHan(run: string): string[] {
  const characters = [...run]
  const least = Math.max(2, characters.length - (characters.length > 4 ? 2 : 1))
  return characters.flatMap((_, at) => {
    const sides = [characters.slice(0, at), characters.slice(at + 1)].filter(({ length }) => length > 1)
    return sides.flat().length < least
      ? []
      : [`(${sides.map((side) => phraseOf(side.join(''))).join(' AND ')})`]
  })
}

function phraseOf(run: string): string {
  const pairs = pairsOf(run)
  return pairs.length === 1 ? `${quoted(run)} *` : quoted(pairs.slice(0, -1).join(' '))
}

/** A single character belongs to the word before it: 水位 and 计 are 水位计. */
function segmentsOf(run: string): string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    if (segment.length === 1 && words.length > 0) words.push(words.pop() + segment)
    else words.push(segment)
  }
  return words
}

/** No injection of FTS5 syntax: terms consist of letters, digits and `.`. */
function quoted(terms: string): string {
  return `"${terms}"`
}
