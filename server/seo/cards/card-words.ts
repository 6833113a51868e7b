// What is written on a card, prepared for line breaking: satori breaks lines by Unicode's rules (UAX #14) alone.

/** No card has room for more. */
const mostCharacters = 200
/** U+2060 WORD JOINER: no line break here (UAX #14, LB11). It has no width. */
const joiner = '\u2060'
const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** In one line of at most 200 characters, Chinese and Western characters a space apart (clreq: mixed text). */
export function oneLine(text: string): string {
  const line = text.toWellFormed().normalize('NFC').replace(/\s+/g, ' ').trim()
  return [...line.slice(0, mostCharacters * 2)]
    .slice(0, mostCharacters)
    .join('')
    .replace(/(\p{Script=Han})(?=[A-Za-z0-9±+])/gu, '$1 ')
    .replace(/([A-Za-z0-9%℃°])(?=\p{Script=Han})/gu, '$1 ')
}

/** Keeps Chinese words, numbers with what they count, and words with a hyphen each in one line. */
export function joinWords(line: string): string {
  const words = [...segmenter.segment(line)].map(({ segment }) =>
    /^\p{Script=Han}+$/u.test(segment) ? [...segment].join(joiner) : segment,
  )
  return words
    .join('')
    .replace(/(?<=\d ?)(?=\p{Script=Han})/gu, joiner)
    .replace(/(?<=[\p{L}\p{N}])-(?=[\p{L}\p{N}])/gu, `-${joiner}`)
}
