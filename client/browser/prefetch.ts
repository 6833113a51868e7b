// Prefetch: the payload of a page whose link has the pointer, the focus or a finger on it. Never of a query: it may be a search.
import { prefetchLimit, prefetchRefusedOn } from '../../shared/constants.ts'
import type { PagePayload } from '../../shared/payload.ts'
import { withDeadline } from './deadline.ts'
import { loadPayload } from './load-payload.ts'
import { isPage } from './navigation.ts'
import { connection } from './network.ts'

/** Older pages are not used. */
const freshMs = 300_000

/** The returned function returns the prefetched page of a path, once. */
export function installPrefetch(build: string): (url: string) => Promise<PagePayload> | undefined {
  const prefetched = new Map<string, { payload: Promise<PagePayload>; time: number }>()
  let running = 0

  const want = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null
    if (!link || link.target || link.origin !== location.origin || link.search || !isPage(link)) return
    const { pathname } = link
    const isKnown = prefetched.has(pathname) || (pathname === location.pathname && !location.search)
    if (isKnown || running >= prefetchLimit || isRestricted()) return
    running += 1
    const payload = withDeadline((signal) => loadPayload(pathname, { build, signal, priority: 'low' }))
    prefetched.set(pathname, { payload, time: Date.now() })
    payload
      // A failed prefetch is not reported: the navigation loads the page again.
      .catch(() => prefetched.delete(pathname))
      .then(() => {
        running -= 1
      })
  }
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, want, { passive: true })

  return (url) => {
    const found = prefetched.get(url)
    prefetched.delete(url)
    return found && Date.now() - found.time < freshMs ? found.payload : undefined
  }
}

/** Save-Data or a slow connection. */
function isRestricted(): boolean {
  const { saveData, effectiveType = '' } = connection()
  return saveData === true || prefetchRefusedOn.includes(effectiveType)
}
