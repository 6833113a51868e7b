// Titles: with the typography of their language, and those of heroes, whose line breaks are written as `|`.
import { escapeHtml } from '../escape-html.ts'

/**
 * Adds `title_html`, see `Typography`, to an object whose title is of the type `heading` or `claim`. `title` stays as it is: for
 * metadata, forms and comparisons. A claim is the title of a hero, where `|` is a line break: `title_html` has the breaks as `<br>`,
 * `title` is without them, for everything but the heading.
 */
export function addHeading(
  type: unknown,
  read: Record<string, unknown>,
  typography: { heading: (title: string) => string | undefined } | undefined,
): void {
  if (type !== 'heading' && type !== 'claim') return
  const title = String(read['title'])
  const lines = type === 'claim' ? title.split('|') : [title]
  const html = lines.map((line) => typography?.heading(line))
  if (lines.length > 1) read['title'] = withoutBreaks(title)
  // Safe: escaped text, and elements of the typography and this function.
  if (typography && (html[0] || lines.length > 1))
    read['title_html'] = html.map((line, at) => line ?? escapeHtml(lines[at]!)).join('<br>')
}

/** A claim as one line of plain text. */
export function withoutBreaks(claim: string): string {
  return claim.includes('|') ? claim.replaceAll('|', '').replace(/ {2,}/g, ' ').trim() : claim
}
