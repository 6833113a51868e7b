// Circuit breaker of the origin: while no connection to it can be opened, requests are rejected at once.
import type { BreakerState } from '../base/origin.ts'

export type BreakerOptions = {
  /** Consecutive requests without a connection that open the breaker. */
  failures?: number
  openMs?: number
  /** Monotonic milliseconds. */
  now?: () => number
}

/** Without requests for this time, in multiples of `openMs`, the breaker closes. */
const resetFactor = 24

/** Everything else that fails may be caused by one URL, one visitor or one call, and opens nothing (decision 0031). */
export function createBreaker(options: BreakerOptions & { onChange: (state: BreakerState) => void }) {
  const { failures = 10, openMs = 5000, now = () => performance.now(), onChange } = options
  let failed = 0
  let probeAt = 0

  const isOpen = () => failed >= failures
  const close = () => {
    if (isOpen()) onChange('closed')
    failed = 0
  }
  /** Closes without requests after a while, so that an alert does not stay until the next visitor. */
  const state = (): BreakerState => {
    if (isOpen() && now() >= probeAt + (resetFactor - 1) * openMs) close()
    return isOpen() ? 'open' : 'closed'
  }

  return {
    state,
    /** Whether this request may be sent: while the breaker is open, one in `openMs`. */
    admit(): boolean {
      if (state() === 'closed') return true
      if (now() < probeAt) return false
      probeAt = now() + openMs
      return true
    },
    connected: close,
    unreachable() {
      failed++
      if (!isOpen()) return
      probeAt = now() + openMs
      if (failed === failures) onChange('open')
    },
  }
}
