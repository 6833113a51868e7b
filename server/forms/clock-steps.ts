// Steps of the wall clock: it was set while the process runs.

export type Clocks = {
  /** Milliseconds since 1970. */
  now: () => number
  /** Milliseconds of a monotonic clock. */
  monotonic: () => number
}

/** Milliseconds by which the wall clock was set since the last call; 0 for a step below `smallestMs`, which is counted later. */
export function createClockSteps({ now, monotonic }: Clocks, smallestMs: number): () => number {
  let offset = now() - monotonic()
  return () => {
    const step = Math.round(now() - monotonic() - offset)
    if (Math.abs(step) < smallestMs) return 0
    offset += step
    return step
  }
}
