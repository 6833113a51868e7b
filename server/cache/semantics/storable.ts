// Whether a shared cache may store an answer (RFC 9111 §3).
import { type Fields, field, listMembers } from './fields.ts'
import { directivesFor, freshnessOf } from './freshness.ts'

/** Final status codes whose caching this cache understands (§5.2.2.3 asks for that where must-understand is sent). */
const understood = new Set([200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501])

export type Answer = { status: number; fields: Fields }

/** `hasAuthorization`: the request carried credentials (§3.5). */
export function isStorable(
  { status, fields }: Answer,
  responseTime: number,
  hasAuthorization = false,
): boolean {
  const directives = directivesFor(fields)
  if (!understood.has(status)) return false
  // must-understand overrides no-store for a status that is understood (§5.2.2.3).
  if (directives.noStore && !directives.mustUnderstand) return false
  if (directives.private) return false
  if (listMembers(field(fields, 'vary')).includes('*')) return false
  if (
    hasAuthorization &&
    !(directives.public || directives.sharedMaxAge !== undefined || directives.mustRevalidate)
  )
    return false
  const freshness = freshnessOf(fields, responseTime)
  const usable = freshness.lifetime > 0 || freshness.staleWhileRevalidate > 0 || freshness.staleIfError > 0
  // Something that is never fresh is worth storing only with a validator to ask with.
  return (
    freshness.explicit && (usable || hasValidator(fields)) && !(freshness.noCache && !hasValidator(fields))
  )
}

export function hasValidator(fields: Fields): boolean {
  return fields['etag'] !== undefined || fields['last-modified'] !== undefined
}
