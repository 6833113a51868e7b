// Redirect middleware: the configured redirects for in-app navigation; none until the build manifest is loaded.
import type { FindRedirect } from '../../shared/redirects.ts'
import { needsDocument } from './load.ts'

export type Redirects = {
  follow: (to: string) => string | undefined
  /** `find` comes from the runtime chunk, which is not part of the first view. */
  use: (find: FindRedirect) => void
}

export function createRedirects(): Redirects {
  let findRedirect: FindRedirect = () => undefined
  return {
    /** Throws NeedsDocument for a redirect to another site and for 410: the server responds to both. */
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
