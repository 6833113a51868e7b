// The bytes of a page while it is made, its parts in any order.
import type { Html } from './html.ts'

const mostBytesOfCharacter = 3
const firstSize = 512 * 1024

/** Most pages are made in here, so that their size need not be known before. One at a time. */
const workshop = Buffer.allocUnsafeSlow(firstSize)

export function createPageBytes() {
  let bytes = workshop
  let size = 0

  const reserve = (more: number) => {
    if (size + more <= bytes.length) return
    const larger = Buffer.allocUnsafeSlow(2 * (size + more))
    bytes.copy(larger, 0, 0, size)
    bytes = larger
  }

  /** Text in UTF-8, bytes as they are. */
  const add = (html: Html) => {
    if (typeof html === 'string') {
      reserve(html.length * mostBytesOfCharacter)
      size += bytes.write(html, size)
    } else if (Buffer.isBuffer(html)) {
      reserve(html.length)
      size += html.copy(bytes, size)
    } else for (const piece of html as readonly Html[]) add(piece)
  }

  return {
    add,
    size: () => size,
    /** Bytes of their own: what was added after `from`, and then what was added before it. */
    turned(from: number): Buffer {
      const whole = Buffer.allocUnsafe(size)
      bytes.copy(whole, 0, from, size)
      bytes.copy(whole, size - from, 0, from)
      return whole
    },
  }
}
