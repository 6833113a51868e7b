// The configured redirects, from the build's manifest, for navigations in place.
import { createFindRedirect, type FindRedirect, type Matcher } from '../../shared/redirects.ts'
import { needsDocument } from './load.ts'

export type Redirects = { follow: (to: string) => string | undefined; load: (build: string) => Promise<void> }

export function createRedirects(): Redirects {
  let find: FindRedirect = () => undefined
  return {
    /** Throws NeedsDocument where the way leads out of this site, or to what is gone: the server tells about both. */
    follow: (to) => {
      const found = find(to)
      if (found && !found.to?.startsWith('/')) throw needsDocument(`redirect ${found.status}`)
      return found?.to
    },
    /** A failure is for the console only. */
    async load(build) {
      try {
        const response = await fetch(`/builds/meta/${build}.json`)
        if (!response.ok) throw new Error(`manifest ${response.status}`)
        find = createFindRedirect(((await response.json()) as { matcher: Matcher }).matcher)
      } catch (error) {
        console.error(error)
      }
    },
  }
}
