// Prefetch: payloads of pages that the visitor may open next, each once, with a concurrency limit.
import { prefetchLimit, prefetchRefusedOn } from '../../shared/constants.ts'
import type { PagePayload } from '../../shared/payload.ts'
import { loadPayload } from './load-payload.ts'
import { connection } from './network.ts'

export type Prefetch = {
  /** `soon` puts a hovered or focused link before visible ones. */
  want: (url: string, soon: boolean) => void
  /** The prefetched page, once. */
  take: (url: string) => Promise<PagePayload> | undefined
}
type Prefetched = { payload: Promise<PagePayload>; time: number }

/** Older pages are not used. */
const freshMs = 300_000

export function createPrefetch(build: string, current: () => string, now = Date.now): Prefetch {
  const requested = new Set<string>()
  const prefetched = new Map<string, Prefetched>()
  const waiting: string[] = []
  let running = 0

  const next = () => {
    const url = running < prefetchLimit ? waiting.shift() : undefined
    if (url === undefined) return
    running += 1
    const payload = loadPayload(url, { build, priority: 'low' })
    prefetched.set(url, { payload, time: now() })
    payload
      // A failed prefetch is not reported: the navigation loads the page again.
      .catch(() => prefetched.delete(url))
      .then(() => {
        running -= 1
        next()
      })
    next()
  }

  return {
    want(url, soon) {
      if (requested.has(url) || url === current() || isRestricted()) return
      requested.add(url)
      if (soon) waiting.unshift(url)
      else waiting.push(url)
      next()
    },
    take(url) {
      const payload = prefetched.get(url)
      prefetched.delete(url)
      return payload && now() - payload.time < freshMs ? payload.payload : undefined
    },
  }
}

/** Save-Data or a slow connection. */
function isRestricted(): boolean {
  const { saveData, effectiveType = '' } = connection()
  return saveData === true || prefetchRefusedOn.includes(effectiveType)
}
