// A 304 freshens a stored answer (RFC 9111 §3.2, §4.3.4).
import { type Fields, field } from './fields.ts'

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
  // An Age or Expires of old would make the freshened answer look old.
  const { age: _, ...rest } = stored
  return { ...rest, ...Object.fromEntries(news) }
}

/** Whether the 304 is about this stored answer: a strong validator in it has to match (§4.3.4). */
export function isAbout(notModified: Fields, stored: Fields): boolean {
  const etag = field(notModified, 'etag')
  return etag === undefined || etag.replace(/^W\//, '') === field(stored, 'etag')?.replace(/^W\//, '')
}

/** The fields of a conditional request for a stored answer (§4.3.1). */
export function validators(stored: Fields): Record<string, string> {
  const etag = field(stored, 'etag')
  const modified = field(stored, 'last-modified')
  return { ...(etag && { 'if-none-match': etag }), ...(modified && { 'if-modified-since': modified }) }
}
