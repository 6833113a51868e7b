// At most one piece of work a key at a time; whoever asks meanwhile gets the same outcome.
import { LRUCache } from 'lru-cache'

type Subject = { key: string; tags: string[] }

type Flights<T> = {
  /** `isLeader`: this call started the work, which may ask whether others joined. Nobody's leaving ends it. */
  join: (
    subject: Subject,
    work: (isJoined: () => boolean) => Promise<T>,
  ) => { promise: Promise<T>; isLeader: boolean }
  /** Those who ask from now on start anew. */
  forget: (isMeant: (subject: Subject) => boolean) => void
}

/** `landed`: when an outcome has arrived in full; until then its flight can be joined. */
export function createFlights<T>(landed: (outcome: T) => Promise<unknown> | undefined): Flights<T> {
  const running = new Map<string, { subject: Subject; crowd: { isJoined: boolean }; promise: Promise<T> }>()
  return {
    join(subject, work) {
      const { key } = subject
      const known = running.get(key)
      if (known) {
        known.crowd.isJoined = true
        return { promise: known.promise, isLeader: false }
      }
      const crowd = { isJoined: false }
      const flight = { subject, crowd, promise: work(() => crowd.isJoined) }
      running.set(key, flight)
      const end = () => {
        if (running.get(key) === flight) running.delete(key)
      }
      flight.promise.then(landed).then(end, end)
      return { promise: flight.promise, isLeader: true }
    },

    forget(isMeant) {
      for (const [key, { subject }] of running) if (isMeant(subject)) running.delete(key)
    },
  }
}

const mostMarks = 10_000
const mostBytes = 8 * 1024 * 1024

type Marks<T> = {
  get: (key: string) => T | undefined
  set: (key: string, value: T, ms: number) => void
}

/** `sizeOf`: bytes of a value, so that marks on many keys stay small together. */
export function createMarks<T extends NonNullable<unknown>>(
  monotonic: () => number,
  sizeOf: (value: T) => number = () => 0,
): Marks<T> {
  const marks = new LRUCache<string, { value: T; until: number }>({
    max: mostMarks,
    maxSize: mostBytes,
    sizeCalculation: ({ value }, key) => sizeOf(value) + 2 * key.length + 128,
  })
  return {
    get(key) {
      const mark = marks.get(key)
      if (!mark) return undefined
      if (mark.until > monotonic()) return mark.value
      marks.delete(key)
      return undefined
    },
    set(key, value, ms) {
      const known = marks.get(key)
      // The same again is only longer, and costs no weighing.
      if (known?.value === value) known.until = monotonic() + ms
      else marks.set(key, { value, until: monotonic() + ms })
    },
  }
}
