// The configured redirects: where an old path leads now, for the server and for navigations in place.
import { splitUrl } from './resolve.ts'

type Rule = { redirect: string }
/** As the build's manifest holds it; `/old` in `wildcard` stands for everything below it. */
export type Matcher = { static: Record<string, Rule>; wildcard: Record<string, Rule> }

export const noRedirects: Matcher = { static: {}, wildcard: {} }

/** The target with the query kept, unless it has one of its own; undefined where nothing is configured. */
export function redirectOf(matcher: Matcher, url: string): string | undefined {
  const { pathname, search } = splitUrl(url)
  const below = Object.keys(matcher.wildcard).find((start) => pathname.startsWith(`${start}/`))
  const rule = own(matcher.static, pathname) ?? (below === undefined ? undefined : matcher.wildcard[below])
  if (!rule) return undefined
  return rule.redirect.includes('?') ? rule.redirect : rule.redirect + search
}

function own(rules: Record<string, Rule>, path: string): Rule | undefined {
  return Object.hasOwn(rules, path) ? rules[path] : undefined
}
