// Circuit breaker: after consecutive failures it rejects calls for a while, then one probe decides.
import { type CallName, calls } from '../../shared/api/calls.ts'
import type { BreakerName, BreakerState, OriginCall } from '../base/origin.ts'

const originCalls: readonly OriginCall[] = [...(Object.keys(calls) as CallName[]), 'pull', 'other']

export const breakerNames: readonly BreakerName[] = ['origin', ...originCalls]

/** `url`: undefined where every request of this call has the same URL. */
export type Attempt = { url: string | undefined; client: string | undefined }

/**
 * `failure`: possibly caused by this one request; counts within the limits for one client and URL. `outage`: not caused by
 * a request; always counts. `none`: says nothing about what the breaker protects.
 */
export type Outcome = 'success' | 'failure' | 'outage' | 'none'

export type BreakerOptions = {
  /** Consecutive failures that open the breaker. One client counts for at most half of them, one URL for one. */
  failures?: number
  openMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** In multiples of `openMs`: without requests for this time the breaker closes. */
const resetFactor = 24

type FailureCount = { count: number; urls: Set<string>; ofClient: Map<string, number> }

export type Breaker = ReturnType<typeof createBreaker>

export function createBreaker(options: BreakerOptions & { onChange: (state: BreakerState) => void }) {
  const { failures = 10, openMs = 5000, now = () => performance.now(), onChange } = options
  const clientShare = Math.ceil(failures / 2)
  const resetMs = resetFactor * openMs
  let state: BreakerState = 'closed'
  let recent = noFailures()
  let openedAt = 0
  let lastRequestAt = 0
  let probe: { attempt: Attempt; startedAt: number } | undefined
  let failedProbe: Attempt | undefined

  const change = (next: BreakerState) => {
    if (state === next) return
    state = next
    onChange(next)
  }
  const open = (attempt: Attempt | undefined) => {
    openedAt = now()
    lastRequestAt = openedAt
    probe = undefined
    failedProbe = attempt
    change('open')
  }
  const close = () => {
    recent = noFailures()
    probe = undefined
    change('closed')
  }

  const count = ({ url, client }: Attempt) => {
    const ofClient = client === undefined ? 0 : (recent.ofClient.get(client) ?? 0)
    if (ofClient >= clientShare || (url !== undefined && recent.urls.has(url))) return
    if (url !== undefined) recent.urls.add(url)
    if (client !== undefined) recent.ofClient.set(client, ofClient + 1)
    recent.count++
  }

  const settleProbe = (attempt: Attempt, outcome: Outcome) => {
    if (probe?.attempt !== attempt) return
    if (outcome === 'success') close()
    else if (outcome === 'none') probe = undefined
    else open(attempt)
  }

  /** The current state. Closes without requests after a while, so that an alert does not stay until the next visitor. */
  const stateNow = () => {
    if (state !== 'closed' && now() - lastRequestAt >= resetMs) close()
    return state
  }

  return {
    state: stateNow,
    /** Whether this attempt may be made. Where it may, `settle` has to be called with the same object. */
    admit(attempt: Attempt): boolean {
      if (stateNow() === 'closed') return true
      lastRequestAt = now()
      const sinceOpen = now() - openedAt
      if (sinceOpen < openMs || (probe && now() - probe.startedAt < openMs)) return false
      // The source of the last failed probe must not send the next one as well.
      if (failedProbe && isSameSource(attempt, failedProbe) && sinceOpen < 2 * openMs) return false
      probe = { attempt, startedAt: now() }
      change('half-open')
      return true
    },
    /** An attempt that was admitted before the breaker opened is ignored. */
    settle(attempt: Attempt, outcome: Outcome) {
      if (state !== 'closed') return settleProbe(attempt, outcome)
      if (outcome === 'success' && recent.count > 0) recent = noFailures()
      if (outcome === 'failure') count(attempt)
      if (outcome === 'outage') recent.count++
      if (recent.count >= failures) open(undefined)
    },
  }
}

function noFailures(): FailureCount {
  return { count: 0, urls: new Set(), ofClient: new Map() }
}

function isSameSource(one: Attempt, other: Attempt): boolean {
  const isSameUrl = one.url !== undefined && one.url === other.url
  return isSameUrl || (one.client !== undefined && one.client === other.client)
}
