// Title of content: its words and numbers stay whole at the end of a line.
import type { SafeHtml } from '../../shared/content/reader.ts'

/** `title_html` is made by the server, and missing where the text itself is enough. */
export type Titled = { title: string; title_html?: SafeHtml }

export function Title({ of: { title, title_html = '' as SafeHtml } }: { of: Titled }) {
  return title_html ? (
    <span className="title-words" dangerouslySetInnerHTML={{ __html: title_html }} />
  ) : (
    title
  )
}
