// One byte range of a file (RFC 9110 §14).

/** `end` is the last byte itself. */
export type ByteRange = { start: number; end: number }

/** Several ranges, or a malformed one, are answered whole, which §14.2 allows. */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'whole' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined || last === undefined || (!first && !last) || size === 0) return 'whole'
  if (!first) {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last ? Math.min(Number(last), size - 1) : size - 1
  if (last && Number(last) < start) return 'whole'
  return start < size ? { start, end } : 'unsatisfiable'
}
