// At most one piece of work a key at a time; whoever asks meanwhile gets the same outcome.

export type Flights<T> = {
  /** `isLeader`: this call started the work. Nobody's leaving ends it. */
  join: (key: string, work: () => Promise<T>) => { promise: Promise<T>; isLeader: boolean }
}

export function createFlights<T>(): Flights<T> {
  const running = new Map<string, Promise<T>>()
  return {
    join(key, work) {
      const known = running.get(key)
      if (known) return { promise: known, isLeader: false }
      const promise = work().finally(() => running.delete(key))
      running.set(key, promise)
      return { promise, isLeader: true }
    },
  }
}
