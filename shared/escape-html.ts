// Escaping of text for HTML and XML, in elements and in attribute values; for HTML those in double quotes.
import { toWellFormed } from './well-formed.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => entities[character] ?? '')
}

export function escapeXml(text: string): string {
  return escapeHtml(xmlCharacters(text)).replaceAll("'", '&apos;')
}

/** Removes the characters that XML 1.0 §2.2 does not allow: a parser rejects the whole document for one of them. */
export function xmlCharacters(text: string): string {
  return toWellFormed(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
