// A reader of objects that rejects unknown keys and names the one that was probably meant.
import { type Content, object, type Reader } from '../../../shared/content/reader.ts'

export function strict<Fields extends Record<string, Reader<unknown>>>(
  fields: Fields,
): Reader<{ [K in keyof Fields]: Content<Fields[K]> }> {
  const read = object(fields)
  const known = Object.keys(fields)
  return (value, richText, lenient) => {
    const given =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
    const unknown = given.find((key) => !known.includes(key))
    if (unknown !== undefined) throw unknownKey(unknown, known)
    return read(value ?? {}, richText, lenient)
  }
}

function unknownKey(key: string, known: string[]): Error {
  const near = nearest(key, known)
  const help = near ? `did you mean "${near}"?` : `the keys are ${known.join(', ')}`
  return Object.assign(new Error(`is not a known key; ${help}`), { name: 'ContentError', field: key })
}

/** Undefined where none is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const [best] = known
    .map((one) => ({ one, distance: distanceOf(word.toLowerCase(), one.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
  return best && best.distance <= Math.max(1, Math.floor(word.length / 3)) ? best.one : undefined
}

/** Levenshtein distance. */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, character] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries()) {
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + Number(character !== other)))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
