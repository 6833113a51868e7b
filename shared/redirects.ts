// The configured redirects: where an old path leads now, for the server and for navigations in place.
import { fillPattern, type PathValues, pathMatcher, segmentsOf } from './path-pattern.ts'
import { splitUrl } from './resolve.ts'

/** 308 unless it says otherwise; 410: what was there is gone for good, and leads nowhere. */
export type Rule = { redirect?: string; status?: 301 | 302 | 410 }
/**
 * As the build's manifest holds it. `/old` in `wildcard` stands for everything below it, which a target ending in `**`
 * takes along; `/old/{id}` in `dynamic` for one segment, which a target names in the same way.
 */
export type Matcher = {
  static: Record<string, Rule>
  /** The longest first. */
  wildcard: Record<string, Rule>
  dynamic: Record<string, Rule>
}
export type Redirected = { to: string; status: 301 | 302 | 308 } | { to: undefined; status: 410 }

/** The query is kept; undefined where nothing is configured. */
export type FindRedirect = (url: string) => Redirected | undefined

export function createFindRedirect({ static: exact, dynamic, wildcard }: Matcher): FindRedirect {
  const patterns = [
    ...Object.entries(dynamic),
    ...Object.entries(wildcard).map(([start, rule]): [string, Rule] => [`${start}/**`, rule]),
  ].map(([pattern, rule]) => ({ fit: pathMatcher(pattern), rule }))

  return (url) => {
    const { pathname, search } = splitUrl(url)
    // One trailing slash is a spelling of the same path.
    const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
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
  // What a visitor wrote never makes a path of this site the name of another host.
  if (/^\/[/\\]/.test(target)) return undefined
  return { to: withQuery(target, search), status: rule.status ?? 308 }
}

/** The target's own keys stay as they are; a fragment stays at the end. */
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
