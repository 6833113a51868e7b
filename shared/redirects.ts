// Configured redirects, for the server and for in-app navigation.
import { splitUrl, type UrlParts } from './parse-url.ts'
import { fillPattern, type PathValues, pathMatcher, segmentsOf } from './path-pattern.ts'
import { toWellFormed } from './well-formed.ts'

/** Default status 308; 410 (gone) has no target. */
export type Rule = { redirect?: string; status?: 301 | 302 | 410 }
/**
 * The redirects of the build manifest. `/old` in `wildcard` matches every path below it, which `**` at the end of a target
 * stands for; `/old/{id}` in `dynamic` matches one segment, which `{id}` in the target stands for.
 */
export type Matcher = {
  static: Record<string, Rule>
  /** The longest first. */
  wildcard: Record<string, Rule>
  dynamic: Record<string, Rule>
}
type Redirected = { to: string; status: 301 | 302 | 308 } | { to: undefined; status: 410 }

/** Keeps the query; undefined if no redirect matches. */
export type FindRedirect = (url: UrlParts) => Redirected | undefined

export function createFindRedirect({ static: exact, dynamic, wildcard }: Matcher): FindRedirect {
  const patterns = [
    ...Object.entries(dynamic),
    ...Object.entries(wildcard).map(([start, rule]): [string, Rule] => [`${start}/**`, rule]),
  ].map(([pattern, rule]) => ({ fit: pathMatcher(pattern), rule }))

  return ({ pathname, search }) => {
    // A trailing slash is ignored.
    const path = pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
    if (Object.hasOwn(exact, path)) return redirected(exact[path]!, {}, search)
    const segments = segmentsOf(path)
    for (const { fit, rule } of patterns) {
      const values = fit(segments)
      if (values) return redirected(rule, values, search)
    }
    return undefined
  }
}

function redirected(rule: Rule, values: PathValues, search: string): Redirected | undefined {
  if (rule.redirect === undefined || rule.status === 410) return { to: undefined, status: 410 }
  const target = fillPattern(rule.redirect, (name) => values[name] ?? '')
  const to = redirectTarget(target, search)
  return to === undefined ? undefined : { to, status: rule.status ?? 308 }
}

/** The target with the query of the request; undefined for `//host`, a protocol-relative URL, which would be an open redirect. */
export function redirectTarget(target: string, search: string): string | undefined {
  return /^\/[/\\]/.test(target) ? undefined : withQuery(target, search)
}

/** Addresses that are not pages, and are never redirected. */
export function isReserved(path: string): boolean {
  return reserved.test(path)
}

const reserved =
  /^\/(?:$|\?|(?:api|assets|builds|media|ops|language|__nuxt_island)(?:\/|$)|(?:livez|readyz|metrics)$)/

/** Percent-encodes non-ASCII characters, as browsers do. */
export function encodedPath(path: string): string {
  return path.replace(/[^\u0021-\u007e]+/g, (text) => encodeURIComponent(toWellFormed(text)))
}

/** The target's own parameters win; a fragment stays at the end. */
function withQuery(target: string, search: string): string {
  if (search.length < 2) return target
  const [path = '', ...fragment] = target.split('#')
  const own = new URLSearchParams(splitUrl(path).search)
  const added = search
    .slice(1)
    .split('&')
    .filter((pair) => !own.has(pair.split('=')[0] ?? ''))
  const query = added.length > 0 ? (path.includes('?') ? '&' : '?') + added.join('&') : ''
  return [path + query, ...fragment].join('#')
}
