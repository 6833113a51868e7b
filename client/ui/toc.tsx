// Table of contents of a long text.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { textOf } from '../../shared/plain-text.ts'

export type Heading = { id: string; title: string }

/** A text with fewer headings gets no table of contents. */
export const fewestHeadings = 3

export function Toc({ headings, title }: { headings: Heading[]; title: string }) {
  if (headings.length < fewestHeadings) return null
  return (
    <nav aria-label={title}>
      <p className="side-title">{title}</p>
      <ul className="side-links">
        {headings.map((heading) => (
          <li key={heading.id}>
            <a href={`#${encodeURIComponent(heading.id)}`}>{heading.title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The h2 headings with an id. A regular expression is enough, because the sanitiser wrote the tags. */
export function headingsOf(html: SafeHtml): Heading[] {
  return [...html.matchAll(/<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id: textOf(id),
    title: textOf(inner),
  }))
}
