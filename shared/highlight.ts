// Where the words of a search stand in a text, in either script.

export type Piece = { text: string; isMatch: boolean }

/** The text in pieces, in order; matches whatever their case. */
export function highlight(text: string, keywords: string): Piece[] {
  const words = keywords.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, isMatch: false }]
  // The longest first: where one word begins another, all of it is marked.
  const escaped = words.toSorted((a, b) => b.length - a.length).map(escapePattern)
  const found = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
  return found.flatMap((piece, index) => (piece ? [{ text: piece, isMatch: index % 2 === 1 }] : []))
}

function escapePattern(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
}
