// Seeded random numbers for property tests.

export type Random = {
  below: (limit: number) => number
  pick: <T>(values: readonly T[]) => T
}

/** The same seed gives the same values (mulberry32). */
export function createRandom(seed: number): Random {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => values[below(values.length)]!
  return { below, pick }
}
