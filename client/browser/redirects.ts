// The configured redirects, from the build's manifest, for navigations in place.
import { type Matcher, noRedirects, redirectOf } from '../../shared/redirects.ts'

export type Redirects = { follow: (to: string) => string | undefined; load: (build: string) => Promise<void> }

export function createRedirects(): Redirects {
  let matcher = noRedirects
  return {
    follow: (to) => redirectOf(matcher, to),
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
