// A clock that stands still until a test moves it.

type Clock = { now: () => number; advance: (ms: number) => void }

export const second = 1000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/** Noon, so that no test crosses midnight by accident. */
const start = Date.UTC(2026, 5, 15, 12)

export function createClock(time = start): Clock {
  return {
    now: () => time,
    advance(ms) {
      time += ms
    },
  }
}
