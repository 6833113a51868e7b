// Click handler of the document: plain clicks on links to pages of this site navigate in-app. Links are ordinary elements, also
// those in rich text, islands and cached fragments.
import type { MouseEvent } from 'react'
import { resolve } from '../../shared/resolve.ts'
import { useNavigate } from '../router.ts'

export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    const path = link?.getAttribute('href') ?? ''
    if (!link || !isPlainClick(event) || link.target || !isPage(path)) return
    event.preventDefault()
    navigate(path, { state: { locale: link.dataset['localeSwitch'] } })
  }
}

/** A click with the primary button, without modifier keys and not yet handled. */
function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !modified && event.button === 0 && !event.defaultPrevented
}

/** `path`: the `href` of a link. */
export function isPage(path: string): boolean {
  return path.startsWith('/') && resolve(path.split('#')[0]!).kind === 'page'
}
