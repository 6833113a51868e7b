// The one place that names the routing package, so that a move to its successor is one line.
import { createElement, type MouseEvent, type ReactNode } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router-dom'

export { type Navigator, Router, useNavigate } from 'react-router-dom'

/** A link to a path of this site, as `href` builds it. Without the mark for the package's framework mode. */
export function Link(props: LinkProps): ReactNode {
  return createElement(RouterLink, { ...props, discover: 'none' })
}

/** A click that asks for this tab and that nothing has handled yet. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !modified && event.button === 0 && !event.defaultPrevented
}
