// Before a navigation: targets that are allowed (this site, other sites with `external`, never a script URL), and route
// middleware: named functions that may redirect it.
import { parseUrl } from '../../shared/parse-url.ts'

const scripted = ['blob:', 'data:', 'javascript:', 'vbscript:']
/** URL parsers strip C0 controls and spaces before a URL, and tabs and newlines inside it (WHATWG URL §4.4). */
const ignored = /^[\u0000-\u0020]+|[\t\n\r]/g

/** Throws if a target is not allowed; `origin` is the browser's `location.origin`. */
export function assertTarget(to: string, origin: string, { external = false } = {}): void {
  const protocol = scripted.find((name) => to.replace(ignored, '').toLowerCase().startsWith(name))
  if (protocol) throw new Error(`Cannot navigate to a URL with '${protocol}' protocol.`)
  if (!external && parseUrl(to, origin)?.origin !== origin)
    throw new Error(
      'Navigating to an external URL is not allowed by default. Use `navigateTo(url, { external: true })`.',
    )
}

/** `to` is path and query; a returned path redirects the navigation. */
type Middleware = (to: string) => string | undefined
export type Middlewares = Record<string, Middleware>

/** Limit of a redirect chain. */
const maxRedirects = 5

/** The final target of a navigation. Throws on an unknown name. */
export function runMiddleware(table: Middlewares, names: readonly string[], to: string): string {
  let target = to
  for (let step = 0; step < maxRedirects; step++) {
    const next = firstRedirect(table, names, target)
    if (next === undefined || next === target) return target
    target = next
  }
  return target
}

function firstRedirect(table: Middlewares, names: readonly string[], to: string): string | undefined {
  for (const name of names) {
    const run = table[name]
    if (!run) throw new Error(`Unknown route middleware: '${name}'.`)
    const next = run(to)
    if (next !== undefined) return next
  }
  return undefined
}
