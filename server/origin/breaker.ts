// Circuit breakers: after a row of failures calls are refused for a while, then one probe decides.
import { type CallName, calls } from '../../shared/api/calls.ts'
import type { BreakerName, BreakerState, OriginCall } from '../base/origin.ts'

const originCalls: readonly OriginCall[] = [...(Object.keys(calls) as CallName[]), 'other']

export const breakerNames: readonly BreakerName[] = ['origin', ...originCalls]

/** `url`: what was asked for; undefined where every request of this kind asks for the same. */
export type Attempt = { url: string | undefined; client: string | undefined }

/**
 * `failure`: may be the fault of this one request, and counts within the shares. `outage`: no request's fault, and
 * always counts. `none`: says nothing about what the breaker protects.
 */
export type Outcome = 'success' | 'failure' | 'outage' | 'none'

export type BreakerOptions = {
  /** In a row, until the breaker opens. No client contributes more than half of them, and no URL more than one. */
  failures?: number
  openMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** Times as long as it is open: what failed so long ago, and was not asked for since, says nothing about now. */
const forgetAfter = 24

type Row = { count: number; urls: Set<string>; ofClient: Map<string, number> }

export type Breaker = ReturnType<typeof createBreaker>

export function createBreaker(options: BreakerOptions & { onChange: (state: BreakerState) => void }) {
  const { failures = 10, openMs = 5000, now = () => performance.now(), onChange } = options
  const clientShare = Math.ceil(failures / 2)
  const forgetMs = forgetAfter * openMs
  let state: BreakerState = 'closed'
  let row = emptyRow()
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
    row = emptyRow()
    probe = undefined
    change('closed')
  }

  const count = ({ url, client }: Attempt) => {
    const ofClient = client === undefined ? 0 : (row.ofClient.get(client) ?? 0)
    if (ofClient >= clientShare || (url !== undefined && row.urls.has(url))) return
    if (url !== undefined) row.urls.add(url)
    if (client !== undefined) row.ofClient.set(client, ofClient + 1)
    row.count++
  }

  const settleProbe = (attempt: Attempt, outcome: Outcome) => {
    if (probe?.attempt !== attempt) return
    if (outcome === 'success') close()
    else if (outcome === 'none') probe = undefined
    else open(attempt)
  }

  /** The state now: it ends by itself where nothing was asked for a while, so that an alert does not wait for a visitor. */
  const stateNow = () => {
    if (state !== 'closed' && now() - lastRequestAt >= forgetMs) close()
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
      // Who failed with the last probe must not take the next one from everybody else.
      if (failedProbe && isSameSource(attempt, failedProbe) && sinceOpen < 2 * openMs) return false
      probe = { attempt, startedAt: now() }
      change('half-open')
      return true
    },
    /** An attempt that was admitted before the breaker opened changes nothing any more. */
    settle(attempt: Attempt, outcome: Outcome) {
      if (state !== 'closed') return settleProbe(attempt, outcome)
      if (outcome === 'success' && row.count > 0) row = emptyRow()
      if (outcome === 'failure') count(attempt)
      if (outcome === 'outage') row.count++
      if (row.count >= failures) open(undefined)
    },
  }
}

function emptyRow(): Row {
  return { count: 0, urls: new Set(), ofClient: new Map() }
}

function isSameSource(one: Attempt, other: Attempt): boolean {
  const isSameUrl = one.url !== undefined && one.url === other.url
  return isSameUrl || (one.client !== undefined && one.client === other.client)
}
