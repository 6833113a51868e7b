// Yields to the event loop by time, for loops that wait for promises only and would hold it otherwise.
import { setImmediate } from 'node:timers/promises'

/** A request needs a few turns: they have to be short against the time of a response. */
const turnMs = 10

/**
 * The returned function waits for the next turn of the event loop where the last one was `turnMs` ago.
 * `monotonic`: milliseconds of a monotonic clock.
 */
export function createYield(monotonic: () => number): () => Promise<void> {
  let last = monotonic()
  return async () => {
    if (monotonic() - last < turnMs) return
    await setImmediate()
    last = monotonic()
  }
}
