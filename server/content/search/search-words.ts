// Search words: the units of indexed text and of queries, in one notation for both.
import simplifiedPairs from './simplified.txt'

/** A run of Han characters or a word of another script; `text` is folded, `start` and `end` are offsets in the original. */
type Run = { kind: 'han' | 'word'; text: string; start: number; end: number }

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

/**
 * Traditional to simplified characters: in simplified.txt each is followed by its simplified form. From the variants of the Unicode Han
 * database, for the 5401 characters of the first level of Big5 whose simplified form is in the first level of GB 2312.
 */
const simplified = new Map(
  [...simplifiedPairs.matchAll(/(\S)(\S)/gu)].map(([, from = '', to = '']) => [from, to] as const),
)

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

/** A number with its unit, or with the letters before it: `80 mm`, `DN80`, `IP68`; or a range of them. `start`, `end`: offsets. */
export type Size = { text: string; unit: string; low: number; high: number; start: number; end: number }

const unitNames: Record<string, string> = {
  ...{ 口径: 'dn', 管径: 'dn', 通径: 'dn', 毫米: 'mm', 厘米: 'cm', 米: 'm', 公里: 'km', 公斤: 'kg', 吨: 't' },
  ...{ 毫安: 'ma', 伏: 'v', 千帕: 'kpa', 兆帕: 'mpa', 度: 'c', 摄氏度: 'c' },
}
const unit = ` ?(?!to\\b)(?:${Object.keys(unitNames).join('|')}|[a-zµμ°℃]{1,3}[23²³]?(?:/[a-z]{1,3})?)`
const prefix = '(?:DN ?|[a-z]{2,3}|[口管通]径 ?)'
const digits = String.raw`\d+(?:\.\d+)?`
const until = ' ?(?:[-‐‑–—~～]|to|至|到) ?[-−+]?'
const prefixed = `(?<prefix>${prefix})(?<from>${digits})(?:${until}${prefix}?(?<to>${digits}))?`
const withUnit = `(?<low>${digits})(?<first>${unit})?(?:${until}(?<high>${digits})(?<last>${unit})?)?`
const sizePattern = new RegExp(`(?<![a-z\\d.])(?:${prefixed}|${withUnit})(?![a-z\\d])`, 'giu')

export function sizesOf(text: string): Size[] {
  return [...text.matchAll(sizePattern)].flatMap(({ 0: match, index, groups = {} }) => {
    const { from, to, low = from, high = to ?? low, first, last = first, prefix = last } = groups
    const name = prefix?.trim() ?? ''
    const unit = unitNames[name] ?? fold(name).replace(/[^\p{L}\p{N}]/gu, '')
    const size = {
      text: match,
      unit,
      low: Number(low),
      high: Number(high),
      start: index,
      end: index + match.length,
    }
    return unit && size.low <= size.high ? [size] : []
  })
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

/** The terms of a text, the words that neighbours make together, and ranges, as `.dn.15..1200`: no word starts with a dot. */
export function termsOf(text: string): string[] {
  const runs = runsOf(text)
  const terms = runs.flatMap(({ kind, text }) => (kind === 'han' ? pairsOf(text) : [text]))
  const sizes = sizesOf(text).filter(({ low, high }) => low < high)
  const ranges = sizes.map(({ unit, low, high }) => `.${unit}.${low}..${high}`)
  return [...terms, ...joinedOf(text, runs), ...ranges]
}
