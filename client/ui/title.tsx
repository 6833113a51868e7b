// Title of content: its words and numbers stay whole at the end of a line.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { useTrustedHtml } from '../trusted-html.ts'

/** `title_html` is made by the server, and missing where the text itself is enough. */
export type Titled = { title: string; title_html?: SafeHtml }

export function Title({ of: { title, title_html = '' as SafeHtml } }: { of: Titled }) {
  const html = useTrustedHtml(title_html)
  return title_html ? <span className="title-words" dangerouslySetInnerHTML={html} /> : title
}
