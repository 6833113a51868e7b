// The configured redirects, from the build's manifest, for navigations in place.
import { splitUrl } from '../../shared/resolve.ts'

type Rule = { redirect: string }
export type Matcher = { static: Record<string, Rule>; wildcard: Record<string, Rule> }

export type Redirects = { follow: (to: string) => string | undefined; load: (build: string) => Promise<void> }

export function createRedirects(): Redirects {
  let matcher: Matcher = { static: {}, wildcard: {} }
  return {
    follow(to) {
      const { pathname, search } = splitUrl(to)
      const target = ruleOf(matcher, pathname)?.redirect
      return target && (target.includes('?') ? target : target + search)
    },
    /** A failure is for the console only. */
    async load(build) {
      try {
        const response = await fetch(`/builds/meta/${build}.json`)
        if (!response.ok) throw new Error(`manifest ${response.status}`)
        matcher = ((await response.json()) as { matcher: Matcher }).matcher
      } catch (error) {
        console.error(error)
      }
    },
  }
}

/** `/old` in `wildcard` stands for everything below it. */
function ruleOf(matcher: Matcher, pathname: string): Rule | undefined {
  const below = Object.keys(matcher.wildcard).find((start) => pathname.startsWith(`${start}/`))
  return matcher.static[pathname] ?? (below === undefined ? undefined : matcher.wildcard[below])
}
