// Prefetch: code and data of pages that the visitor may open next, each once, with a concurrency limit.
import { prefetchLimit, prefetchRefusedOn } from '../../shared/constants.ts'
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import { loadPayload, pageCode } from './load.ts'
import { connection } from './network.ts'

export type Prefetch = {
  /** `soon` puts a hovered or focused link before visible ones. */
  want: (url: string, soon: boolean) => void
  /** The prefetched data of a page, once. */
  take: (url: string) => Promise<unknown> | undefined
}
type Prefetched = { data: Promise<unknown>; time: number }

/** Older data is not used. */
const freshMs = 300_000

export function createPrefetch(build: string, current: () => string, now = Date.now): Prefetch {
  const requested = new Set<string>()
  const prefetched = new Map<string, Prefetched>()
  const waiting: [string, RouteMatch][] = []
  let running = 0

  const next = () => {
    const first = running < prefetchLimit ? waiting.shift() : undefined
    if (!first) return
    running += 1
    const [url, match] = first
    const data = loadPayload(match, build, { priority: 'low' })
    prefetched.set(url, { data, time: now() })
    // A failed prefetch is not reported: the navigation loads the page again.
    Promise.allSettled([pageCode(match), data.catch(() => prefetched.delete(url))]).then(() => {
      running -= 1
      next()
    })
    next()
  }

  return {
    want(url, soon) {
      if (requested.has(url) || url === current() || isRestricted()) return
      const match = resolve(url)
      if (match.kind !== 'page') return
      requested.add(url)
      if (soon) waiting.unshift([url, match])
      else waiting.push([url, match])
      next()
    },
    take(url) {
      const found = prefetched.get(url)
      prefetched.delete(url)
      return found && now() - found.time < freshMs ? found.data : undefined
    },
  }
}

/** Save-Data or a slow connection. */
function isRestricted(): boolean {
  const { saveData, effectiveType = '' } = connection()
  return saveData === true || prefetchRefusedOn.includes(effectiveType)
}
