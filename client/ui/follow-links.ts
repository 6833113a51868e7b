// Links inside of HTML that React does not know: those to pages of this site navigate in place.
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

/** The path of a page of this site that a plain click on a link asks for. */
function plainLink(event: MouseEvent<HTMLElement>): string | undefined {
  const link = (event.target as HTMLElement).closest('a')
  const path = link?.getAttribute('href') ?? ''
  if (!isPlainClick(event) || link?.target || !path.startsWith('/')) return undefined
  return resolve(path.split('#')[0]!).kind === 'page' ? path : undefined
}
