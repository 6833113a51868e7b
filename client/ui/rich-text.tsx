// Rich text: sanitised HTML.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { useSite } from '../site.tsx'

export function RichText({ html }: { html: SafeHtml }) {
  const { textWith, media } = useSite()
  return <div className="rich-text" dangerouslySetInnerHTML={{ __html: textWith(html, media) }} />
}
