// HTML that was made before passes through React as a short mark and joins its output as the bytes that it is kept in.
import { randomBytes } from 'node:crypto'

/** What stands for this HTML in React's output: a mark, or the HTML where that leaves in a stream. */
export type Place = (html: Buffer) => string

export const asText: Place = (html) => html.toString()

/** Nobody outside of this process can write it. */
const token = randomBytes(12).toString('base64url')
const end = ';'
/** Most pages are made in here, so that their size need not be known before. */
const workshop = Buffer.allocUnsafeSlow(512 * 1024)
const mostBytesOfCharacter = 3

export function createPlaces() {
  const placed: Buffer[] = []
  const place: Place = (html) => token + (placed.push(html) - 1) + end

  /** Bytes of these texts, in UTF-8, with what was placed instead of its marks. */
  const fill = (...texts: string[]): Buffer => {
    const characters = texts.reduce((sum, text) => sum + text.length, 0)
    const most = placed.reduce((sum, { length }) => sum + length, characters * mostBytesOfCharacter)
    const page = most <= workshop.length ? workshop : Buffer.allocUnsafe(most)
    let size = 0
    for (const text of texts) {
      let from = 0
      for (let at = text.indexOf(token); at >= 0; at = text.indexOf(token, from)) {
        const after = text.indexOf(end, at)
        size += page.write(text.slice(from, at), size)
        size += placed[Number(text.slice(at + token.length, after))]?.copy(page, size) ?? 0
        from = after + end.length
      }
      size += page.write(text.slice(from), size)
    }
    return Buffer.from(page.subarray(0, size))
  }
  return { place, fill }
}
