// Router: the only import of the routing package, so that a change of package is one line.
import { createElement, type MouseEvent, type ReactNode } from 'react'
import { type LinkProps, Link as RouterLink } from 'react-router-dom'

export { type Navigator, Router, useNavigate } from 'react-router-dom'

/** A link to a path of this site, as `href` builds it. `discover` is for the package's framework mode only. */
export function Link(props: LinkProps): ReactNode {
  return createElement(RouterLink, { ...props, discover: 'none' })
}

/** A click with the primary button, without modifier keys and not yet handled. */
export function isPlainClick(event: MouseEvent): boolean {
  const modified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  return !modified && event.button === 0 && !event.defaultPrevented
}
