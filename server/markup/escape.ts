// Text as it stands in HTML, between tags and in attributes; as React writes it.

const special = /["'&<>]/
const names: Record<string, string> = {
  '"': '&quot;',
  '&': '&amp;',
  "'": '&#x27;',
  '<': '&lt;',
  '>': '&gt;',
}

export function escapeText(text: string): string {
  return special.test(text) ? text.replace(/["'&<>]/g, (character) => names[character] as string) : text
}
