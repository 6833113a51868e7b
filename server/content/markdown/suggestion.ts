// Suggestions for a misspelt name, by edit distance (optimal string alignment).

/** The known name at the smallest distance; undefined where none is close. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const limit = Math.min(3, Math.ceil(name.length / 4))
  const [best] = known
    .flatMap((candidate) => {
      const edits = editsBetween(name.toLowerCase(), candidate.toLowerCase(), limit)
      return edits === undefined ? [] : [{ candidate, edits }]
    })
    .sort((a, b) => a.edits - b.edits)
  return best?.candidate
}

/** Insertions, deletions, replacements and exchanges of neighbours; undefined above the limit. */
export function editsBetween(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let row = 1; row <= a.length; row++) {
    const [current, last, before] = [[row], rows[row - 1]!, rows[row - 2] ?? []]
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1]
      let edits = Math.min(last[column]! + 1, current[column - 1]! + 1, last[column - 1]! + (isSame ? 0 : 1))
      const isExchange = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isExchange && row > 1 && column > 1) edits = Math.min(edits, before[column - 2]! + 1)
      current.push(edits)
    }
    if (Math.min(...current) > limit) return undefined
    rows.push(current)
  }
  const edits = rows[a.length]![b.length]!
  return edits > limit ? undefined : edits
}
