// Storability: whether a shared cache may store a response (RFC 9111 §3).
import { type Fields, field, listMembers } from '../../base/fields.ts'
import { directivesFor, freshnessOf } from './freshness.ts'

/** Status codes all of whose caching rules this cache follows. Not 206 and 304: partial responses are not stored. */
const understood = new Set([200, 203, 204, 300, 301, 302, 307, 308, 404, 405, 410, 414, 421, 451, 501])

/** In Vary (§4.1): all other fields of a request to the upstream follow from the key. */
const unrepeatedFields = ['*', 'x-request-id', 'traceparent', 'tracestate', 'via']

/** No request carries credentials of a visitor (§3.5). */
export function isStorable(response: { status: number; fields: Fields }, responseTime: number): boolean {
  const { status, fields } = response
  const directives = directivesFor(fields)
  const mustUnderstand = directives.get('must-understand')
  if (status < 200 || status === 206 || status === 304) return false
  if (mustUnderstand && !understood.has(status)) return false
  // must-understand overrides no-store for a status that is understood (§5.2.2.3).
  if ((directives.get('no-store') && !mustUnderstand) || directives.get('private')) return false
  const varied = listMembers(field(fields, 'vary')?.toLowerCase())
  if (varied.some((name) => unrepeatedFields.includes(name))) return false
  const freshness = freshnessOf(fields, responseTime)
  const { explicit, noCache, lifetime, staleWhileRevalidate, staleIfError } = freshness
  // A response that always needs validation is useful only with a validator.
  if (noCache) return hasValidator(fields) && (explicit || status === 200)
  const isUsable = lifetime > 0 || staleWhileRevalidate > 0 || staleIfError > 0
  return explicit && (isUsable || hasValidator(fields))
}

function hasValidator(fields: Fields): boolean {
  return fields['etag'] !== undefined || fields['last-modified'] !== undefined
}
