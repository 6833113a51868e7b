// Single-flight: concurrent calls for one key share one promise.

type Subject = { key: string; tags: string[] }

type Flights<T> = {
  /** `isLeader`: this call started the work; `isJoined` says whether other calls joined it. */
  join: (
    subject: Subject,
    work: (isJoined: () => boolean) => Promise<T>,
  ) => { promise: Promise<T>; isLeader: boolean }
  /** Later calls for these keys start new work. */
  forget: (isAffected: (subject: Subject) => boolean) => void
}

/** `settled`: resolves when an outcome is complete; until then its flight can be joined. */
export function createFlights<T>(settled: (outcome: T) => Promise<unknown> | undefined): Flights<T> {
  const running = new Map<string, { subject: Subject; waiters: { isJoined: boolean }; promise: Promise<T> }>()
  return {
    join(subject, work) {
      const { key } = subject
      const known = running.get(key)
      if (known) {
        known.waiters.isJoined = true
        return { promise: known.promise, isLeader: false }
      }
      const waiters = { isJoined: false }
      const flight = { subject, waiters, promise: work(() => waiters.isJoined) }
      running.set(key, flight)
      const end = () => {
        if (running.get(key) === flight) running.delete(key)
      }
      flight.promise.then(settled).then(end, end)
      return { promise: flight.promise, isLeader: true }
    },

    forget(isAffected) {
      for (const [key, { subject }] of running) if (isAffected(subject)) running.delete(key)
    },
  }
}
