// Yields to the event loop by time, for loops that wait for promises only and would hold it otherwise.
import { setImmediate } from 'node:timers/promises'

/** Half of a frame of 20 ms: a request that waits for a few turns still gets its response at once. */
const turnMs = 10

/** The returned function waits for the next turn of the event loop if the last one is more than `turnMs` ago. */
export function createYield(monotonic = () => performance.now()): () => Promise<void> {
  let last = monotonic()
  return async () => {
    if (monotonic() - last < turnMs) return
    await setImmediate()
    last = monotonic()
  }
}
