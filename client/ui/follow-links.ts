// Click handler for links in raw HTML: links to pages of this site navigate in-app.
import type { MouseEvent } from 'react'
import { resolve } from '../../shared/resolve.ts'
import { isPlainClick, useNavigate } from '../router.ts'

export function useFollowLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate()
  return (event) => {
    const target = plainLink(event)
    if (!target) return
    event.preventDefault()
    navigate(target)
  }
}

/** The target of a plain click on a link to a page of this site. */
function plainLink(event: MouseEvent<HTMLElement>): string | undefined {
  const link = (event.target as HTMLElement).closest('a')
  const path = link?.getAttribute('href') ?? ''
  if (!isPlainClick(event) || link?.target || !path.startsWith('/')) return undefined
  return resolve(path.split('#')[0]!).kind === 'page' ? path : undefined
}
