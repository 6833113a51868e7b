// Lifetime of content that changes by itself: no cache keeps a response beyond the next change.
import type { Lifetime } from '../../upstream/call-policy.ts'

/** After the change a stored response is used only where the upstream fails. */
export function lifetimeUntil(policy: Lifetime, nextAt: number | undefined, at: number): Lifetime {
  if (nextAt === undefined) return policy
  // While a change is due and not published yet, requests share one response.
  const remaining = Math.max(1, Math.floor((nextAt - at) / 1000))
  const fresh = Math.min(policy.fresh, remaining)
  return {
    ...policy,
    fresh,
    staleWhileRevalidate: Math.min(policy.staleWhileRevalidate, remaining - fresh),
  }
}
