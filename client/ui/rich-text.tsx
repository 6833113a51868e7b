// HTML from the origin, already sanitised; its links to this site navigate in place.
import type { MouseEvent } from 'react'
import type { SafeHtml } from '../../shared/content/reader.ts'
import { resolve } from '../../shared/resolve.ts'
import { isPlainClick, useNavigate } from '../router.ts'

export function RichText({ html }: { html: SafeHtml }) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLElement>) => {
    const target = plainLink(event)
    if (!target) return
    event.preventDefault()
    navigate(target)
  }
  // biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: only links inside are followed, and Enter on a link is a click
  return <div className="rich-text" onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
}

/** The path of a page of this site that a plain click on a link asks for. */
function plainLink(event: MouseEvent<HTMLElement>): string | undefined {
  const link = (event.target as HTMLElement).closest('a')
  const path = link?.getAttribute('href') ?? ''
  if (!isPlainClick(event) || link?.target || !path.startsWith('/')) return undefined
  return resolve(path.split('#')[0]!).kind === 'page' ? path : undefined
}
