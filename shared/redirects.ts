// The configured redirects: where an old path leads now, for the server and for navigations in place.
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

export const noRedirects: Matcher = { static: {}, wildcard: {}, dynamic: {} }

/** The query is kept; undefined where nothing is configured. */
export function redirectOf(matcher: Matcher, url: string): Redirected | undefined {
  const { pathname, search } = splitUrl(url)
  // One trailing slash is a spelling of the same path.
  const path = pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname
  if (Object.hasOwn(matcher.static, path)) return leadTo(matcher.static[path]!, {}, search)
  for (const [pattern, rule] of Object.entries(matcher.dynamic)) {
    const values = fit(pattern, path)
    if (values) return leadTo(rule, values, search)
  }
  for (const [start, rule] of Object.entries(matcher.wildcard)) {
    if (path.startsWith(`${start}/`)) return leadTo(rule, { '**': path.slice(start.length + 1) }, search)
  }
  return undefined
}

function leadTo(rule: Rule, values: Record<string, string>, search: string): Redirected | undefined {
  if (rule.redirect === undefined || rule.status === 410) return { to: undefined, status: 410 }
  const target = rule.redirect.replace(/\*\*|\{(\w+)\}/g, (mark, name) => values[name ?? mark] ?? '')
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

function fit(pattern: string, path: string): Record<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const values: Record<string, string> = {}
  for (const [index, segment] of wanted.entries()) {
    const value = given[index] ?? ''
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name && value) values[name] = value
    else if (segment !== value) return undefined
  }
  return values
}
