// Lifetime of content that changes by itself: no cache keeps a response beyond the next change.
import type { Lifetime } from '../../upstream/call-policy.ts'

/** Lifetime while a change is due and not published yet: requests meanwhile share one response. */
const leastSeconds = 1

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
