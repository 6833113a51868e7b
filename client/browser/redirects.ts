// The configured redirects for navigations in place: none until the build's manifest has been read.
import type { FindRedirect } from '../../shared/redirects.ts'
import { needsDocument } from './load.ts'

export type Redirects = {
  follow: (to: string) => string | undefined
  /** `find` comes from code that is loaded later, so that the first view does without it. */
  use: (find: FindRedirect) => void
}

export function createRedirects(): Redirects {
  let findRedirect: FindRedirect = () => undefined
  return {
    /** Throws NeedsDocument where the way leads out of this site, or to what is gone: the server tells about both. */
    follow(to) {
      const found = findRedirect(to)
      if (found && !found.to?.startsWith('/')) throw needsDocument(`redirect ${found.status}`)
      return found?.to
    },
    use(find) {
      findRedirect = find
    },
  }
}
