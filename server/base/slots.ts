// Concurrency limiter with a bounded queue, in total and for each key.
type SlotsOptions = {
  most: number
  /** Of one key, such as a call or an address: one that is slow cannot take all slots. */
  mostOfKey?: number
  maxWaiting: number
  maxWaitingOfKey?: number
  /** How long a request waits. */
  waitMs: number
  /** The error of a request that cannot wait, or has waited for too long. */
  overload: () => Error
}
type Waiter = { key: string | undefined; start: () => void }

export function createSlots({
  most,
  mostOfKey = most,
  maxWaiting,
  maxWaitingOfKey = maxWaiting,
  waitMs,
  overload,
}: SlotsOptions) {
  const waiting = new Set<Waiter>()
  const runningOf = new Map<string | undefined, number>()
  let running = 0

  const hasRoom = (key: string | undefined) =>
    running < most && (key === undefined || (runningOf.get(key) ?? 0) < mostOfKey)
  const count = (key: string | undefined, by: 1 | -1) => {
    running += by
    const ofKey = (runningOf.get(key) ?? 0) + by
    if (ofKey === 0) runningOf.delete(key)
    else runningOf.set(key, ofKey)
  }
  const isFull = (key: string | undefined) =>
    waiting.size >= maxWaiting ||
    (key !== undefined && [...waiting].filter((one) => one.key === key).length >= maxWaitingOfKey)

  const enter = async (key: string | undefined): Promise<void> => {
    if (hasRoom(key)) return count(key, 1)
    if (isFull(key)) throw overload()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiter: Waiter = { key, start: () => resolve(count(key, 1)) }
    const timer = setTimeout(() => {
      waiting.delete(waiter)
      reject(overload())
    }, waitMs)
    waiting.add(waiter)
    return promise.finally(() => clearTimeout(timer))
  }

  const release = (key: string | undefined) => {
    count(key, -1)
    const next = [...waiting].find((waiter) => hasRoom(waiter.key))
    if (next) {
      waiting.delete(next)
      next.start()
    }
  }

  return {
    /** Resolves with a function that releases the slot, to be called once. Without a key only the total counts. */
    async acquire(key?: string): Promise<() => void> {
      await enter(key)
      return () => release(key)
    },
    counts: () => ({ running, waiting: waiting.size }),
  }
}
