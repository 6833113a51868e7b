// Suggestion for a misspelt name: the known name at the smallest edit distance.
import { editsBetween } from './edit-distance.ts'

/** `, did you mean title?`, or '' where no known name is close. */
export function suggestion(name: string, known: readonly string[]): string {
  const best = nearestName(name, known)
  return best === undefined ? '' : `, did you mean ${best}?`
}

/** Undefined where no known name is close. */
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
