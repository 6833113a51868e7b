// Code and data of pages that the visitor may go to next: at most four at once, each once.
import { type RouteMatch, resolve } from '../../shared/resolve.ts'
import { prefetchLimit, prefetchRefusedOn } from './constants.ts'
import { loadPayload, pageCode } from './load.ts'
import { connection } from './network.ts'

export type Prefetch = {
  /** `soon` goes before what is merely in sight. */
  want: (url: string, soon: boolean) => void
  /** The data of a page, once. */
  take: (url: string) => Promise<unknown> | undefined
}
type Kept = { data: Promise<unknown>; time: number }

/** Data older than this is fetched again when it is needed. */
const freshMs = 300_000

export function createPrefetch(build: string, current: () => string, now = Date.now): Prefetch {
  const asked = new Set<string>()
  const kept = new Map<string, Kept>()
  const waiting: [string, RouteMatch][] = []
  let running = 0

  const next = () => {
    const first = running < prefetchLimit ? waiting.shift() : undefined
    if (!first) return
    running += 1
    const [url, match] = first
    const data = loadPayload(match, build, { priority: 'low' })
    kept.set(url, { data, time: now() })
    // A page that cannot be prefetched is loaded, and its failure told, when it is asked for.
    Promise.allSettled([pageCode(match), data.catch(() => kept.delete(url))]).then(() => {
      running -= 1
      next()
    })
    next()
  }

  return {
    want(url, soon) {
      if (asked.has(url) || url === current() || refused()) return
      const match = resolve(url)
      if (match.kind !== 'page') return
      asked.add(url)
      if (soon) waiting.unshift([url, match])
      else waiting.push([url, match])
      next()
    },
    take(url) {
      const found = kept.get(url)
      kept.delete(url)
      return found && now() - found.time < freshMs ? found.data : undefined
    },
  }
}

function refused(): boolean {
  const { saveData, effectiveType = '' } = connection()
  return saveData === true || prefetchRefusedOn.includes(effectiveType)
}
