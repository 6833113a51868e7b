// Conditional and range requests (RFC 9110 §13, §14, RFC 9111 §4.3.2).
import { createHash } from 'node:crypto'
import { type Fields, field, listMembers, parseHttpDate } from './fields.ts'

/** Whether the response is 304. For GET and HEAD of a stored 200. */
export function isNotModified(request: Fields, stored: Fields, now: number): boolean {
  const noneMatch = field(request, 'if-none-match')
  // If-None-Match wins over If-Modified-Since (RFC 9110 §13.1.3).
  if (noneMatch !== undefined) return matchesEtag(noneMatch, field(stored, 'etag'))
  const since = parseHttpDate(field(request, 'if-modified-since') ?? '', now)
  // RFC 9111 §4.3.2: without Last-Modified, Date is compared.
  const modified = parseHttpDate(field(stored, 'last-modified') ?? field(stored, 'date') ?? '', now)
  return since !== undefined && modified !== undefined && modified <= since
}

/** If-None-Match, by weak comparison (RFC 9110 §8.8.3.2). */
export function matchesEtag(condition: string, etag: string | undefined): boolean {
  if (condition.trim() === '*') return true
  // An entity tag may contain commas.
  const candidates = condition.match(/(?:W\/)?"[^"]*"/g) ?? listMembers(condition)
  const opaque = (tag: string) => tag.replace(/^W\//, '')
  return etag !== undefined && candidates.some((candidate) => opaque(candidate) === opaque(etag))
}

/** Weak, because it is the same for every content coding (RFC 9110 §8.8.3). */
export function etagOf(body: string | Buffer): string {
  return `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

const strongAfterMs = 1000

/** If-Range holds (RFC 9110 §13.1.5): a strong entity tag, or the exact Last-Modified where that is strong. */
export function rangeStillApplies(request: Fields, stored: Fields, now: number): boolean {
  const condition = field(request, 'if-range')
  if (condition === undefined) return true
  if (condition.startsWith('"')) return condition === field(stored, 'etag')
  return condition === field(stored, 'last-modified') && isStrongDate(stored, now)
}

/** RFC 9110 §8.8.2.2: a date is weak if the content may have changed twice within that second. */
function isStrongDate(stored: Fields, now: number): boolean {
  const modified = parseHttpDate(field(stored, 'last-modified') ?? '', now)
  const date = parseHttpDate(field(stored, 'date') ?? '', now)
  return modified !== undefined && date !== undefined && modified + strongAfterMs <= date
}

/** `end` is inclusive. Undefined: no range, several ranges or a wrong one; then the whole body is sent (§14.2). */
export function byteRange(header: string | undefined, length: number) {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/i.exec(header ?? '') ?? []
  if (first === '' && last === '') return undefined
  if (first === '') {
    const count = Number(last)
    if (count === 0 || length === 0) return 'unsatisfiable'
    return { start: Math.max(0, length - count), end: length - 1 }
  }
  const start = Number(first)
  const end = last === '' ? length - 1 : Math.min(Number(last), length - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= length ? 'unsatisfiable' : { start, end }
}
