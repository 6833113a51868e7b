// Plain text from HTML, shortened by display columns (Chinese or Latin).
import type { SafeHtml } from './content/reader.ts'

/** Characters of two columns: Chinese, its punctuation, full-width forms. */
const wide =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff01-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

export const noBreakSpace = '\u00a0'
/** U+2060 WORD JOINER: forbids a line break, has no width. */
export const joiner = '\u2060'

/** The text without what typography.ts adds: for metadata, structured data, feeds and comparisons. */
export function withoutJoiners(text: string): string {
  return text.replaceAll(joiner, '').replaceAll(noBreakSpace, ' ')
}

/** The width in columns: a Chinese character is as wide as two Latin letters. */
export function displayWidth(text: string): number {
  let width = 0
  for (const character of text) width += wide.test(character) ? 2 : 1
  return width
}

/** The text in at most `most` columns: cut after a sentence if at least half remains, else between words, with `…`. */
export function shorten(text: string, most: number): string {
  if (displayWidth(text) <= most) return text
  const fitting = startOf(text, most - 1)
  const sentences = fitting.match(/^.*(?:[。！？]|[.!?](?=\s))/su)?.[0] ?? ''
  if (displayWidth(sentences) * 2 >= most) return sentences
  // Chinese has no spaces: cut between any two Chinese characters, but not inside a Latin word.
  const words = /^[\w\u00c0-\u024f]/.test(text.slice(fitting.length))
    ? withoutEnd(fitting, /[\w\u00c0-\u024f.,'’-]/)
    : fitting
  return `${withoutEnd(words || fitting, /[\s,;:，；：、（(“‘–—-]/)}…`
}

/** Removes the matching characters at the end. */
function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (kind.test(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

function startOf(text: string, most: number): string {
  let width = 0
  let start = ''
  for (const character of text) {
    width += displayWidth(character)
    if (width > most) break
    start += character
  }
  return start
}

/** The text of sanitised HTML, which has regular tags and only these entities. */
export function plainText(html: string): string {
  const text = html.replace(/<\/(?:p|li|h\d|tr|td|th|figcaption)>|<br\s*\/?>/g, ' ').replace(/<[^<>]*>/g, '')
  return text
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** The first paragraphs of a text, up to at least half of `most` columns. */
export function openingOf(html: SafeHtml, most = 160): string {
  const paragraphs = [...html.matchAll(/<p(?: [^>]*)?>(.*?)<\/p>/gs)].map(([, inner = '']) =>
    plainText(inner),
  )
  let opening = ''
  for (const paragraph of paragraphs.filter(Boolean)) {
    if (displayWidth(opening) * 2 >= most) break
    opening += (opening && !wide.test(opening.at(-1) ?? '') ? ' ' : '') + paragraph
  }
  return opening
}
