// Highlight: splits a text at the words of a search.

type Piece = { text: string; isMatch: boolean }

/** Splits a text at the words, case-insensitively. */
export function highlight(text: string, keywords: string): Piece[] {
  const words = keywords.split(/\s+/).filter(Boolean)
  if (words.length === 0) return [{ text, isMatch: false }]
  // The longest first, because one word may be the prefix of another.
  const escaped = words.toSorted((a, b) => b.length - a.length).map(escapePattern)
  const pieces = text.split(new RegExp(`(${escaped.join('|')})`, 'giu'))
  return pieces.flatMap((piece, index) => (piece ? [{ text: piece, isMatch: index % 2 === 1 }] : []))
}

function escapePattern(word: string): string {
  // In a summary a joiner may follow a hyphen (shared/typography.ts).
  return word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replace(/[-–]/g, '$&\u2060?')
}
