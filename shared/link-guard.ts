// Where a navigation may lead: pages of this site, other sites only when that is said, and never a script.
import { parseUrl } from './parse-url.ts'

const scripted = ['blob:', 'data:', 'javascript:', 'vbscript:']
/** Browsers ignore these before a URL, and tabs and line ends inside it. */
const ignored = /^[\u0000-\u0020]+|[\t\n\r]/g

/** Throws where a target is not allowed; `origin` is this site's own, as the browser has it. */
export function assertTarget(to: string, origin: string, { external = false } = {}): void {
  const protocol = scripted.find((name) => to.replace(ignored, '').toLowerCase().startsWith(name))
  if (protocol) throw new Error(`Cannot navigate to a URL with '${protocol}' protocol.`)
  if (!external && parseUrl(to, origin)?.origin !== origin)
    throw new Error(
      'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
    )
}
