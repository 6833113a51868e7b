// Search query: what a visitor typed, as an expression of FTS5.
import { keywordsLimit } from '../../../shared/constants.ts'
import { fold, pairsOf, runsOf, type Size, sizesOf, stemOf } from './search-words.ts'

/**
 * `expression`: of FTS5. What is marked in texts: `words`, else the `segments` that a run of Han characters consists of, and the
 * ranges that have one of `sizes`.
 */
export type Part = {
  kind: 'word' | 'han' | 'size' | 'synonym'
  text: string
  expression: string
  words: string[]
  segments: string[]
  sizes: Size[]
}

/** `synonyms`: groups, each word as contentOf returns it. `rangesWith`: the terms of the ranges that have a size. */
type Vocabulary = { synonyms: string[][]; rangesWith: (size: Size) => string[] }

/** Different parts, and characters of a run of Han characters: each becomes several phrases, so that a search takes that long. */
const most = { parts: 8, han: 12 }

/** Words that do not say what is looked for. `do` alone is dissolved oxygen as well. */
const questionWords = [
  '(?:how|what|when|where|why) (?:do|does)|do (?:i|we|you)|how (?:long|many|much|often)|looking for',
  'a(?! *$)|an|and|any|are|at|be|by|can|could|does|find|for|from|have|how|i|in|is|it|me|my|need|of|on|our',
  'please|should|the|there|to(?! ?\\d)|want|was|we|what|when|where|which|who|why|will|with|would|you|your',
]
const questionPattern = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${questionWords.join('|')})(?![\\p{L}\\p{N}-])`,
  'giu',
)
const hanQuestionWord =
  /^(?:如何|怎么[样办]?|怎样|为?什么|为何|多[久少长]|哪[里些个种]?|请问?|可以|需要|应该|能否?|是否?|没?有|[吗呢的了和用要我去])$/

// Making one takes longer than its use.
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Folded, without words of questions where others remain. */
export function contentOf(text: string): string {
  const content = text.replace(questionPattern, ' ').trim()
  return fold(runsOf(content).length > 0 ? content : text)
}

export function partsOf(query: string, vocabulary: Vocabulary): Part[] {
  const text = contentOf([...query].slice(0, keywordsLimit).join(''))
  const synonyms = vocabulary.synonyms.flat()
  const pattern = synonymPattern(synonyms)
  const sizes = sizesOf(text).filter((size) => !synonyms.includes(size.text))
  const parts = [...sizes, undefined].flatMap((size, at) => {
    const pieces = text.slice(sizes[at - 1]?.end ?? 0, size?.start).split(pattern)
    // Every second piece is what the pattern has found.
    const before = pieces.flatMap((piece, at) =>
      at % 2 ? synonymPart(piece, vocabulary) : plainParts(piece),
    )
    return size ? [...before, sizePart(size, vocabulary)] : before
  })
  const found = parts.filter(({ expression }) => expression !== anyOf([]))
  const different = new Map(found.map((part) => [part.text, part]))
  return [...different.values()].slice(0, most.parts)
}

/** The longest first; not within another word, but for Han characters, which have no spaces. */
function synonymPattern(synonyms: string[]): RegExp {
  const longest = synonyms.toSorted((a, b) => b.length - a.length)
  const patterns = longest.map((word) => {
    const before = /^\p{Script=Han}/u.test(word) ? '' : '(?<![\\p{L}\\p{N}])'
    const after = /\p{Script=Han}$/u.test(word) ? '' : '(?![\\p{L}\\p{N}])'
    return before + word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&') + after
  })
  return new RegExp(patterns.length > 0 ? `(${patterns.join('|')})` : '(?!)', 'u')
}

function synonymPart(text: string, { synonyms, rangesWith }: Vocabulary): Part {
  const words = new Set(synonyms.filter((group) => group.includes(text)).flat())
  const queries = [...words].map((word) => partsOf(word, { synonyms: [], rangesWith }))
  const parts = queries.flat()
  return {
    kind: 'synonym',
    text,
    expression: anyOf(queries.flatMap((parts) => (parts.length > 0 ? `(${allOf(parts)})` : []))),
    words: parts.flatMap(({ words }) => words),
    segments: parts.flatMap(({ segments }) => segments),
    sizes: parts.flatMap(({ sizes }) => sizes),
  }
}

/** A nominal diameter is one in millimetres. */
function sizePart(size: Size, { rangesWith }: Vocabulary): Part {
  const { text, unit, low, high } = size
  const sizes = unit === 'mm' ? [size, { ...size, unit: 'dn' }] : [size]
  const words = low < high ? [] : sizes.flatMap(({ unit }) => [unit + low, low + unit, `${low} ${unit}`])
  const written = runsOf(text).map((run) => run.text)
  const terms = [...words, written.join(' '), ...sizes.flatMap(rangesWith)]
  return { kind: 'size', text, expression: anyOf(terms.map(quoted)), words, segments: [], sizes }
}

function plainParts(text: string): Part[] {
  const runs = runsOf(text)
  return runs.map(({ kind, text }, at) => {
    if (kind === 'han') return hanPart([...text].slice(0, most.han).join(''))
    // With the words that it makes with those beside it: `flow meter` is `flowmeter` as well.
    const [before, after] = [runs[at - 1], runs[at + 1]]
    const joined = [
      before?.kind === 'word' && before.text + text,
      after?.kind === 'word' && text + after.text,
    ]
    const words = [text, ...joined.filter((word) => word !== false)]
    return { ...wordPart([text]), expression: anyOf(words.flatMap(wordForms)) }
  })
}

/** Any of the words, in the place of the first. */
export function wordPart(words: string[]): Part {
  const expression = anyOf(words.flatMap(wordForms))
  return { kind: 'word', text: words[0] ?? '', expression, words, segments: [], sizes: [] }
}

/** A phrase; a long run, or one with words of a question, also as the words that it consists of, anywhere in the text. */
export function hanPart(text: string): Part {
  const segments = text.length > 2 ? segmentsIn(text) : []
  const isDivided = text.length > 3 && segments.length > 0 && segments[0] !== text
  const words = `(${segments.map(phraseOf).join(' AND ')})`
  const expression = isDivided ? anyOf([phraseOf(text), words]) : phraseOf(text)
  return { kind: 'han', text, expression, words: [text], segments, sizes: [] }
}

/** With the characters of a short run in another word: 溶氧 in 溶解氧. */
export function looserHan({ text, expression }: Part): string {
  const characters = [...text].map((character) => `${quoted(character)} *`)
  return anyOf([expression, `NEAR(${characters.join(' ')}, ${characters.length})`])
}

export function allOf(parts: Part[]): string {
  return parts.map(({ expression }) => expression).join(' AND ')
}

export function anyOf(expressions: string[]): string {
  return `(${expressions.join(' OR ')})`
}

/** Single characters have no other forms, and neither have sizes and codes: `DN80` is not `DN800`. */
function hasForms(word: string): boolean {
  return word.length > 1 && !/\d$/.test(word)
}

/** Whether a search for the word finds what is written. */
export function isForm(written: string, word: string): boolean {
  return written === word || (hasForms(word) && written.startsWith(stemOf(word)))
}

/** All words that start like it, without its inflection; one that is not inflected counts more as it stands. */
function wordForms(word: string): string[] {
  if (!hasForms(word)) return [quoted(word)]
  const stem = stemOf(word)
  if (stem !== word) return [`${quoted(stem)} *`]
  // The stem of `wire` would be too short for all words that start like it.
  const inflected = /^[a-z]{3}e$/.test(word) ? [quoted(`${word.slice(0, -1)}ing`)] : []
  return [quoted(word), `${quoted(word)} *`, ...inflected]
}

function phraseOf(run: string): string {
  const pairs = pairsOf(run)
  return pairs.length === 1 ? `${quoted(run)} *` : quoted(pairs.slice(0, -1).join(' '))
}

/** Without words of questions. A single character belongs to the word before it: 水位 and 计 are 水位计. */
function segmentsIn(run: string): string[] {
  const words: string[] = []
  for (const { segment } of segmenter.segment(run)) {
    if (hanQuestionWord.test(segment)) words.push('')
    else if (segment.length === 1 && words.at(-1)) words.push(words.pop() + segment)
    else words.push(segment)
  }
  return words.filter((word) => word !== '')
}

/** No injection of FTS5 syntax: terms consist of letters, digits and `.`. */
export function quoted(terms: string): string {
  return `"${terms}"`
}
