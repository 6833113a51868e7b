// The way through a long text: its headings, beside it where there is room.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { textOf } from '../../shared/plain-text.ts'

export type Heading = { id: string; title: string }

/** Fewer need no list of their own. */
export const fewestHeadings = 3

export function Toc({ headings, title }: { headings: Heading[]; title: string }) {
  if (headings.length < fewestHeadings) return null
  return (
    <nav aria-label={title}>
      <details className="toc" open>
        <summary className="icon-down" data-after>
          {title}
        </summary>
        <ul className="side-links">
          {headings.map((heading) => (
            <li key={heading.id}>
              <a href={`#${encodeURIComponent(heading.id)}`}>{heading.title}</a>
            </li>
          ))}
        </ul>
      </details>
    </nav>
  )
}

/** The headings of the second level that can be linked to. The input is sanitised, so its tags are regular. */
export function headingsOf(html: SafeHtml): Heading[] {
  return [...html.matchAll(/<h2[^>]* id="([^"]+)"[^>]*>(.*?)<\/h2>/gs)].map(([, id = '', inner = '']) => ({
    id: textOf(id),
    title: textOf(inner),
  }))
}
