// Suggestion for a misspelt name: the known name at the smallest edit distance.

/** `, did you mean title?`, or '' where no known name is close. */
export function suggestion(name: string, known: readonly string[]): string {
  const limit = Math.min(3, Math.ceil(name.length / 4))
  const [best] = known
    .map((candidate) => ({ candidate, distance: distanceOf(name.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ distance }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
  return best ? `, did you mean ${best.candidate}?` : ''
}

/** Insertions, deletions, substitutions and transpositions of neighbours (optimal string alignment). */
function distanceOf(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= from.length; i++) {
    const row = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSwap = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      row[j] = Math.min(
        row[j - 1]! + 1,
        rows[i - 1]![j]! + 1,
        rows[i - 1]![j - 1]! + Number(from[i - 1] !== to[j - 1]),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[from.length]![to.length]!
}
