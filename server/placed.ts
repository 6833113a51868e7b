// HTML that was made before passes through React as a short mark and joins its output as the bytes that it is kept in.
import { randomBytes } from 'node:crypto'

/** What stands for this HTML in a component's output: a mark, or the HTML where that leaves in a stream. */
export type Place = (html: Buffer) => string

export const asText: Place = (html) => html.toString()

/** Nobody outside of this process can write it. */
const token = randomBytes(12).toString('base64url')
const end = ';'

/** `kept`: HTML by the number in its mark. */
export function createPlaces() {
  const kept: Buffer[] = []
  const place: Place = (html) => token + (kept.push(html) - 1) + end
  return { place, kept: kept as readonly Buffer[] }
}

/** Tells what stands between the marks, and their numbers, in order. */
export function splitAtMarks(
  html: string,
  tell: { text: (text: string) => void; mark: (index: number) => void },
) {
  let from = 0
  for (let at = html.indexOf(token); at >= 0; at = html.indexOf(token, from)) {
    const after = html.indexOf(end, at)
    tell.text(html.slice(from, at))
    tell.mark(Number(html.slice(at + token.length, after)))
    from = after + end.length
  }
  tell.text(from === 0 ? html : html.slice(from))
}
