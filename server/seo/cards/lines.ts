// Titles in lines: English by word, Chinese by word where its words are known and else by character.

/** In ems. */
type Width = (text: string) => number
type Fit = { width: Width; most: number; lines: number }

const han = /[\p{Script=Han}\u3007]/u
/** Never at the start of a line (clreq: prohibition rules for line start). */
const noStart = /^[\p{Pe}\p{Pf}、。，．：；！？·…—～%‰℃,.:;!?)\]}'"”’》〉」』】〕）]/u
/** Never at its end. */
const noEnd = /[\p{Ps}\p{Pi}“‘《〈「『【〔（([{$￥¥#]$/u

/** As few lines as it takes, all about equally long; undefined where it takes more than `lines`. */
export function breakLines(text: string, { width, most, lines }: Fit): string[] | undefined {
  const units = unitsOf(text, width, most)
  const few = fillLines(units, width, most)
  if (few.length > lines) return undefined
  let [low, high] = [most / 2, most]
  for (let step = 0; step < 10; step++) {
    const middle = (low + high) / 2
    const tried = fillLines(units, width, middle)
    if (tried.length > few.length || tried.some((line) => width(line) > middle)) low = middle
    else high = middle
  }
  return fillLines(units, width, high)
}

/** The first lines, with what is left out shown by `…`. */
export function cutLines(text: string, { width, most, lines }: Fit): string[] {
  const all = fillLines(unitsOf(text, width, most), width, most)
  if (all.length <= lines) return all
  const kept = all.slice(0, lines)
  let last = kept.pop() ?? ''
  while (last && width(`${last}…`) > most) last = [...last].slice(0, -1).join('')
  return [...kept, `${last.replace(/[\s\p{P}]{1,8}$/u, '')}…`]
}

function fillLines(units: string[], width: Width, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const unit of units) {
    if (line && width((line + unit).trimEnd()) > most) {
      lines.push(line.trimEnd())
      line = unit.trimStart()
    } else line += unit
  }
  return line.trim() ? [...lines, line.trimEnd()] : lines
}

/** What may not be broken: words with the punctuation that belongs to them, and the space after. */
function unitsOf(text: string, width: Width, most: number): string[] {
  const words = [...new Intl.Segmenter('zh', { granularity: 'word' }).segment(text)].map(
    ({ segment }) => segment,
  )
  const units: string[] = []
  for (const word of words) {
    const before = units.at(-1)
    if (before !== undefined && belongs(before, word)) units[units.length - 1] = before + word
    else units.push(word)
  }
  return units.flatMap((unit) => (width(unit.trimEnd()) > most ? [...unit] : [unit]))
}

function belongs(before: string, word: string): boolean {
  if (/^\s/.test(word) || noStart.test(word) || noEnd.test(before)) return true
  // A number stays with what it counts.
  if (/\d\s*$/.test(before) && han.test(word[0] ?? '')) return true
  const isWestern = !han.test(before.at(-1) ?? '') && !han.test(word[0] ?? '')
  return isWestern && !/[\s，。、；：！？）》」』】”’—–/]$/u.test(before)
}

/** A quarter of a space between Chinese and Western characters (clreq: mixed text). */
export function spaced(text: string): string {
  return text
    .replace(/([\p{Script=Han}])(?=[A-Za-z0-9±+])/gu, '$1\u2009')
    .replace(/([A-Za-z0-9%℃°])(?=\p{Script=Han})/gu, '$1\u2009')
}
