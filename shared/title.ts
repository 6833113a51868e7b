// A title for a page that has none: its last path segment in title case.

const smallWords = new Set('a an and as at but by for if in is nor of on or the to with'.split(' '))

/** `/news/our-way_ofWork` becomes `Our Way of Work`. */
export function titleFromPath(path: string): string {
  const segment = decodeURIComponent(path.split('/').filter(Boolean).at(-1) ?? '')
  return segment
    .split(/[-_.\s]+|(?<=[a-z0-9])(?=[A-Z])/)
    .filter(Boolean)
    .map((word, index) =>
      index > 0 && smallWords.has(word.toLowerCase()) ? word.toLowerCase() : upperFirst(word),
    )
    .join(' ')
}

function upperFirst(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}
