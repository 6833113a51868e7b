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

  const wait = async () => {
    if (waiting.size >= maxWaiting) throw overload()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      waiting.delete(resolve)
      onChange()
      reject(overload())
    }, waitMs)
    waiting.add(resolve)
    onChange()
    await promise.finally(() => clearTimeout(timer))
  }

  const release = () => {
    const [next] = waiting
    if (next) waiting.delete(next)
    else running--
    next?.()
    onChange()
  }

  return {
    /** Resolves with a function that releases the slot, to be called once. */
    async acquire(): Promise<() => void> {
      if (running < most) running++
      else await wait()
      onChange()
      return release
    },
    counts: () => ({ running, waiting: waiting.size }),
  }
}
