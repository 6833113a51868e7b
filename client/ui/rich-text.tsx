// Rich text: sanitised HTML from the upstream.
import type { SafeHtml } from '../../shared/content/reader.ts'

export function RichText({ html }: { html: SafeHtml }) {
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: html }} />
}
