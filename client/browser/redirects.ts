// Redirects: the configured ones for in-app navigation, from the build manifest; none until it is loaded.
import { manifestDelayMs } from '../../shared/constants.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { createFindRedirect, type FindRedirect, type Matcher } from '../../shared/redirects.ts'
import type { Redirect } from './link-guard.ts'
import { needsDocument } from './load-payload.ts'
import { connection } from './network.ts'

/** The returned function throws NeedsDocument for a redirect to another site and for 410: the server responds to both. */
export function loadRedirects(build: string): Redirect {
  let findRedirect: FindRedirect = () => undefined

  const load = async () => {
    const response = await fetch(`/builds/meta/${build}.json`)
    if (!response.ok) throw new Error(`manifest ${response.status}`)
    findRedirect = createFindRedirect(((await response.json()) as { matcher: Matcher }).matcher)
  }

  setTimeout(() => {
    if (connection().effectiveType !== 'slow-2g') load().catch((error) => console.error(error))
  }, manifestDelayMs)
  return (to) => {
    const redirect = findRedirect(splitUrl(to))
    if (redirect && !redirect.to?.startsWith('/'))
      throw needsDocument(`redirect ${redirect.status}`, { isDead: true })
    return redirect?.to
  }
}
