// Builds of the server (/builds/): the redirects of this one for in-app navigation, and whether there is another one.
import { buildCheckIntervalMs, manifestDelayMs } from '../../shared/constants.ts'
import { splitUrl } from '../../shared/parse-url.ts'
import { createFindRedirect, type FindRedirect, type Matcher } from '../../shared/redirects.ts'
import { needsDocument } from './load-payload.ts'
import { connection } from './network.ts'

/**
 * The configured redirects; none until they are loaded. The returned function throws NeedsDocument for a redirect to another site
 * and for 410: the server responds to both.
 */
export function loadRedirects(build: string): (to: string) => string | undefined {
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

/** The returned function says whether the server runs another build: then the next navigation loads a document. */
export function watchBuild(build: string): () => boolean {
  let isOutdated = false
  let checked = Date.now()

  const check = async () => {
    checked = Date.now()
    try {
      const response = await fetch(`/builds/latest.json?${checked}`)
      if (response.ok) isOutdated = ((await response.json()) as { id: string }).id !== build
    } catch (error) {
      console.error(error)
    }
  }

  setInterval(check, buildCheckIntervalMs)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - checked > buildCheckIntervalMs) void check()
  })
  return () => isOutdated
}
