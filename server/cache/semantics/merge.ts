// A 304 freshens a stored answer (RFC 9111 §3.2, §4.3.4).
import { type Fields, field } from '../../base/fields.ts'

/** Fields that describe this one message or the stored body, and so are not taken from a 304. */
const kept = new Set([
  'content-length',
  'content-encoding',
  'content-type',
  'content-range',
  'transfer-encoding',
  'connection',
])

/** The stored fields with those of the 304 over them. */
export function mergeFields(stored: Fields, notModified: Fields): Fields {
  const news = Object.entries(notModified).filter(([name]) => !kept.has(name))
  // They tell when and how old the stored answer came; the 304 has its own, or came just now.
  const { age: _age, date: _date, ...rest } = stored
  return { ...rest, ...Object.fromEntries(news) }
}

/** Whether the 304 is about this stored answer: its strongest validator has to match ours (§4.3.4). */
export function isAbout(notModified: Fields, stored: Fields): boolean {
  const etag = field(notModified, 'etag')
  const known = field(stored, 'etag')
  if (etag?.startsWith('W/')) return etag === known || etag.slice(2) === known
  if (etag !== undefined) return etag === known
  const modified = field(notModified, 'last-modified')
  return modified === undefined || modified === field(stored, 'last-modified')
}

/** The fields of a conditional request for a stored answer (§4.3.1). */
export function validators(stored: Fields): Record<string, string> {
  const etag = field(stored, 'etag')
  const modified = field(stored, 'last-modified')
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}
