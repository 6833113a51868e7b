// Concurrency limiter with a bounded queue.
type SlotsOptions = {
  most: number
  maxWaiting: number
  /** How long a request waits. */
  waitMs: number
  /** What a request gets that cannot wait, or has waited for too long. */
  overload: () => Error
  onChange?: () => void
}

export function createSlots({ most, maxWaiting, waitMs, overload, onChange = () => {} }: SlotsOptions) {
  const waiting = new Set<() => void>()
  let running = 0

  const enter = (): Promise<void> => {
    if (running < most) {
      running++
      return Promise.resolve()
    }
    if (waiting.size >= maxWaiting) return Promise.reject(overload())
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const start = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.delete(start)
      reject(overload())
    }, waitMs)
    waiting.add(start)
    onChange()
    return promise
  }

  const release = () => {
    const [next] = waiting
    if (next) {
      waiting.delete(next)
      next()
    } else running--
    onChange()
  }

  return {
    /** Resolves with a function that releases the slot, to be called once. */
    async acquire(): Promise<() => void> {
      await enter().finally(onChange)
      return release
    },
    counts: () => ({ running, waiting: waiting.size }),
  }
}
