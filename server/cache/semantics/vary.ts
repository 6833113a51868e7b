// Secondary keys (RFC 9111 §4.1).
import { type Fields, field, listMembers } from '../../base/fields.ts'

/** The names in Vary, lower case and sorted; empty without one. */
export function varyNames(fields: Fields): string[] {
  if (fields['vary'] === undefined) return []
  return [...new Set(listMembers(field(fields, 'vary')).map((name) => name.toLowerCase()))].sort()
}

/** The selecting fields of a request as one text; white space around list members does not count. */
export function selectingKey(names: string[], request: Fields): string {
  return names.map((name) => `${name}:${listMembers(field(request, name)).join(',')}`).join('\n')
}
