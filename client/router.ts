// Router: the only import of the routing package, so that a change of package is one line. On the server alone.

/** The address of no page: no link is the current one. */
export const noAddress = '/*'

export { NavLink, StaticRouter, useLocation } from 'react-router-dom'
