// The one place that names the routing package, so that a move to its successor is one line.
import { type ComponentProps, createElement, type MouseEvent, useContext } from 'react'
import { UNSAFE_NavigationContext as NavigationContext } from 'react-router-dom'

export { type Navigator, Router } from 'react-router-dom'

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  /** A path of this site, as `href` builds it. */
  to: string
  /** Goes with the navigation. */
  state?: unknown
}

/** The package's own Link knows data routers, relative targets and form posts: 10 kB that no page here uses. */
export function Link({ to, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (!isPlainClick(event) || rest.target) return
    event.preventDefault()
    navigate(to, state)
  }
  return createElement('a', { ...rest, href: to, onClick: follow })
}

export function useNavigate(): (to: string, state?: unknown) => void {
  const { navigator } = useContext(NavigationContext)
  return (to, state) => navigator.push(to, state)
}

/** A click that asks for this tab and that nobody has answered yet. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !modified && event.button === 0 && !event.defaultPrevented
}
