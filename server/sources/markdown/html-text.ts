// The text of a content file that is HTML (`format: html`), read as Markdown is: headings with ids, and plain text by section.
import { textOfHtml, withChapters } from '../../rich-text/html.ts'
import type { Rendered } from './markdown.ts'

/** A line for each block. Links are not checked: those that the sanitiser does not allow are removed. */
export function readHtml(body: string): Rendered {
  const { html, chapters } = withChapters(body.trim())
  const [start = '', ...parts] = html.split(/(?=<h2[\s>])/i)
  const sections = parts.map((part, index) => {
    const end = part.search(/<\/h2\s*>/i)
    const { id = '', title = '' } = chapters[index] ?? {}
    return { id, title, text: linesOf(end < 0 ? '' : part.slice(end)) }
  })
  return {
    html,
    sections: [{ id: '', title: '', text: linesOf(start) }, ...sections],
    headings: chapters.map((chapter) => ({ level: 2, ...chapter })),
    links: [],
    brokenLinks: [],
  }
}

const blockEnd = /(?<=<\/(?:p|li|h\d|tr|div|pre|blockquote|figcaption)>)/i

function linesOf(html: string): string {
  return html.split(blockEnd).map(textOfHtml).filter(Boolean).join('\n')
}
