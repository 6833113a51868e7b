// A single byte range of a body or a file (RFC 9110 §14).

export type ByteRange = { start: number; end: number } | 'unsatisfiable'

/** `end` is inclusive. Undefined: no range, several ranges or a wrong one; then the whole body is sent (§14.2). */
export function byteRange(header: string | undefined, length: number): ByteRange | undefined {
  const [, first = '', last = ''] = /^bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') return suffix(Number(last), length)
  const start = Number(first)
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= length ? 'unsatisfiable' : { start, end }
}

function suffix(count: number, length: number): ByteRange {
  if (count === 0 || length === 0) return 'unsatisfiable'
  return { start: Math.max(0, length - count), end: length - 1 }
}
