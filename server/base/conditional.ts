// Conditional requests (RFC 9110 §13, RFC 9111 §4.3.2).
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
