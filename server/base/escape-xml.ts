// Escaping of text for XML and HTML, in elements and in attribute values.

export function escapeXml(text: string): string {
  return xmlCharacters(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}

/** Without the characters that XML 1.0 §2.2 does not allow: a parser rejects the whole document for one of them. */
export function xmlCharacters(text: string): string {
  return text.toWellFormed().replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
}
