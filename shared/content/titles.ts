// Titles: with the typography of their language, and those of heroes, whose line breaks are written as `|`.
import { escapeHtml } from '../escape-html.ts'
import { type Reader, type SafeHtml, text } from './reader.ts'

/** Adds `title_html`, see `Typography`. `title` stays as it is: for metadata, forms and comparisons. */
export function titled<T extends { title: string }>(
  reader: Reader<T>,
): Reader<T & { title_html?: SafeHtml }> {
  return (value, richText, lenient) => {
    const read = reader(value, richText, lenient)
    const html = richText.typography?.heading(read.title)
    return html ? { ...read, title_html: html } : read
  }
}

/**
 * The title of a hero, where `|` is a line break. `title_html` has the breaks as `<br>`, `title` is without them, for
 * everything but the heading.
 */
export function claimed<T extends { title: string }>(
  reader: Reader<T>,
): Reader<T & { title_html?: SafeHtml }> {
  const plain = titled(reader)
  return (value, richText, lenient) => {
    const read = plain(value, richText, lenient)
    const lines = read.title.split('|')
    if (lines.length === 1) return read
    const { typography } = richText
    const html = lines.map((line) => typography?.heading(line) ?? escapeHtml(line)).join('<br>')
    // Safe: escaped text, and elements of the typography and this function.
    return { ...read, title: withoutBreaks(read.title), ...(typography && { title_html: html as SafeHtml }) }
  }
}

/** A claim as one line of plain text. */
export function withoutBreaks(claim: string): string {
  return claim.includes('|') ? claim.replaceAll('|', '').replace(/ {2,}/g, ' ').trim() : claim
}

/** The title of a page with a hero, where it is a link or a name. */
export const plainClaim: Reader<string> = (value, richText) => withoutBreaks(text(value, richText))
