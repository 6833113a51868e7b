// Caching fields of an upstream whose content changes by itself: no cache in front keeps a response beyond the next change.
import { requestTimeoutMs } from '../../../shared/constants.ts'
import { splitUrl } from '../../../shared/resolve.ts'
import type { LocalSource } from '../../base/content-source.ts'
import { inTime } from '../../base/in-time.ts'
import { knownCall, type Lifetime, policyOf, sharedCacheControl } from '../../upstream/call-policy.ts'

/** Lifetime while a change is due and not published yet: requests meanwhile share one response. */
const leastSeconds = 1

/** `now`: milliseconds since 1970. */
export function withLifetimes(source: LocalSource, now: () => number = Date.now): LocalSource {
  return {
    ...source,
    async send(request) {
      const path = splitUrl(request.path).pathname
      // A file that cannot be read to its end would hold all later requests for it.
      const response = await inTime(source.send(request), requestTimeoutMs, path)
      const { status, headers } = response
      const call = knownCall(request.method, path)
      const policy = call && policyOf(call.name)
      if (!policy || headers['cache-control'] !== undefined || (status !== 200 && status !== 304))
        return response
      const cacheControl = sharedCacheControl(lifetimeUntil(policy, source.nextAt(), now()))
      return { ...response, headers: { ...headers, 'cache-control': cacheControl } }
    },
  }
}

/** After the change a stored response is used only where the upstream fails. */
export function lifetimeUntil(policy: Lifetime, nextAt: number | undefined, at: number): Lifetime {
  if (nextAt === undefined) return policy
  const remaining = Math.max(leastSeconds, Math.floor((nextAt - at) / 1000))
  const fresh = Math.min(policy.fresh, remaining)
  return {
    ...policy,
    fresh,
    staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, remaining - fresh),
  }
}
