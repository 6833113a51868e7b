// Rich text: sanitised HTML from the origin; links to this site navigate in-app.
import type { SafeHtml } from '../../shared/content/reader.ts'
import { useTrustedHtml } from '../trusted-html.ts'
import { useFollowLinks } from './follow-links.ts'

export function RichText({ html }: { html: SafeHtml }) {
  const follow = useFollowLinks()
  const trusted = useTrustedHtml(html)
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only links inside are followed, and Enter on a link is a click
  return <div className="rich-text" onClick={follow} dangerouslySetInnerHTML={trusted} />
}
