// Checks before a navigation: targets that are allowed (pages of this site), and redirects.
import { parseUrl } from '../../shared/parse-url.ts'

const scripted = ['blob:', 'data:', 'javascript:', 'vbscript:']
/** URL parsers strip C0 controls and spaces before a URL, and tabs and newlines inside it (WHATWG URL §4.4). */
const ignored = /^[\u0000-\u0020]+|[\t\n\r]/g

/** Throws if a target is not allowed; `origin` is the browser's `location.origin`. */
export function assertTarget(to: string, origin: string): void {
  const protocol = scripted.find((name) => to.replace(ignored, '').toLowerCase().startsWith(name))
  if (protocol) throw new Error(`Cannot navigate to a URL with '${protocol}' protocol.`)
  if (parseUrl(to, origin)?.origin !== origin) throw new Error(`Cannot navigate to another site: ${to}`)
}

/** A redirect of path and query; undefined where there is none. */
export type Redirect = (to: string) => string | undefined

/** Limit of a redirect chain. */
const maxRedirects = 5

/** The target of a navigation after its redirects. */
export function finalTarget(redirect: Redirect, to: string): string {
  let target = to
  for (let step = 0; step < maxRedirects; step++) {
    const next = redirect(target)
    if (next === undefined || next === target) return target
    target = next
  }
  return target
}
