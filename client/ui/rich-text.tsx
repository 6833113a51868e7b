// Rich text: sanitised HTML from the origin.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { useTrustedHtml } from '../trusted-html.ts'

export function RichText({ html }: { html: SafeHtml }) {
  const trusted = useTrustedHtml(html)
  return <div className="rich-text" dangerouslySetInnerHTML={trusted} />
}
